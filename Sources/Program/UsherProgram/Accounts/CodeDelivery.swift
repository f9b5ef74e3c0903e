#if Accounts
import Accounts
import Logging
import Sessions

/// The way in which the settings let one-time codes reach users: a gateway, the inbox for development, or neither.
struct CodeDelivery {
    /// The sentence for a server that has no means to send codes.
    static let unavailable = """
        One-time codes can't be sent, so users can't sign up or verify a phone number; set --code-webhook, or --dev for \
        development.
        """

    /// The gateway, or `nil` without one.
    private let gateway: WebhookAddress?
    private let isDevelopment: Bool

    /// Whether codes reach a gateway or, in development, the inbox.
    var isAvailable: Bool { gateway != nil || isDevelopment }

    /// Reads the secrets of the gateway, if there is one.
    ///
    /// - Throws: ``StartError`` if the file with the secrets is missing or can't be used.
    init(_ settings: ProgramSettings) throws(StartError) {
        isDevelopment = settings.isDevelopment
        gateway = try WebhookAddress(
            settings.codeWebhook,
            secretFile: settings.codeWebhookSecretFile,
            setting: "code-webhook"
        )
    }

    /// Makes the sender.
    ///
    /// - Parameters:
    ///   - inbox: The inbox for development, if there is one.
    ///   - clock: The clock for timestamps.
    ///   - log: The logger for deliveries.
    /// - Returns: The sender, or `nil` if codes can't be sent.
    func sender(inbox: DevInbox?, clock: any WallClock, log: Logger) -> (any CodeSender)? {
        var senders: [any CodeSender] = []
        if let gateway { senders.append(WebhookCodeSender(gateway.webhook(clock: clock), clock: clock, log: log)) }
        if let inbox { senders += [LoggingCodeSender(log: log, showsCodes: true), inbox] }
        return senders.isEmpty ? nil : MultiplexCodeSender(senders)
    }
}
#endif
