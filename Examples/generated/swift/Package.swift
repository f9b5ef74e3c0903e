// swift-tools-version:6.0

import PackageDescription

// `walk.py` generates the package UsherClient into a copy of this folder.
let package = Package(
    name: "Walk",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "UsherClient")],
    targets: [.executableTarget(name: "Walk", dependencies: ["UsherClient"])]
)
