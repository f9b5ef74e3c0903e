import Applications
import Coordination
public import Logging

/// Sends nothing and notes in the log that a code was made, for a server that has no gateway yet.
public struct LoggingCodeSender: CodeSender {
    private let log: Logger
    private let showsCodes: Bool

    /// Makes a sender.
    ///
    /// - Parameters:
    ///   - log: Where codes are noted.
    ///   - showsCodes: Whether the code itself stands in the log; for development only, since whoever reads the log can
    ///     verify any number then.
    public init(log: Logger, showsCodes: Bool = false) {
        self.log = log
        self.showsCodes = showsCodes
    }

    /// Notes that a code was made.
    public func send(_ message: CodeMessage, key: String) async {
        var metadata: Logger.Metadata = ["to": "\(message.phone.masked)"]
        if showsCodes { metadata["code"] = "\(message.code.exposed)" }
        log.info("code sent", metadata: metadata)
    }
}
