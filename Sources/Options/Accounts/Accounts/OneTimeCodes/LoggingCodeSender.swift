import AccountFlows
import Coordination
public import Logging

/// A sender that only logs that a code was created, for a server without a gateway.
public struct LoggingCodeSender: CodeSender {
    private let log: Logger
    private let showsCodes: Bool

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - log: The logger for the entries.
    ///   - showsCodes: Whether the entry contains the code. For development only: any reader of the log can then verify
    ///     any number.
    public init(log: Logger, showsCodes: Bool = false) {
        self.log = log
        self.showsCodes = showsCodes
    }

    /// Logs an entry with the masked number, and with the code if codes are shown.
    public func send(_ message: CodeMessage, key: String) async {
        var metadata: Logger.Metadata = ["to": "\(message.phone.masked)"]
        if showsCodes { metadata["code"] = "\(message.code.exposed)" }
        log.info("Code sent", metadata: metadata)
    }
}
