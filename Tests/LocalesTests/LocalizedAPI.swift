import Booking
import Coordination
import HTTPCore
import JSON
import Locales
import Logging
import Sessions
import SessionsTesting
import StateAPI
import Testing

/// The state API without a socket, for the booking application with the formats of all languages.
struct LocalizedAPI: Sendable {
    private let handler: any HTTPHandler

    init() throws {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let registry = try SessionRegistry(
            applications: HostedApplications([BookingApplication.make()]),
            store: MemoryStore(),
            effects: EffectHandlers(),
            clock: ManualClock(),
            log: log
        )
        var settings = StateAPI.Settings()
        settings.localize = { $0.localization(for: $1) }
        handler = StateAPI(registry: registry, settings: settings, log: log).handler()
    }

    /// Starts a session for a client.
    func start(_ client: JSONValue = [:]) async throws -> Client {
        let reply = try await post("/v1/sessions", ["client": client])
        try #require(reply.status == 201)
        return Client(api: self, token: try #require(reply.json["token"]?.stringValue), state: reply.json)
    }

    fileprivate func post(_ path: String, _ body: JSONValue, token: String? = nil) async throws -> (
        status: Int, json: JSONValue
    ) {
        var writer = JSONWriter()
        writer.value(body)
        var fields: HTTPFields = [.contentType: "application/json"]
        if let token { fields.append(.authorization, "Bearer \(token)") }
        let request = HTTPRequest(method: .post, target: HTTPTarget(path), fields: fields, body: writer.bytes)
        let response = await handler.respond(to: request)
        return (response.status.code, try JSONValue(parsing: response.body.bytes))
    }

    /// A client of one session, with the last state that it has received.
    struct Client {
        fileprivate let api: LocalizedAPI
        fileprivate let token: String
        private(set) var state: JSONValue

        fileprivate init(api: LocalizedAPI, token: String, state: JSONValue) {
            self.api = api
            self.token = token
            self.state = state
        }

        private var focus: String { state["focus"]?.stringValue ?? "none" }
        var focused: JSONValue? { state["screens"]?[focus] }

        /// The texts of the screen in focus.
        var texts: [String] { (focused?["view"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue } }

        /// Reports an output of the screen in focus, and returns the response.
        func send(_ output: String) async throws -> (status: Int, json: JSONValue) {
            let id = state["id"]?.stringValue ?? ""
            return try await api.post("/v1/sessions/\(id)/screens/\(focus)/outputs/\(output)", [:], token: token)
        }

        mutating func report(_ output: String) async throws {
            let reply = try await send(output)
            try #require(reply.status == 200)
            state = reply.json
        }
    }
}
