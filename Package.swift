// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "usher",
    products: [
        .library(name: "Coordination", targets: ["Coordination"]),
        .library(name: "CoordinationTesting", targets: ["CoordinationTesting"]),
        // Sessions without a server, and the documents that clients get.
        .library(name: "Documents", targets: ["Documents"]),
        .library(name: "Locales", targets: ["Locales"]),
        .library(name: "UsherServer", targets: ["UsherServer"]),
        .library(name: "UsherProgram", targets: ["UsherProgram"]),
        // The parts of the server, for authors of stores, handlers and effects.
        .library(name: "Concurrency", targets: ["Concurrency"]),
        .library(name: "HTTPCore", targets: ["HTTPCore"]),
        .library(name: "MicroHTTP", targets: ["MicroHTTP"]),
        .library(name: "Sessions", targets: ["Sessions"]),
        .library(name: "SessionsTesting", targets: ["SessionsTesting"]),
        .library(name: "SQLiteSessions", targets: ["SQLiteSessions"]),
        .library(name: "StateAPI", targets: ["StateAPI"]),
        .library(name: "ShippedApplications", targets: ["Applications"]),
        .library(name: "ServiceDatabase", targets: ["ServiceDatabase"]),
        .library(name: "A2UI", targets: ["A2UI"]),
        .library(name: "Accounts", targets: ["AccountFlows", "Accounts"]),
        .library(name: "Agents", targets: ["Agents"]),
        .library(name: "Compression", targets: ["Compression"]),
        .library(name: "IdentityTokens", targets: ["IdentityTokens"]),
        .library(name: "Inspector", targets: ["Inspector"]),
        .library(name: "Notifications", targets: ["Notifications"]),
        .library(name: "PostgreSQLSessions", targets: ["PostgreSQLSessions", "PostgreSQLServices"]),
        .library(name: "Uploads", targets: ["Uploads"]),
        .library(name: "WebPush", targets: ["WebPush"]),
        .library(name: "Webhooks", targets: ["Webhooks"]),
        .executable(name: "usher", targets: ["usher"]),
        .plugin(name: "EmbedFiles", targets: ["EmbedFiles"]),
    ],
    // The options of the product UsherProgram. The program that comes with Usher has all of them. A package that depends on Usher
    // names the options that it wants, and builds and links nothing of the others:
    //
    //     .package(url: "…/usher.git", from: "0.1.0", traits: ["Accounts"])
    traits: [
        .default(enabledTraits: [
            "Accounts", "Compression", "Jemalloc", "Languages", "PostgreSQL", "TLS", "WebPush", "Webhooks",
        ]),
        .trait(
            name: "Accounts",
            description:
                "Accounts, passwords, one-time codes and authenticator apps: libcurl, GnuTLS, ICU and libphonenumber",
            enabledTraits: ["Webhooks"]
        ),
        .trait(name: "Compression", description: "Responses in gzip: zlib"),
        .trait(name: "Jemalloc", description: "Another allocator, with which a server needs less memory: jemalloc"),
        .trait(name: "Languages", description: "Numbers, prices and times as languages write them: ICU"),
        .trait(name: "PostgreSQL", description: "Sessions that several servers share: libpq"),
        .trait(name: "TLS", description: "A server that speaks HTTPS itself: GnuTLS"),
        .trait(name: "WebPush", description: "Notifications for browsers: Nettle and libcurl"),
        .trait(name: "Webhooks", description: "The results of sessions for another system: libcurl"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    // A target depends only on targets above it, and the build checks every import (see Scripts/flags.sh).
    targets: [
        // Compiles text files into targets.
        .executableTarget(name: "embed-files"),
        .plugin(name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"]),

        // Foundations, independent of HTTP and navigation.
        .systemLibrary(
            name: "CMicroHTTPD",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]
        ),
        // A dependency of libmicrohttpd, for TLS.
        .systemLibrary(
            name: "CGnuTLS",
            pkgConfig: "gnutls",
            providers: [.apt(["libgnutls28-dev"]), .brew(["gnutls"])]
        ),
        // A dependency of GnuTLS, for Web Push.
        .systemLibrary(
            name: "CNettle",
            pkgConfig: "hogweed",
            providers: [.apt(["nettle-dev"]), .brew(["nettle"])]
        ),
        .systemLibrary(
            name: "CSodium",
            pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]
        ),
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        .systemLibrary(
            name: "CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        .systemLibrary(
            name: "CPostgreSQL",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .systemLibrary(
            name: "CICU",
            pkgConfig: "icu-i18n",
            providers: [.apt(["libicu-dev"]), .brew(["icu4c"])]
        ),
        .target(name: "Cryptography", dependencies: ["CSodium"]),
        .target(
            name: "Concurrency",
            dependencies: [
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        // JSON as values, which authors of applications use, and JSON as text, for internal use.
        .target(name: "JSONValues"),
        .target(name: "JSON", dependencies: ["JSONValues"]),

        // HTTP: requests and responses as values, and a server for them.
        .target(
            name: "HTTPCore",
            dependencies: [
                .product(name: "DequeModule", package: "swift-collections"),
                "JSON", "Concurrency", .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(name: "Compression", dependencies: ["CZlib", "HTTPCore"]),
        .target(
            name: "MicroHTTP",
            dependencies: [
                "CMicroHTTPD", "Concurrency", "HTTPCore",
                .target(name: "CGnuTLS", condition: .when(traits: ["TLS"])),
            ]
        ),
        // Requests to other servers.
        .target(name: "HTTPClient", dependencies: ["CCurl"]),

        // Connections to a PostgreSQL server.
        .target(
            name: "PostgreSQL",
            dependencies: [
                "CPostgreSQL", "Concurrency", .product(name: "DequeModule", package: "swift-collections"),
            ]
        ),

        // The coordinator pattern, and applications that use it.
        .target(
            name: "Coordination",
            dependencies: ["JSONValues", "JSON"],
            plugins: ["EmbedFiles"]
        ),
        // Draws the states of applications as the documents that clients get, and the patches between them.
        .target(
            name: "Documents",
            dependencies: ["JSON", "Coordination"]
        ),
        .target(name: "CoordinationTesting", dependencies: ["JSON", "Coordination", "Documents"]),
        // The types of screens for clients, as source of several languages.
        .target(name: "ClientTypes", dependencies: ["JSON", "Documents"]),
        // Numbers, prices and times as languages write them.
        .target(
            name: "CLoginText",
            dependencies: ["CICU"],
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]
        ),
        .target(name: "Locales", dependencies: ["CICU", "CLoginText", "Concurrency", "Coordination"]),
        // The numbering plans of all countries, on libphonenumber.
        .target(
            name: "CPhoneNumbers",
            cxxSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("phonenumber")]
        ),
        // The flows and screens of accounts and phones, which several applications run.
        .target(
            name: "AccountFlows",
            dependencies: ["CPhoneNumbers", "JSON", "Coordination"],
            plugins: ["EmbedFiles"]
        ),
        .target(
            name: "Applications",
            dependencies: ["AccountFlows", "JSON", "Coordination"],
            exclude: ["Items", "Kanji", "Market", "Profile", "Shop"].map { "\($0)/README.md" },
            plugins: ["EmbedFiles"]
        ),

        // The sessions of applications.
        .target(
            name: "Sessions",
            dependencies: [
                "Cryptography", "JSON", "Concurrency", "Coordination", "Documents",
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        // The lock on a database file, and the detection of changes that SQLite does not notice.
        .target(
            name: "DatabaseFiles",
            dependencies: ["Sessions", .product(name: "SystemPackage", package: "swift-system")]
        ),
        // Test tools for authors of stores and effects.
        .target(name: "SessionsTesting", dependencies: ["Concurrency", "Coordination", "Sessions"]),
        // A store in a file, with sessions that outlive the process.
        .target(
            name: "SQLiteSessions",
            dependencies: [
                "Concurrency", "Coordination", "Sessions", "DatabaseFiles",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        // The database beside the sessions, for the data of services.
        .target(
            name: "ServiceDatabase",
            dependencies: [
                "Cryptography", "JSON", "Concurrency", "Coordination", "Sessions", "DatabaseFiles",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "PostgreSQLServices",
            dependencies: ["Concurrency", "PostgreSQL", "ServiceDatabase", "Sessions"]
        ),
        // A store that several servers share.
        .target(
            name: "PostgreSQLSessions",
            dependencies: [
                "Cryptography", "Concurrency", "Coordination", "Sessions", "PostgreSQL",
                .product(name: "Metrics", package: "swift-metrics"),
            ]
        ),
        .target(
            name: "StateAPI",
            dependencies: [
                "JSON", "Concurrency", "Cryptography", "HTTPCore", "Coordination", "Documents", "Sessions",
                .product(name: "Logging", package: "swift-log"),
            ],
            plugins: ["EmbedFiles"]
        ),

        // The sessions in memory, for operators and developers.
        .target(
            name: "Inspector",
            dependencies: ["JSON", "Concurrency", "HTTPCore", "Coordination", "Documents", "Sessions", "StateAPI"]
        ),

        // Agents in sessions, by the Model Context Protocol.
        .target(
            name: "Agents",
            dependencies: [
                "Cryptography", "JSON", "Concurrency", "HTTPCore", "Coordination", "Documents", "Sessions", "StateAPI",
            ]
        ),

        // Files that users upload.
        .target(
            name: "Uploads",
            dependencies: [
                "JSON", "Concurrency", "HTTPCore", "Coordination", "Sessions", "StateAPI",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        // The tokens of other systems that sign in users.
        .target(
            name: "IdentityTokens",
            dependencies: ["CGnuTLS", "Concurrency", "Cryptography", "HTTPClient", "JSON", "Coordination", "Sessions"]
        ),
        // Notifications of users while no client follows their sessions.
        .target(
            name: "Notifications",
            dependencies: ["JSON", "HTTPCore", "Coordination", "Sessions", "StateAPI"]
        ),
        // Notifications for browsers.
        .target(
            name: "WebPush",
            dependencies: ["CNettle", "Cryptography", "HTTPClient", "JSON", "Coordination", "Sessions"]
        ),
        // The screens of sessions for renderers of A2UI.
        .target(
            name: "A2UI",
            dependencies: [
                "JSON", "Concurrency", "HTTPCore", "Coordination", "Documents", "Sessions", "StateAPI",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),

        // Signed messages to other systems.
        .target(name: "Webhooks", dependencies: ["Cryptography", "HTTPClient", "JSON", "Coordination", "Sessions"]),
        // The handlers of the effects of accounts: sign-in, passwords, codes, authenticator apps.
        .target(
            name: "Accounts",
            dependencies: [
                "AccountFlows", "CGnuTLS", "Cryptography", "JSON", "Concurrency", "HTTPCore",
                "Coordination",
                "Locales", "ServiceDatabase", "Sessions", "Webhooks",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["AccountDirectory/Passwords/README.md"],
            plugins: ["EmbedFiles"]
        ),
        // The handlers of the effects of the shipped applications.
        .target(
            name: "DemonstrationServices",
            dependencies: [
                "Accounts", "AccountFlows", "Applications", "Coordination", "ServiceDatabase",
                "Sessions",
            ]
        ),

        // The server as a library, and the program.
        .target(
            name: "UsherServer",
            dependencies: [
                "JSON", "Concurrency", "HTTPCore", "MicroHTTP", "Coordination", "Sessions", "StateAPI",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        // Tries whether clients keep the rules of the state API.
        .target(
            name: "Conformance",
            dependencies: [
                "JSON", "Concurrency", "Coordination", "MicroHTTP", "Sessions", "UsherServer",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // The allocator of the program. Debug builds don't link it, because sanitizers have allocators of their own.
        .target(
            name: "Jemalloc",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("jemalloc", .when(configuration: .release))]
        ),
        // Leaves 34 MB of data for languages and calendars out of the program.
        .target(
            name: "NoLocaleData",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]
        ),
        // A program for applications: its commands, settings, stores and accounts.
        .target(
            name: "UsherProgram",
            dependencies: [
                "ClientTypes", "JSON", "Concurrency", "HTTPCore", "MicroHTTP", "Coordination",
                "CoordinationTesting", "Cryptography",
                "A2UI", "Agents", "Documents", "Inspector", "Notifications", "ServiceDatabase", "Sessions",
                "SQLiteSessions", "StateAPI",
                "Uploads",
                "UsherServer",
                .target(name: "AccountFlows", condition: .when(traits: ["Accounts"])),
                .target(name: "Accounts", condition: .when(traits: ["Accounts"])),
                .target(name: "Compression", condition: .when(traits: ["Compression"])),
                .target(name: "Jemalloc", condition: .when(traits: ["Jemalloc"])),
                .target(name: "Locales", condition: .when(traits: ["Languages"])),
                .target(name: "PostgreSQLServices", condition: .when(traits: ["PostgreSQL"])),
                .target(name: "PostgreSQLSessions", condition: .when(traits: ["PostgreSQL"])),
                .target(name: "WebPush", condition: .when(traits: ["WebPush"])),
                .target(name: "Webhooks", condition: .when(traits: ["Webhooks"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ]
        ),
        .executableTarget(
            name: "usher",
            dependencies: [
                "NoLocaleData", "Conformance", "JSON", "Applications", "DemonstrationServices", "UsherProgram",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            // The files of the package that `usher new` makes.
            plugins: ["EmbedFiles"]
        ),

        .testTarget(name: "EmbedFilesTests", plugins: ["EmbedFiles"]),
        .testTarget(name: "JSONTests", dependencies: ["JSON"]),
        .testTarget(name: "CryptographyTests", dependencies: ["Cryptography"]),
        .testTarget(name: "ConcurrencyTests", dependencies: ["Concurrency"]),
        .testTarget(name: "HTTPCoreTests", dependencies: ["HTTPCore", "Concurrency", "Programs"]),
        // A client that sends exactly the bytes it is given, for tests over a socket.
        .target(name: "RawHTTP", dependencies: ["CGnuTLS", "CZlib", "Concurrency"], path: "Tests/RawHTTP"),
        // An event stream and the patches in it, as a client reads them.
        .target(name: "EventStreams", dependencies: ["JSON", "RawHTTP"], path: "Tests/EventStreams"),
        .testTarget(
            name: "MicroHTTPTests",
            dependencies: ["MicroHTTP", "HTTPCore", "Programs", "RawHTTP", "Concurrency"]
        ),
        .testTarget(name: "CompressionTests", dependencies: ["Compression", "HTTPCore", "Programs", "RawHTTP"]),
        .testTarget(
            name: "LocalesTests",
            dependencies: [
                "Locales", "Booking", "StateAPI", "Sessions", "SessionsTesting", "HTTPCore", "Coordination", "JSON",
                "Concurrency",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(name: "HTTPClientTests", dependencies: ["HTTPClient", "RawHTTP"]),
        .testTarget(
            name: "CoordinationTests",
            dependencies: ["Coordination", "CoordinationTesting", "Seats", "JSON", "SampleViews"]
        ),
        .testTarget(
            name: "ApplicationsTests",
            dependencies: ["AccountFlows", "Applications", "Coordination", "CoordinationTesting", "JSON"],
            // Not part of the build: the tests read the snapshots that releases have recorded from the source folder.
            exclude: ["Snapshots"]
        ),
        // The functions that get bytes from strangers, for generated inputs (`make fuzz`).
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Compression",
                "Applications", "Concurrency", "Coordination", "HTTPCore", "JSON", "MicroHTTP", "Sessions", "StateAPI",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/FuzzTargets"
        ),
        .testTarget(name: "FuzzingTests", dependencies: ["CoordinationTesting", "FuzzTargets"]),
        // A screen and elements, for tests of views and of their JSON.
        .target(name: "SampleViews", dependencies: ["Coordination"], path: "Tests/SampleViews"),
        // A small application with effects and timers, for tests of sessions.
        .target(name: "Counter", dependencies: ["Coordination"], path: "Tests/Counter"),
        // A small application with topics, for tests of values that sessions share.
        .target(name: "Seats", dependencies: ["Coordination"], path: "Tests/Seats"),
        // A small application in several languages, with screens that not every client can draw.
        .target(name: "Booking", dependencies: ["Coordination"], path: "Tests/Booking"),
        // A small application with a sign-in, tabs, links and a modal, for tests of sessions and of the API.
        .target(name: "Notebook", dependencies: ["Coordination"], path: "Tests/Notebook"),
        // Runs programs as a user starts them, in folders of their own.
        .target(name: "Programs", dependencies: ["Concurrency"], path: "Tests/Programs"),
        // A disk for SQLite that fails on request, and its content after a power cut.
        .target(
            name: "CFaultyVFS",
            path: "Tests/CFaultyVFS",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        .target(
            name: "FaultyDisk",
            dependencies: ["CFaultyVFS", "Concurrency", "CoordinationTesting"],
            path: "Tests/FaultyDisk"
        ),
        .testTarget(
            name: "FaultyDiskTests",
            dependencies: ["FaultyDisk", "Programs", .product(name: "GRDB", package: "GRDB.swift")]
        ),
        .testTarget(
            name: "SessionsTests",
            dependencies: [
                "Sessions", "SessionsTesting", "Counter", "Notebook", "Seats", "Coordination", "Documents", "JSON",
                "Concurrency",
                "Programs",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "SQLiteSessionsTests",
            dependencies: [
                "SQLiteSessions", "SessionsTesting", "FaultyDisk", "Programs", "Sessions", "Coordination",
                "CoordinationTesting",
                "Concurrency",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(name: "PostgreSQLTests", dependencies: ["PostgreSQL", "PostgreSQLServers", "Concurrency"]),
        .testTarget(
            name: "PostgreSQLSessionsTests",
            dependencies: [
                "PostgreSQLSessions", "PostgreSQLServers", "SessionsTesting", "Sessions", "Coordination", "Concurrency",
                "PostgreSQL", "SQLiteSessions", "Programs", "Counter", .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // A PostgreSQL server that a test starts, stops and restarts.
        .target(
            name: "PostgreSQLServers",
            dependencies: ["Programs", "PostgreSQL", "Concurrency"],
            path: "Tests/PostgreSQLServers"
        ),
        .testTarget(
            name: "ServicesTests",
            dependencies: [
                "PostgreSQLServices",
                "Accounts", "AccountFlows", "DemonstrationServices", "ServiceDatabase", "Applications", "Sessions",
                "SessionsTesting", "Coordination", "HTTPCore", "JSON",
                "Concurrency", "Cryptography", "HTTPClient", "RawHTTP", "Programs", "PostgreSQLServers",
                "PostgreSQL", "PostgreSQLSessions", "Webhooks",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "WebhooksTests",
            dependencies: [
                "Webhooks", "HTTPClient", "APITesting", "RawHTTP", "SessionsTesting", "Sessions", "Coordination",
                "HTTPCore",
                "JSON", "Concurrency",
            ]
        ),
        .testTarget(
            name: "DocumentsTests",
            dependencies: ["Documents", "Coordination", "JSON", "Counter"]
        ),
        // The state API without a socket, and a client of it.
        .target(
            name: "APITesting",
            dependencies: [
                "StateAPI", "Sessions", "SessionsTesting", "Coordination", "HTTPCore", "JSON", "Notebook",
                "Concurrency",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/APITesting"
        ),
        .testTarget(
            name: "ClientTypesTests",
            dependencies: [
                "ClientTypes", "Coordination", "Documents", "JSON", "Programs",
            ],
            exclude: ["Expected"]
        ),
        // Tests/Conformance has the clients that are tried.
        .testTarget(name: "ConformanceTests", dependencies: ["Conformance", "Concurrency"]),
        .testTarget(
            name: "StateAPITests",
            dependencies: [
                "APITesting", "StateAPI", "Documents", "Sessions", "SessionsTesting", "SQLiteSessions", "Coordination",
                "CoordinationTesting", "HTTPCore", "JSON", "Booking", "Notebook", "Concurrency",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "A2UITests",
            dependencies: [
                "APITesting", "A2UI", "StateAPI", "Coordination", "HTTPCore", "JSON",
            ]
        ),
        .testTarget(
            name: "UploadsTests",
            dependencies: [
                "Uploads", "UsherServer", "StateAPI", "Sessions", "SessionsTesting", "Coordination",
                "CoordinationTesting",
                "HTTPCore", "MicroHTTP", "JSON", "RawHTTP", "Concurrency", "Programs",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "IdentityTokensTests",
            dependencies: [
                "IdentityTokens", "APITesting", "CSodium", "HTTPClient", "HTTPCore", "Cryptography", "JSON", "RawHTTP",
                "Sessions",
                "SessionsTesting", "Coordination",
            ]
        ),
        .testTarget(
            name: "NotificationsTests",
            dependencies: [
                "Notifications", "WebPush", "Webhooks", "HTTPClient", "APITesting", "StateAPI", "Sessions",
                "SessionsTesting", "Coordination", "Cryptography", "HTTPCore", "JSON", "RawHTTP", "Concurrency",
            ]
        ),
        .testTarget(
            name: "AgentsTests",
            dependencies: [
                "APITesting", "Agents", "StateAPI", "Sessions", "Coordination", "HTTPCore", "JSON", "Notebook",
            ]
        ),
        .testTarget(
            name: "InspectorTests",
            dependencies: [
                "APITesting", "Inspector", "StateAPI", "Sessions", "Coordination", "HTTPCore", "JSON", "Notebook",
            ]
        ),
        .testTarget(
            name: "UsherTests",
            dependencies: [
                "A2UI", "Agents", "ClientTypes", "Compression", "Inspector",
                "UsherServer", "Applications", "Accounts", "AccountFlows", "DemonstrationServices", "ServiceDatabase",
                "Seats", "StateAPI", "Documents", "Locales", "Sessions",
                "SessionsTesting",
                "Coordination", "CoordinationTesting",
                "HTTPCore", "MicroHTTP", "JSON", "Concurrency", "Programs", "RawHTTP", "EventStreams", "UsherProgram",
                "usher",
                "PostgreSQLServers",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // A server for tests that kill it, starve it and send it invalid data (`make torture`).
        .executableTarget(
            name: "torture-server",
            dependencies: [
                "PostgreSQLServices",
                "Concurrency", "HTTPCore", "MicroHTTP", "Coordination", "Sessions", "SQLiteSessions", "PostgreSQL",
                "PostgreSQLSessions", "ServiceDatabase",
                "StateAPI", "UsherServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/TortureServer"
        ),
        .testTarget(
            name: "TortureTests",
            dependencies: [
                "torture-server", "Programs", "RawHTTP", "EventStreams", "SessionsTesting", "Counter", "Applications",
                "Accounts", "DemonstrationServices", "PostgreSQL",
                "PostgreSQLServers",
                "StateAPI",
                "SQLiteSessions",
                "Sessions", "Coordination", "CoordinationTesting", "HTTPCore", "JSON", "Concurrency",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The folders under Sources are floors, and each target stands in one of them. A floor imports only from those above it in this
// table, and nothing in Core imports an option. Scripts/lint/floors.py checks that, and compares the table with the drawing in
// Documentation/architecture.md.
let floors = [
    "Core/Foundations": ["CSodium", "Concurrency", "Cryptography", "JSON", "JSONValues"],
    "Core/Flows": ["Coordination", "Documents"],
    "Core/Sessions": ["DatabaseFiles", "ServiceDatabase", "SQLiteSessions", "Sessions"],
    "Core/HTTP": ["CMicroHTTPD", "HTTPCore", "MicroHTTP"],
    "Core/Server": ["StateAPI", "UsherServer"],
    "Options/A2UI": ["A2UI"],
    "Options/Accounts": ["AccountFlows", "Accounts", "CPhoneNumbers"],
    "Options/Agents": ["Agents"],
    "Options/Compression": ["CZlib", "Compression"],
    "Options/IdentityTokens": ["IdentityTokens"],
    "Options/Inspector": ["Inspector"],
    "Options/Notifications": ["CNettle", "Notifications", "WebPush"],
    "Options/Uploads": ["Uploads"],
    "Options/Languages": ["CICU", "CLoginText", "Locales"],
    "Options/PostgreSQL": ["CPostgreSQL", "PostgreSQL", "PostgreSQLServices", "PostgreSQLSessions"],
    "Options/TLS": ["CGnuTLS"],
    "Options/Webhooks": ["CCurl", "HTTPClient", "Webhooks"],
    "Tools": ["ClientTypes", "Conformance", "CoordinationTesting", "SessionsTesting", "embed-files"],
    "Program": ["Jemalloc", "NoLocaleData", "UsherProgram", "usher"],
    "Demonstrations": ["Applications", "DemonstrationServices"],
]
for (floor, names) in floors {
    for target in package.targets where names.contains(target.name) {
        target.path = "Sources/\(floor)/\(target.name)"
    }
}

for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings = [
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        // A nonisolated async function runs on its caller's executor, so a call that does not suspend costs no thread hop.
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}

// The targets that take most of the tests' time, optimized but with all assertions, for the commands of the project (Scripts/flags.sh). Without
// this variable no target has flags of its own, because packages that depend on this one would be refused for them.
if Context.environment["USHER_OPTIMIZED"] != nil {
    let optimized = ["JSONValues", "JSON", "Coordination", "CoordinationTesting", "Applications"]
    for target in package.targets where optimized.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
    }
}

// Only these test targets, so that a build that runs no others does not compile them and what they alone depend on.
if let tested = Context.environment["USHER_TEST_TARGETS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !tested.contains($0.name) }
}

// Links libFuzzer, so it is built by `make fuzz` alone.
if Context.environment["USHER_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "fuzz",
            dependencies: ["FuzzTargets", .product(name: "SystemPackage", package: "swift-system")],
            path: "Tests/Fuzzing"
        )
    )
}
