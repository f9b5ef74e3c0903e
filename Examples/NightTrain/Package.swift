// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "night-train",
    // With the trait `Languages`, numbers, prices and times are written as each language does. Scripts/checks/examples.py leaves it
    // out, because packages with the same traits share a build of Usher.
    dependencies: [
        .package(
            name: "usher",
            path: "../..",
            traits: Context.environment["WITHOUT_TRAITS"] == nil ? ["Languages"] : []
        )
    ],
    targets: [
        .target(
            name: "NightTrain",
            dependencies: [.product(name: "Coordination", package: "usher")],
            plugins: [.plugin(name: "EmbedFiles", package: "usher")]
        ),
        .target(
            name: "RailServices",
            dependencies: ["NightTrain", .product(name: "Sessions", package: "usher")]
        ),
        .executableTarget(
            name: "night-train",
            dependencies: [
                "NightTrain", "RailServices", .product(name: "UsherProgram", package: "usher"),
                .product(name: "WebPush", package: "usher"),
            ]
        ),
        .testTarget(
            name: "NightTrainTests",
            dependencies: [
                "NightTrain", "RailServices", .product(name: "CoordinationTesting", package: "usher"),
                .product(name: "Documents", package: "usher"), .product(name: "Locales", package: "usher"),
                .product(name: "UsherServer", package: "usher"), .product(name: "Uploads", package: "usher"),
                .product(name: "Notifications", package: "usher"),
            ]
        ),
    ]
)
