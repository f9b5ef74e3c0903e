import ArgumentParser
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import PeerState

/// A hand-written handler that does the work of a durable tap: it checks the token, applies a transition to the state of the
/// session, commits it, and responds with the whole document.
@main
struct HummingbirdSQLite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "hummingbird-sqlite")

    @Option var port = 0
    /// The file of the database, which is made.
    @Option var store: String
    /// A file with the sessions, as the load generator reads it.
    @Option var sessions: String
    /// Files with the responses of Usher to a tap that opens an item, and to one that goes back.
    @Option var opened: String
    @Option var closed: String

    func run() async throws {
        let lines = try String(contentsOfFile: sessions, encoding: .utf8).split(separator: "\n")
        let store = try SessionStore(path: store, sessions: lines)
        let documents = try Documents(opened: read(opened), closed: read(closed))
        let router = Router()
        router.get("v1/sessions/:id") { request, context in
            let id = try context.parameters.require("id")
            return try documents.response(id, await store.state(of: id, token: token(of: request)))
        }
        router.post("v1/sessions/:id/screens/:key/outputs/itemSelected") { request, context in
            let (id, key) = try (context.parameters.require("id"), context.parameters.require("key"))
            let item = try await request.decode(as: Int.self, context: context)
            guard documents.items.indices.contains(item) else { throw HTTPError(.unprocessableContent) }
            let state = try await store.change(id, token: token(of: request)) { try $0.select(item, on: key) }
            return try documents.response(id, state)
        }
        router.post("v1/sessions/:id/back") { request, context in
            let id = try context.parameters.require("id")
            let state = try await store.change(id, token: token(of: request)) { $0.goBack() }
            return try documents.response(id, state)
        }
        let app = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: port), serverName: nil),
            onServerRunning: { channel in
                let address = "ready http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n"
                try? FileHandle.standardOutput.write(contentsOf: Data(address.utf8))
            }
        )
        try await app.runService()
    }

    private func read(_ file: String) throws -> StateResponse {
        try JSONDecoder().decode(StateResponse.self, from: Data(contentsOf: URL(filePath: file)))
    }
}

/// Returns the digest of a request's bearer token, which the store compares.
private func token(of request: Request) throws -> SHA256.Digest {
    let scheme = "Bearer "
    guard let field = request.headers[.authorization], field.hasPrefix(scheme) else { throw HTTPError(.unauthorized) }
    return SHA256.hash(data: Data(field.utf8.dropFirst(scheme.utf8.count)))
}
