// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "usher-client",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "UsherClient", targets: ["UsherClient"]),
        .library(name: "UsherRendering", targets: ["UsherRendering"]),
        .library(name: "UsherUI", targets: ["UsherUI"]),
    ],
    // It needs none of the server's targets and no package, only Foundation.
    targets: [
        .target(name: "UsherClient"),
        .target(name: "UsherRendering", dependencies: ["UsherClient"]),
        // Its sources are empty where there is no SwiftUI.
        .target(name: "UsherUI", dependencies: ["UsherClient", "UsherRendering"]),
        .target(name: "UsherTestSupport", dependencies: ["UsherClient"], path: "Tests/UsherTestSupport"),
        .testTarget(name: "UsherClientTests", dependencies: ["UsherClient", "UsherTestSupport"]),
        .testTarget(
            name: "UsherRenderingTests",
            dependencies: ["UsherClient", "UsherRendering", "UsherTestSupport"]
        ),
    ],
    swiftLanguageModes: [.v6]
)
