public import Coordination
import Cryptography
import JSON
public import Sessions

/// A sender that posts each notification to another system, which brings it to the devices of a platform, such as by the gateways of
/// Apple and Google.
///
/// ```swift
/// handlers.notificationSenders["ios"] = NotificationWebhook(webhook)
/// ```
///
/// ```text
/// {"type":"session.notification",
///  "data":{"session":"01a1fbec-…","app":"nighttrain","account":"1234567890","title":"Your ticket is ready",
///          "text":"Coach 12, seat 41","link":"/trips/7","token":"740f4707…"}}
/// ```
///
/// All attempts at a device have one ID. A system that responds with 410 says that the device wants no more notifications.
public struct NotificationWebhook: NotificationSender {
    private let webhook: Webhook

    /// Makes a sender.
    public init(_ webhook: Webhook) {
        self.webhook = webhook
    }

    /// `nil`: any token is for the other system to understand.
    public func problem(with token: JSONValue) -> LocalizedText? { nil }

    /// Posts a notification.
    ///
    /// - Throws: `EffectNotPerformed` if the other system has not accepted it.
    public func send(_ notification: OutgoingNotification, to token: JSONValue) throws -> NotificationOutcome {
        let content = Self.content(of: notification, token)
        // Each device of the session has a message of its own.
        let device = Sodium.base64URL(Array(Sodium.authenticationCode(of: token.json, key: []).prefix(12)))
        switch webhook.post(content, id: "\(notification.id)/\(device)") {
        case .accepted: return .accepted
        case .failed(_, status: 410, _, _): return .ended
        case .failed(let reason, _, _, _): throw EffectNotPerformed(reason)
        }
    }

    private static func content(of notification: OutgoingNotification, _ token: JSONValue) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.object { writer in
            writer.member("type", "session.notification")
            writer.member(
                "data",
                object: { writer in
                    writer.member("session", notification.session.description)
                    writer.member("app", notification.application)
                    writer.member("account", notification.account)
                    writer.member("title", notification.title)
                    writer.member("text", notification.text)
                    writer.member("link", notification.link)
                    writer.member("subject", notification.subject)
                    writer.key("token")
                    writer.value(token)
                }
            )
        }
        return writer.bytes
    }
}
