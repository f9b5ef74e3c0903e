// swift-tools-version: 6.2
import PackageDescription

// The contenders of the benchmarks, in a package of their own, so that a build of Usher does not resolve Hummingbird.
let package = Package(
    name: "usher-benchmarks",
    dependencies: [
        .package(name: "usher", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    ],
    targets: [
        // The limit of libmicrohttpd, with and without a durable commit for each POST.
        .executableTarget(
            name: "limit",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("microhttpd"), .linkedLibrary("sqlite3"), .linkedLibrary("pthread")]
        ),
        // The load generator of the recorded walks.
        .executableTarget(
            name: "walker",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]
        ),
        // A state in Usher's format, for the hand-written handlers.
        .target(name: "PeerState", path: "Sources/peer-state"),
        // A hand-written handler: decode, encode, no state.
        .executableTarget(
            name: "hummingbird-peer",
            dependencies: [
                "PeerState",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]
        ),
        // The same with its state in SQLite.
        .executableTarget(
            name: "hummingbird-sqlite",
            dependencies: [
                "PeerState",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]
        ),
        // An Usher application with a stack of any depth.
        .executableTarget(
            name: "ladder",
            dependencies: [
                .product(name: "Logging", package: "swift-log"),
                .product(name: "UsherServer", package: "usher"),
            ]
        ),
        // An Usher application in which many sessions follow one topic.
        .executableTarget(
            name: "seats",
            dependencies: [
                .product(name: "Coordination", package: "usher"),
                .product(name: "UsherProgram", package: "usher"),
            ]
        ),
        // Usher's sessions behind another HTTP layer.
        .executableTarget(
            name: "hummingbird-usher",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ShippedApplications", package: "usher"),
                .product(name: "UsherServer", package: "usher"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
