import Compression
import Concurrency
import Glibc
import HTTPCore
import JSON
import MicroHTTP
import Programs
import RawHTTP
import SessionsTesting
import StateAPI
import Testing
import UsherServer

/// The cost of the most expensive request of each route, against a plain `GET` of the state in the same run.
///
/// The measure is the processor time of the only event loop, which all clients share, and the size of the response. Work on
/// other threads is bounded by queues, as ``HistoryFloodTests`` checks.
@Suite("The cost of each route", .serialized, .disabled(if: Sanitizer.isRunning, "A sanitizer changes times."))
struct RouteCostTests {
    /// A request of a route, made anew for each measurement.
    fileprivate struct Row: Sendable {
        /// The most processor time of the event loop, in times of a `GET` of the state.
        var time: Double
        /// The most bytes of a response.
        var bytes = 64 << 10
        var fields: [String: String] = [:]
        var body: (@Sendable (AppClient) throws -> JSONValue)?
        /// Returns the path, by default the template with the client's values.
        var path: (@Sendable (AppClient) throws -> String)?
    }

    private static let key = ["Idempotency-Key": "\"a key of sixteen bytes\""]
    private static let gzip = ["Accept-Encoding": "gzip"]

    /// The rows of the table.
    ///
    /// A route without a row fails the test.
    private static let rows: [String: Row] = [
        "GET /healthz": Row(time: 8),
        "GET /readyz": Row(time: 8),
        "GET /metrics": Row(time: 8, fields: gzip),
        "GET /openapi.json": Row(time: 8, bytes: 512 << 10, fields: gzip),
        "GET /problems": Row(time: 8, fields: gzip),
        "GET /problems/{name}": Row(time: 8, path: { _ in "/problems/unauthorized" }),
        "GET /v1/apps": Row(time: 8, fields: gzip),
        "GET /v1/apps/{app}": Row(time: 8, bytes: 256 << 10, fields: gzip),
        "GET /v1/apps/{app}/map": Row(
            time: 8,
            bytes: 256 << 10,
            fields: gzip,
            path: { _ in "/v1/apps/items/map?format=svg" }
        ),
        "POST /v1/sessions": Row(time: 15, body: { _ in ["app": "items"] }),
        "GET /v1/sessions/{id}": Row(time: 8, fields: gzip),
        "DELETE /v1/sessions/{id}": Row(time: 8),
        "POST /v1/sessions/{id}/resume": Row(time: 8, body: { _ in ["app": "items"] }),
        "POST /v1/sessions/{id}/screens/{key}/outputs/{name}": Row(
            time: 15,
            body: { _ in 3 },
            path: { "\($0.path)/screens/\($0.focus)/outputs/itemSelected" }
        ),
        "GET /v1/sessions/{id}/screens/{key}/rows/{name}": Row(
            time: 15,
            path: { "\($0.path)/screens/\($0.focus)/rows/none" }
        ),
        "POST /v1/sessions/{id}/back": Row(time: 15, body: { _ in [:] }),
        "POST /v1/sessions/{id}/dismiss": Row(time: 15, body: { _ in [:] }),
        "POST /v1/sessions/{id}/tabs/{key}": Row(time: 15, path: { "\($0.path)/tabs/\($0.key(ofTab: "settings"))" }),
        "POST /v1/sessions/{id}/links": Row(time: 15, body: { _ in ["url": "usher://items/settings"] }),
        "GET /v1/sessions/{id}/events": Row(time: 8, fields: ["Accept": "text/event-stream"]),
        "GET /v1/sessions/{id}/history": Row(time: 8, bytes: 2 << 20, path: { "\($0.path)/history?limit=100" }),
        "GET /v1/sessions/{id}/revisions/{revision}": Row(time: 8, path: { "\($0.path)/revisions/\($0.revision)" }),
        "GET /v1/sessions/{id}/revisions/{revision}/snapshot": Row(
            time: 8,
            bytes: 256 << 10,
            path: { "\($0.path)/revisions/\($0.revision)/snapshot" }
        ),
        "POST /v1/sessions/{id}/forks": Row(time: 15, body: { ["revision": .integer($0.revision)] }),
        "POST /v1/sessions/{id}/handoffs": Row(time: 8, body: { _ in [:] }),
        "POST /v1/handoffs/{code}": Row(
            time: 8,
            fields: key,
            body: { _ in [:] },
            path: { "/v1/handoffs/\($0.id).\($0.token)" }
        ),
        "GET /v1/sessions/{id}/credentials": Row(time: 8),
        "DELETE /v1/sessions/{id}/credentials/{credential}": Row(time: 8, path: { "\($0.path)/credentials/none" }),
        "POST /v1/sessions/{id}/a2ui": Row(
            time: 30,
            body: { client in
                let context: JSONValue = ["screen": .string(client.focus), "payload": 3]
                return ["version": "v0.9", "action": ["name": "itemSelected", "context": context]]
            }
        ),
        "POST /v1/sessions/{id}/agents": Row(time: 8, body: { _ in [:] }),
        "POST /v1/agents/{code}": Row(
            time: 8,
            fields: key,
            body: { _ in [:] },
            path: { "/v1/agents/\($0.id).\($0.token)" }
        ),
        "POST /mcp": Row(
            time: 8,
            body: { _ in ["jsonrpc": "2.0", "id": 1, "method": "tools/list"] },
            path: { _ in "/mcp" }
        ),
        "GET /mcp": Row(time: 8, fields: ["Accept": "text/event-stream"], path: { _ in "/mcp" }),
        "GET /v1/sessions/{id}/account/sessions": Row(time: 15),
        "DELETE /v1/sessions/{id}/account/sessions": Row(time: 15),
        "DELETE /v1/sessions/{id}/account/sessions/{other}": Row(
            time: 8,
            path: { "\($0.path)/account/sessions/none" }
        ),
        "GET /v1/inspector/sessions": Row(time: 8, path: { _ in "/v1/inspector/sessions?limit=100" }),
        "GET /v1/inspector/sessions/{id}": Row(time: 8, bytes: 256 << 10, path: { "/v1/inspector/sessions/\($0.id)" }),
        "GET /v1/inspector/sessions/{id}/history": Row(
            time: 8,
            bytes: 2 << 20,
            path: { "/v1/inspector/sessions/\($0.id)/history?limit=100" }
        ),
        "GET /v1/inspector/sessions/{id}/revisions/{revision}": Row(
            time: 8,
            path: { "/v1/inspector/sessions/\($0.id)/revisions/\($0.revision)" }
        ),
        "GET /v1/inspector/sessions/{id}/revisions/{revision}/snapshot": Row(
            time: 8,
            bytes: 256 << 10,
            path: { "/v1/inspector/sessions/\($0.id)/revisions/\($0.revision)/snapshot" }
        ),
        "POST /v1/inspector/sessions/{id}/forks": Row(
            time: 15,
            body: { ["revision": .integer($0.revision)] },
            path: { "/v1/inspector/sessions/\($0.id)/forks" }
        ),
        "GET /v1/inspector/events": Row(time: 8, fields: ["Accept": "text/event-stream"]),
        "GET /dev/inbox": Row(time: 8),
    ]

    @Test("no request of any route costs much more than reading the state does, or gets a much larger response")
    func table() async throws {
        let failures = Lock<[String]>([])
        try await RunningServer.run(
            configure: { settings in
                settings.http.loopCount = 1
                settings.api.hasDevelopmentRoutes = true
                settings.compression = CompressionFilter(level: 6)
                settings.api.limits.addressNewSessions = RateLimit(0, per: .seconds(60))
                settings.api.limits.accountRequests = RateLimit(0, per: .seconds(60))
            },
            routes: { routes, _ in
                routes.add(.get, "/dev/time") { _, _, reply in
                    var time = timespec()
                    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
                    reply.send(.text("\(time.tv_sec * 1_000_000_000 + time.tv_nsec)"))
                }
            }
        ) { server in
            let routes = try Self.routes(of: server).filter { $0 != "GET /dev/time" }
            #expect(Set(routes) == Set(Self.rows.keys), "\(Set(routes).symmetricDifference(Self.rows.keys))")
            let watch = try server.connect()
            let plain = try Self.cost(of: Row(time: 0), "GET /v1/sessions/{id}", server, watch)
            var table = ""
            for route in routes.sorted() {
                guard let row = Self.rows[route] else { continue }
                let (time, bytes, status) = try Self.cost(of: row, route, server, watch)
                table += "| `\(route)` | \(Int((time / plain.time * 10).rounded())) | \(bytes) | \(status) |\n"
                if status >= 500 || status == 429 {
                    failures.withLock { $0.append("\(route): the status is \(status)") }
                }
                if time > plain.time * row.time {
                    failures.withLock { $0.append("\(route): \(time / plain.time) times the time of a plain GET") }
                }
                if bytes > row.bytes { failures.withLock { $0.append("\(route): \(bytes) bytes") } }
            }
            if unsafe getenv("USHER_PRINT_COSTS") != nil { print(table) }
        }
        #expect(failures.withLock { $0 } == [])
    }

    /// Returns all routes of the server, from the document that is made of its table.
    private static func routes(of server: RunningServer) throws -> [String] {
        let body = try server.connect().exchange("GET", "/openapi.json").body
        let document = try JSONValue(parsing: body, limits: .stored)
        var routes: [String] = []
        for path in document["paths"]?.objectValue?.members ?? [] {
            for operation in path.value.objectValue?.members ?? []
            where ["get", "post", "put", "delete", "patch"].contains(operation.key) {
                routes.append("\(operation.key.uppercased()) \(path.key)")
            }
        }
        return routes
    }

    /// Returns the shortest of some measurements, each with a session of its own.
    private static func cost(
        of row: Row,
        _ route: String,
        _ server: RunningServer,
        _ watch: RawClient
    ) throws -> (time: Double, bytes: Int, status: Int) {
        var best = (time: Double.infinity, bytes: 0, status: 0)
        for _ in 0..<4 {
            let client = try server.startInMain()
            let parts = route.split(separator: " ")
            let path = try row.path?(client) ?? String(parts[1]).replacing(client)
            var fields = row.fields
            fields["Authorization"] = "Bearer \(client.token)"
            fields["Prefer"] = "wait=0"
            let request = RawClient.request(String(parts[0]), path, try row.body?(client), fields: fields)
            let connection = try server.connect()
            // The first one on the connection is not measured.
            _ = try connection.exchange("GET", "/healthz")
            let begin = try loopTime(watch)
            try connection.send(request)
            let response = try connection.readResponse()
            let time = try loopTime(watch) - begin
            best = (min(best.time, time), max(best.bytes, response?.body.count ?? 0), response?.status ?? 0)
        }
        return best
    }

    private static func loopTime(_ client: RawClient) throws -> Double {
        Double(try client.exchange("GET", "/dev/time").text) ?? .nan
    }
}

extension String {
    /// The template of a path with the values of a client.
    fileprivate func replacing(_ client: AppClient) -> String {
        split(separator: "/", omittingEmptySubsequences: false).map { segment in
            switch segment {
            case "{id}": client.id
            case "{key}": client.focus
            case "{app}": "items"
            default: String(segment)
            }
        }.joined(separator: "/")
    }
}
