// swift-tools-version: 6.2
import PackageDescription

// The adapter of the client library for `usher conform`. It is a package of its own, so that the library has no program.
let package = Package(
    name: "adapter",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "usher-client", path: "../../../Clients/Swift")],
    targets: [
        .executableTarget(name: "adapter", dependencies: [.product(name: "UsherClient", package: "usher-client")])
    ],
    swiftLanguageModes: [.v6]
)
