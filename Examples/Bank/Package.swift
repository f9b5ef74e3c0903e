// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "bank",
    dependencies: [.package(name: "usher", path: "../..", traits: [])],
    targets: [
        .target(name: "Bank", dependencies: [.product(name: "Coordination", package: "usher")]),
        .executableTarget(
            name: "bank-server",
            dependencies: ["Bank", .product(name: "UsherProgram", package: "usher")]
        ),
        .testTarget(
            name: "BankTests",
            dependencies: ["Bank", .product(name: "CoordinationTesting", package: "usher")]
        ),
    ]
)
