import HTTPCore
import JSON
import Logging
import Sessions

extension StateAPI {
    /// What operators and their machines ask: health, readiness, metrics, and the table of problems.
    func addOperatorRoutes(to routes: inout RouteTable) {
        add(.get, "/healthz", to: &routes) { _, _ in .json(.ok, Array(#"{"status":"alive"}"#.utf8)) }
        add(.get, "/readyz", to: &routes) { _, _ in
            guard let error = await registry.readiness() else {
                return .json(.ok, Array(#"{"status":"ready"}"#.utf8))
            }
            log.warning("not ready", metadata: ["reason": "\(error)"])
            var details = Problem.unavailable.details("The store can't be reached.")
            details.fields.append(.retryAfter, "1")
            return details.response
        }
        add(.get, "/metrics", to: &routes) { _, _ in
            HTTPResponse(
                .ok,
                fields: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: .bytes(Array(metrics().utf8))
            )
        }
        add(.get, "/problems", to: &routes) { _, _ in .json(.ok, Self.list(Problem.allCases)) }
        add(.get, "/problems/:name", to: &routes) { _, parameters async throws(APIError) in
            guard let problem = Problem(rawValue: parameters["name"]) else { throw .problem(.notFound) }
            return .json(.ok, Self.list([problem]))
        }
    }

    private static func list(_ problems: [Problem]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("problems")
        writer.beginArray()
        for problem in problems {
            writer.beginObject()
            writer.member("type", "/problems/\(problem.rawValue)")
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
