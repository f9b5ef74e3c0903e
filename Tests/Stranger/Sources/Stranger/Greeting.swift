public import HTTPCore

/// A handler that greets every caller.
public struct Greeting: HTTPHandler {
    /// Creates the handler.
    public init() {}

    /// Replies with the greeting.
    public func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        reply.send(.text("Hello from another package"))
    }
}
