import HTTPCore
import Threads

/// Whether the server wants requests: not any more once it stops, so that a balancer sends them elsewhere.
final class Readiness: Sendable {
    private let isOver = Lock(false)

    /// From now on `/readyz` is answered with 503.
    func end() {
        isOver.withLock { $0 = true }
    }

    /// Responds to `/readyz` once the server stops, and lets every other request pass.
    var gate: some HTTPFilter { Gate(readiness: self) }

    private struct Gate: HTTPFilter {
        let readiness: Readiness
        private let path = Array("/readyz".utf8)

        init(readiness: Readiness) {
            self.readiness = readiness
        }

        func admit(_ request: inout HTTPRequest) -> HTTPResponse? {
            guard request.target.path == path, readiness.isOver.withLock({ $0 }) else { return nil }
            var details = ProblemDetails(.unavailable, detail: "The server is stopping. Send requests to another one.")
            details.fields.append(.retryAfter, "1")
            return details.response
        }
    }
}
