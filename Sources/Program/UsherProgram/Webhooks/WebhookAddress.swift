#if Webhooks
import ServiceDatabase
import Sessions
import Webhooks

/// The address of a webhook in the settings, with the secrets that sign messages to it.
struct WebhookAddress {
    private let url: String
    private let secrets: WebhookSecrets

    /// Reads the secrets of an address, if the settings have one.
    ///
    /// - Parameters:
    ///   - url: The address, or `nil` for none.
    ///   - path: The file with the secrets.
    ///   - setting: The name of the setting with the address. The name of the setting with the file begins with it.
    /// - Throws: ``StartError`` if the file with the secrets is missing or can't be used.
    init?(_ url: String?, secretFile path: String?, setting: String) throws(StartError) {
        guard let url else { return nil }
        guard let path else {
            throw StartError(
                description: "--\(setting) needs --\(setting)-secret-file, a file with the secret that signs messages."
            )
        }
        self.url = url
        do {
            secrets = try WebhookSecrets(String(decoding: try SecretFile.read(path), as: UTF8.self))
        } catch let error as WebhookSecretError {
            throw StartError(description: "The secrets in \(path) can't be used. \(error)")
        } catch {
            throw StartError(description: "\(error)")
        }
    }

    /// Makes the webhook.
    func webhook(clock: any WallClock) -> Webhook { Webhook(url: url, secrets: secrets, clock: clock) }
}
#endif
