import Concurrency
import JSON

/// Something that the network does to a request or to its response.
struct Fault: Sendable {
    enum Action: Sendable {
        /// The request does not reach the server, and the connection ends.
        case loseRequest
        /// The server acts, and the connection ends without its response.
        case loseResponse
        /// The request reaches the server twice at once, and the client gets the response that comes first.
        case double
        /// The request reaches the server when the gate opens.
        case holdRequest(Gate)
        /// The response reaches the client when the gate opens.
        case holdResponse(Gate)
        /// The client gets this response, and the server never sees the request.
        case respond(HTTPMessage)
    }

    let action: Action
    /// The number of requests that meet it, or `nil` for all.
    var times: Int?
    /// The requests that meet it.
    let applies: @Sendable (RecordedRequest) -> Bool
}

/// A point at which the relay waits until a case lets it go on.
final class Gate: Sendable {
    private let isOpen = Monitor(false)

    func open() { isOpen.withLock { $0 = true } }

    /// Waits until the gate is open, and half a minute at most.
    func pass() {
        let deadline = ContinuousClock.now + .seconds(30)
        isOpen.wait(while: { !$0 && ContinuousClock.now < deadline }, recheckAfter: { _ in 100 }) { _ in }
    }
}
