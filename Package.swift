// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "usher",
    products: [
        .library(name: "Coordination", targets: ["Coordination"]),
        .library(name: "CoordinationTesting", targets: ["CoordinationTesting"]),
        .library(name: "UsherServer", targets: ["UsherServer"]),
        .library(name: "SQLiteSessions", targets: ["SQLiteSessions"]),
        .library(name: "ShippedApplications", targets: ["Applications"]),
        .executable(name: "usher", targets: ["usher"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    // A target imports only what stands above it; the build checks that (see the Makefile).
    targets: [
        // Foundations: no HTTP, no navigation.
        .systemLibrary(
            name: "CMicroHTTPD",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]
        ),
        .target(name: "Threads"),
        .target(name: "JSON", dependencies: ["Threads"]),

        // HTTP: requests and responses as values, then a server for them.
        .target(name: "HTTPCore", dependencies: ["JSON"]),
        .target(name: "MicroHTTP", dependencies: ["CMicroHTTPD", "Threads", "HTTPCore"]),

        // The pattern, and applications written in it.
        .target(name: "Coordination", dependencies: ["JSON", "Threads"]),
        .target(name: "CoordinationTesting", dependencies: ["JSON", "Coordination"]),
        .target(
            name: "Applications",
            dependencies: ["Coordination"],
            exclude: ["Items", "Kanji", "Market", "Profile", "Shop"].map { "\($0)/README.md" },
            resources: [
                .embedInCode("Market/Assortment/market.json"), .embedInCode("Profile/Geography/geography.json"),
                .embedInCode("Shop/Catalogue/shop.json"),
                .embedInCode("Kanji/kanji.json"),
            ]
        ),

        // Sessions of applications, and their resource on HTTP.
        .target(
            name: "Sessions",
            dependencies: [
                "JSON", "Threads", "Coordination",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ]
        ),
        // Sessions that outlive the process.
        .target(
            name: "SQLiteSessions",
            dependencies: [
                "JSON", "Threads", "Coordination", "Sessions",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .target(
            name: "StateAPI",
            dependencies: [
                "JSON", "Threads", "HTTPCore", "Coordination", "Sessions",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),

        // What the shipped applications want of the outside world.
        .target(
            name: "Services",
            dependencies: [
                "JSON", "Threads", "HTTPCore", "Coordination", "Applications", "Sessions",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),

        // The server as a library, and the program.
        .target(
            name: "UsherServer",
            dependencies: [
                "JSON", "Threads", "HTTPCore", "MicroHTTP", "Coordination", "Sessions", "StateAPI",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ]
        ),
        .executableTarget(
            name: "usher",
            dependencies: [
                "Threads", "HTTPCore", "MicroHTTP", "Coordination", "Applications", "Sessions", "SQLiteSessions",
                "StateAPI",
                "Services", "UsherServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ]
        ),

        .testTarget(name: "JSONTests", dependencies: ["JSON"]),
        .testTarget(name: "ThreadsTests", dependencies: ["Threads"]),
        .testTarget(name: "HTTPCoreTests", dependencies: ["HTTPCore", "JSON"]),
        // A client that sends exactly the bytes it is told to; what tests over a socket have in common.
        .target(name: "RawHTTP", dependencies: ["Threads"], path: "Tests/RawHTTP"),
        .testTarget(name: "MicroHTTPTests", dependencies: ["MicroHTTP", "HTTPCore", "RawHTTP", "Threads"]),
        .testTarget(name: "CoordinationTests", dependencies: ["Coordination", "CoordinationTesting", "JSON"]),
        .testTarget(
            name: "ApplicationsTests",
            dependencies: ["Applications", "Coordination", "CoordinationTesting", "JSON"],
            // Read where they are: what a release has recorded is not built anew.
            exclude: ["Snapshots"]
        ),
        // What every store of sessions must pass; test targets run it over theirs.
        .target(
            name: "StoreContract",
            dependencies: ["Sessions", "Coordination", "JSON"],
            path: "Tests/StoreContract"
        ),
        // Programs as a user starts them, and folders for them.
        .target(name: "Programs", dependencies: ["Threads"], path: "Tests/Programs"),
        // A disk under SQLite that fails on request, and what it holds after a power cut.
        .target(
            name: "CFaultyVFS",
            path: "Tests/CFaultyVFS",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        .target(
            name: "FaultyDisk",
            dependencies: ["CFaultyVFS", "Threads", "CoordinationTesting"],
            path: "Tests/FaultyDisk"
        ),
        .testTarget(
            name: "FaultyDiskTests",
            dependencies: ["FaultyDisk", "Programs", .product(name: "GRDB", package: "GRDB.swift")]
        ),
        .testTarget(
            name: "SessionsTests",
            dependencies: [
                "Sessions", "StoreContract", "Applications", "Services", "Coordination", "HTTPCore", "JSON", "Threads",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "SQLiteSessionsTests",
            dependencies: [
                "SQLiteSessions", "StoreContract", "FaultyDisk", "Programs", "Sessions", "Coordination",
                "CoordinationTesting",
                "Threads",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "ServicesTests",
            dependencies: [
                "Services", "Applications", "Sessions", "Coordination", "HTTPCore", "JSON", "Threads",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "StateAPITests",
            dependencies: [
                "StateAPI", "Sessions", "Coordination", "Applications", "HTTPCore", "JSON", "Threads",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "UsherTests",
            dependencies: [
                "UsherServer", "Applications", "Services", "StateAPI", "Sessions", "Coordination",
                "CoordinationTesting",
                "HTTPCore", "MicroHTTP", "JSON", "Threads", "Programs", "RawHTTP", "usher",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // A server to be killed, starved and lied to, and what is done to it (`make torture`).
        .executableTarget(
            name: "torture-server",
            dependencies: [
                "Threads", "MicroHTTP", "Coordination", "Sessions", "SQLiteSessions", "UsherServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ],
            path: "Tests/TortureServer"
        ),
        .testTarget(
            name: "TortureTests",
            dependencies: [
                "torture-server", "Programs", "RawHTTP", "StoreContract", "Applications", "Services", "StateAPI",
                "SQLiteSessions",
                "Sessions", "Coordination", "CoordinationTesting", "HTTPCore", "JSON", "Threads",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        // A call that waits for nothing costs no hop: it stays where its caller is.
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
