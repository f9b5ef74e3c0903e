// swift-tools-version: 6.2
import PackageDescription

// A package outside of the repository that uses only the products, without any option. Scripts/checks/stranger.sh copies it and
// builds the copy.
let package = Package(
    name: "stranger",
    dependencies: [
        .package(name: "usher", path: Context.environment["CHECKOUT"] ?? "../..", traits: [])
    ],
    targets: [
        .target(
            name: "Stranger",
            dependencies: [
                .product(name: "HTTPCore", package: "usher"), .product(name: "Sessions", package: "usher"),
                .product(name: "Concurrency", package: "usher"),
            ]
        ),
        // The application and the program of the README. The script adds their sources.
        .executableTarget(
            name: "profile",
            dependencies: [
                .product(name: "Coordination", package: "usher"), .product(name: "UsherProgram", package: "usher"),
            ]
        ),
        .testTarget(
            name: "StrangerTests",
            dependencies: [
                "Stranger",
                .product(name: "Coordination", package: "usher"), .product(name: "HTTPCore", package: "usher"),
                .product(name: "Sessions", package: "usher"), .product(name: "SessionsTesting", package: "usher"),
                .product(name: "UsherServer", package: "usher"),
            ]
        ),
    ]
)
