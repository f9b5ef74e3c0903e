// swift-tools-version: 6.2
import PackageDescription

// A package outside the tree, built on the products alone; Scripts/stranger.sh copies it away and builds it.
let package = Package(
    name: "stranger",
    dependencies: [
        .package(name: "usher", path: Context.environment["USHER_CHECKOUT"] ?? "../..")
    ],
    targets: [
        .target(
            name: "Stranger",
            dependencies: [
                .product(name: "HTTPCore", package: "usher"), .product(name: "Sessions", package: "usher"),
                .product(name: "Threads", package: "usher"),
            ]
        ),
        // The application and the program in the README, which the script puts here.
        .executableTarget(
            name: "profile",
            dependencies: [
                .product(name: "Coordination", package: "usher"), .product(name: "UsherServer", package: "usher"),
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
