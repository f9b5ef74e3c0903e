import ArgumentParser
import Foundation
import Hummingbird
import PeerState

/// A hand-written handler: it decodes the output, encodes the response, and stores nothing.
@main
struct HummingbirdPeer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "hummingbird-peer")

    @Option(help: "The port to listen on; 0 chooses a free one.")
    var port = 0

    @Option(help: "A file with a state from a response of Usher.")
    var response: String

    func run() async throws {
        let state = try JSONDecoder().decode(StateResponse.self, from: Data(contentsOf: URL(filePath: response)))
        let router = Router()
        router.get("v1/sessions/:id") { _, _ in AnyResponse(state: state, revision: state.revision) }
        router.post("v1/sessions/:id/screens/:key/outputs/:name") { request, context in
            let item = try await request.decode(as: Int.self, context: context)
            return AnyResponse(state: state, revision: item)
        }
        router.post("v1/sessions/:id/back") { _, _ in AnyResponse(state: state, revision: state.revision) }
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
}

/// A state with its response header fields.
struct AnyResponse: ResponseGenerator {
    var state: StateResponse
    var revision: Int

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var state = state
        state.revision = revision
        var response = try context.responseEncoder.encode(state, from: request, context: context)
        response.headers[.eTag] = "\"\(revision)\""
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
