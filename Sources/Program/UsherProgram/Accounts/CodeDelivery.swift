#if Accounts
import Accounts
import Logging
import ServiceDatabase
import Sessions

/// The way in which the settings let one-time codes reach users: a gateway, the inbox for development, or neither.
struct CodeDelivery {
    /// The sentence for a server that has no means to send codes.
    static let unavailable = """
        One-time codes can't be sent, so users can't sign up or verify a phone number; set --code-webhook, or --dev for \
        development.
        """

    /// The address of the gateway, and the secrets that sign messages to it, or `nil` without a gateway.
    private let webhook: (url: String, secrets: WebhookSecrets)?
    private let isDevelopment: Bool

    /// Whether codes reach a gateway or, in development, the inbox.
    var isAvailable: Bool { webhook != nil || isDevelopment }

    /// Reads the secrets of the gateway, if there is one.
    ///
    /// - Throws: ``StartError`` if the file with the secrets is missing or can't be used.
    init(_ settings: ProgramSettings) throws(StartError) {
        isDevelopment = settings.isDevelopment
        guard let url = settings.codeWebhook else {
            webhook = nil
            return
        }
        guard let path = settings.codeWebhookSecretFile else {
            throw StartError(
                description:
                    "--code-webhook needs --code-webhook-secret-file, a file with the secret that signs messages."
            )
        }
        do {
            webhook = (url, try WebhookSecrets(String(decoding: try SecretFile.read(path), as: UTF8.self)))
        } catch let error as WebhookSecretError {
            throw StartError(description: "The secrets in \(path) can't be used. \(error)")
        } catch {
            throw StartError(description: "\(error)")
        }
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
        if let webhook {
            senders.append(WebhookCodeSender(url: webhook.url, secrets: webhook.secrets, clock: clock, log: log))
        }
        if let inbox { senders += [LoggingCodeSender(log: log, showsCodes: true), inbox] }
        return senders.isEmpty ? nil : MultiplexCodeSender(senders)
    }
}
#endif
