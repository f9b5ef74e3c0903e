import Concurrency
import Documents
import HTTPCore
import JSON
import Logging
import Sessions

extension StateAPI {
    /// Adds the health check, which uses nothing but the event loop.
    func addHealthRoute(to routes: inout RouteTable) {
        add(.get, "/healthz", to: &routes) { call throws(APIError) in
            call.respond(.json(.ok, Array(#"{"status":"alive"}"#.utf8)))
        }
    }

    /// Adds readiness and metrics.
    ///
    /// - Parameters:
    ///   - routes: The table that gets the routes.
    ///   - isPublic: Whether clients reach the routes; then only this machine gets the metrics.
    func addOperationsRoutes(to routes: inout RouteTable, isPublic: Bool) {
        add(.get, "/readyz", to: &routes) { [self] call throws(APIError) in
            readinessCheck.run(on: call.reply.queue) { [self] in call.respond(readiness($0)) }
        }
        add(.get, "/metrics", to: &routes) { [self] call throws(APIError) in
            guard !isPublic || call.request.isFromThisMachine else { throw .problem(.notFound) }
            call.respond(
                HTTPResponse(
                    .ok,
                    fields: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                    body: .bytes(Array(metrics(OpenResponses(streams: streams.count, waits: waits.count)).utf8))
                )
            )
        }
    }

    /// Adds the table of problems.
    func addProblemRoutes(to routes: inout RouteTable) {
        let all = HTTPResponse.json(.ok, Self.list(Self.problems)).reused
        add(.get, "/problems", to: &routes) { call throws(APIError) in call.respond(all) }
        add(.get, "/problems/:name", to: &routes) { call throws(APIError) in
            guard let problem = Self.problems.first(where: { $0.name.hasSameBytes(as: call.parameters["name"]) }) else {
                throw .problem(.notFound)
            }
            call.respond(.json(.ok, Self.list([problem])))
        }
    }

    private func readiness(_ error: StoreError?) -> HTTPResponse {
        guard let error else {
            _ = readinessOutage.withLock { $0.succeeded(at: .now) }
            let stalled = registry.stalledQueues
            guard let queue = stalled.first else { return .json(.ok, ready) }
            var details = ProblemDetails(
                .unavailable,
                detail: "No thread of the effect queue '\(queue)' has been free for a minute."
            )
            details.fields.append(.retryAfter, "5")
            return details.response
        }
        if let omitted = readinessOutage.withLock({ $0.failed(at: .now) }) {
            log.warning(
                "Store probe failed",
                metadata: ["reason": "\(error)", "omitted": .stringConvertible(omitted)]
            )
        }
        var details = ProblemDetails(.unavailable, detail: "The store is unavailable.")
        details.fields.append(.retryAfter, "1")
        return details.response
    }

    /// The body of a response that says what the store promises.
    private var ready: [UInt8] {
        let promises = registry.promises
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("status", "ready")
        writer.key("store")
        writer.beginObject()
        writer.member("durability", promises.durability.rawValue)
        writer.member("survivesFailover", promises.survivesFailover)
        writer.member("sharing", promises.sharing.rawValue)
        writer.endObject()
        writer.key("effects")
        writer.beginObject()
        writer.key("hanging")
        writer.integer(Int64(clamping: registry.hangingCalls))
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    private static func list(_ problems: [ProblemType]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("problems")
        writer.beginArray()
        for problem in problems {
            writer.beginObject()
            writer.member("type", problem.uri)
            writer.member("title", problem.title)
            writer.key("status")
            writer.integer(problem.status.code)
            writer.member("advice", problem.advice)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }
}
