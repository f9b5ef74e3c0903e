import AccountFlows
import Coordination

/// A sender that passes every code to several senders, in order.
public struct MultiplexCodeSender: CodeSender {
    private let senders: [any CodeSender]

    /// Combines senders, which are called in this order.
    public init(_ senders: [any CodeSender]) {
        self.senders = senders
    }

    /// Passes a code to each sender, in order.
    ///
    /// - Throws: The error of the first sender that fails. The senders after it do not get the code.
    public func send(_ message: CodeMessage, key: String) async throws {
        for sender in senders { try await sender.send(message, key: key) }
    }
}
