import Applications
import Coordination
import Foundation
import HTTPCore
import JSON
import MicroHTTP
import Programs
import RawHTTP
import Testing
import UsherServer

@Suite("The files that let apps on phones open the links of a host")
struct AssociationFilesTests {
    private static let fingerprints = ["1", "a"].map { digit in
        Array(repeating: "\(digit)0", count: 32).joined(separator: ":")
    }

    @Test("each claimed host has the files for its applications' links, and no other host has any")
    func hosts() async throws {
        try await run(folder: nil) { server in
            let apple = try get("apple-app-site-association", from: "shop.example.com", on: server)
            #expect(apple.status == 200 && apple.field("content-type") == "application/json")
            #expect(
                try JSONValue(parsing: apple.body) == [
                    "applinks": [
                        "details": [
                            [
                                "appIDs": ["ABCDE12345.com.example.shop"],
                                "components": [
                                    ["/": "/"], ["/": "/?*"], ["/": "/caf%C3%A9"], ["/": "/product/?*/price"],
                                ],
                            ]
                        ]
                    ]
                ]
            )
            let android = try get("assetlinks.json", from: "SHOP.example.com:8443", on: server)
            #expect(android.status == 200 && android.field("content-type") == "application/json")
            let relation: JSONValue = "delegate_permission/common.handle_all_urls"
            #expect(
                try JSONValue(parsing: android.body) == [
                    [
                        "relation": [relation],
                        "target": [
                            "namespace": "android_app", "package_name": "com.example.shop",
                            "sha256_cert_fingerprints": .array(
                                Self.fingerprints.map { .string($0.uppercased()) }
                            ),
                        ],
                        "relation_extensions": [
                            "delegate_permission/common.handle_all_urls": [
                                "dynamic_app_link_components": [
                                    ["/": "/"], ["/": "/?*"], ["/": "/caf%C3%A9"], ["/": "/product/?*/price"],
                                ]
                            ]
                        ],
                    ]
                ]
            )
            let kanji = try get("apple-app-site-association", from: "kanji.example", on: server)
            #expect(kanji.text.contains(#""components":[{"/":"/"},{"/":"/?*"}]"#))
            for host in ["localhost", "example.com", "unlisted.example"] {
                let response = try get("apple-app-site-association", from: host, on: server)
                #expect(response.status == 404 && response.field("content-type") == "application/problem+json")
            }
            let head = try get("assetlinks.json", from: "kanji.example", method: "HEAD", on: server)
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(try get("assetlinks.json", from: "kanji.example", method: "DELETE", on: server).status == 405)
        }
    }

    @Test("a file in the folder of the web client comes first, and a server without apps makes none")
    func precedence() async throws {
        let folder = try TemporaryFolder()
        let wellKnown = URL(filePath: folder.path).appending(path: ".well-known")
        try FileManager.default.createDirectory(at: wellKnown, withIntermediateDirectories: false)
        try Data("[]".utf8).write(to: wellKnown.appending(path: "assetlinks.json"))
        try await run(folder: folder.path) { server in
            let (android, apple) = (
                try get("assetlinks.json", from: "kanji.example", on: server),
                try get("apple-app-site-association", from: "kanji.example", on: server)
            )
            #expect(android.text == "[]" && apple.status == 200)
        }
        try await run(folder: nil, apps: []) { server in
            let none = try get("apple-app-site-association", from: "kanji.example", on: server)
            #expect(none.status == 404)
        }
    }

    @Test("apps are named by what Apple and Android take")
    func names() throws {
        for id in ["ABCDE12345.com.example.shop", "0123456789.a-b"] { #expect(MobileApp(apple: id)?.description == id) }
        for id in [
            "", "ABCDE12345", "ABCDE12345.", "abcde12345.com", "ABCDE1234.com", "ABCDE12345.a..b", "ABCDE12345.é",
        ] {
            #expect(MobileApp(apple: id) == nil, "\(id)")
        }
        let print = Self.fingerprints[1]
        #expect(MobileApp(android: "com.example_1=\(print)")?.description == "com.example_1=\(print.uppercased())")
        for text in [
            "", "com.example", "=\(print)", "com.example=\(print):00", "com.example=\(print.dropLast())",
            "a=\(print.dropLast())g",
        ] {
            #expect(MobileApp(android: text) == nil, "\(text)")
        }
    }

    /// Runs a server with three applications, one of which lists no links, and one app for each kind of phone.
    private func run(
        folder: String?,
        apps: [MobileApp] = [MobileApp(apple: "ABCDE12345.com.example.shop")].compactMap { $0 }
            + fingerprints.compactMap { MobileApp(android: "com.example.shop=\($0)") },
        _ body: @escaping @Sendable (RunningServer) throws -> Void
    ) async throws {
        func application<Link: DeepLink>(_ name: String, _ links: Link.Type, _ hosts: [String]) throws -> Application {
            try Application(
                name,
                title: name,
                root: LinkedCoordinator<Link>.self,
                factory: (),
                hosts: hosts
            )
        }
        let applications = [
            try application("kanji", KanjiLink.self, ["Shop.example.com", "kanji.example"]),
            try application("cafe", CafeLink.self, ["shop.example.com"]),
            try application("unlisted", UnlistedLink.self, ["unlisted.example"]),
        ]
        try await RunningServer.run(
            configure: { settings in
                settings.publicFolder = folder
                settings.mobileApps = apps
                settings.http.hostNames = ["*"]
            },
            applications: applications,
            body
        )
    }

    private func get(
        _ file: String,
        from host: String,
        method: String = "GET",
        on server: RunningServer
    ) throws -> RawResponse {
        let client = try server.connect()
        try client.send("\(method) /.well-known/\(file) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        return try #require(try client.readResponse(toHead: method == "HEAD"))
    }
}

private struct LinkedPlace: Screen {
    static let name = "place"
    var title: String { "Place" }
    var view: ScreenView { Heading("Place") }
}

private final class LinkedCoordinator<Link: DeepLink>: ApplicationCoordinator {
    typealias State = NoState
    func start() { push(LinkedPlace()) }
    func open(_ link: Link) throws {}
    static var wiring: Wiring<LinkedCoordinator> { [.shows(LinkedPlace.self)] }
}

private struct CafeLink: DeepLink {
    static let patterns = ["café", "product/{id}/price", ""]
    init?(path: [String], query: [String: String]) {}
}

private struct UnlistedLink: DeepLink {
    init?(path: [String], query: [String: String]) {}
}
