import HTTPCore
import Threads

/// Whether the server wants requests: not any more once it stops, so that a balancer sends them elsewhere.
final class Readiness: Sendable {
    private let isOver = Lock(false)

    /// From now on `/readyz` is answered with 503.
    func end() {
        isOver.withLock { $0 = true }
    }

    /// Answers `/readyz` itself once the server stops, and leaves everything else to a handler.
    func gate(_ next: any HTTPHandler) -> any HTTPHandler {
        Gate(readiness: self, next: next)
    }

    private struct Gate: HTTPHandler {
        let readiness: Readiness
        let next: any HTTPHandler
        private let path = Array("/readyz".utf8)

        init(readiness: Readiness, next: any HTTPHandler) {
            self.readiness = readiness
            self.next = next
        }

        func respond(to request: HTTPRequest) async -> HTTPResponse {
            guard request.target.path == path, readiness.isOver.withLock({ $0 }) else {
                return await next.respond(to: request)
            }
            var details = ProblemDetails(
                .serviceUnavailable,
                type: "/problems/unavailable",
                title: "The server is stopping",
                detail: "Send requests to another one."
            )
            details.fields.append(.retryAfter, "1")
            return details.response
        }
    }
}
