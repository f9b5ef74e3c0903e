import Concurrency
import HTTPCore

/// The readiness of the server: it ends when the server stops, so that a balancer sends requests elsewhere.
final class Readiness: Sendable {
    private let isStopping = Lock(false)

    /// Ends the readiness, so that `/readyz` responds with 503 from now on.
    func end() {
        isStopping.withLock { $0 = true }
    }

    /// A filter that responds to `/readyz` once the server stops, and passes every other request on.
    var filter: some HTTPFilter { ReadinessFilter(readiness: self) }

    private struct ReadinessFilter: HTTPFilter {
        let readiness: Readiness
        private let path = Array("/readyz".utf8)

        init(readiness: Readiness) {
            self.readiness = readiness
        }

        func intercept(_ request: inout HTTPRequest) -> HTTPResponse? {
            guard request.target.path == path, readiness.isStopping.withLock({ $0 }) else { return nil }
            var details = ProblemDetails(.unavailable, detail: "The server is stopping. Send requests to another one.")
            details.fields.append(.retryAfter, "1")
            return details.response
        }
    }
}
