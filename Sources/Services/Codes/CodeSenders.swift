import Applications
import Coordination

/// Several senders as one: each gets every code, in order.
public struct CodeSenders: CodeSender {
    private let senders: [any CodeSender]

    /// Collects senders.
    public init(_ senders: [any CodeSender]) {
        self.senders = senders
    }

    /// Hands a code to each sender.
    ///
    /// - Throws: What a sender throws; those after it get nothing.
    public func send(_ message: CodeMessage, key: String) async throws {
        for sender in senders { try await sender.send(message, key: key) }
    }
}
