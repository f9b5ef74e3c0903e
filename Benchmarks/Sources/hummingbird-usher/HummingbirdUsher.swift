import Applications
import ArgumentParser
import Coordination
import Foundation
import HTTPCore
import HTTPTypes
import Hummingbird
import Logging
import Sessions
import StateAPI

/// Usher's state API, sessions and applications, unchanged, behind Hummingbird instead of Usher's own HTTP layer.
@main
struct HummingbirdUsher: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "hummingbird-usher")

    @Option(help: "The port to listen on; 0 chooses a free one.")
    var port = 0

    func run() async throws {
        var log = Logger(label: "usher")
        log.logLevel = .warning
        var effects = EffectHandlers()
        guard let phone = PhoneNumber("+491701234567") else { fatalError("The demo account needs a telephone number.") }
        // The measurement begins after the login, so every login succeeds.
        effects.on(SignIn.self) { _, _ in .account(Account(id: "1", phones: [phone])) }
        let registry = try SessionRegistry(
            applications: HostedApplications([try ItemsApplication.make()]),
            store: MemoryStore(),
            effects: effects,
            clock: try SystemClock(),
            log: log
        )
        try await registry.open()
        let app = Hummingbird.Application(
            responder: StateResponder(handler: StateAPI(registry: registry, log: log).handler()),
            configuration: .init(address: .hostname("127.0.0.1", port: port), serverName: nil),
            onServerRunning: { channel in
                let address = "ready http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n"
                try? FileHandle.standardOutput.write(contentsOf: Data(address.utf8))
            }
        )
        try await app.runService()
    }
}

/// Forwards Hummingbird's requests to an Usher handler, and returns its responses.
struct StateResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    let handler: any HTTPHandler

    func respond(to request: Request, context: Context) async throws -> Response {
        let body = try await request.body.collect(upTo: 65_536)
        var fields = HTTPCore.HTTPFields()
        for field in request.headers {
            guard let name = HTTPFieldName(field.name.rawName) else { continue }
            fields.append(name, field.value)
        }
        let response = await handler.respond(
            to: HTTPCore.HTTPRequest(
                method: HTTPMethod(rawValue: request.method.rawValue) ?? .get,
                target: HTTPTarget(request.uri.description),
                fields: fields,
                body: Array(body.readableBytesView)
            )
        )
        var headers = HTTPTypes.HTTPFields()
        for line in response.fields.lines {
            guard let name = HTTPField.Name(line.name) else { continue }
            headers.append(HTTPField(name: name, value: line.value))
        }
        return Response(
            status: .init(code: response.status.code),
            headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: response.body.bytes))
        )
    }
}
