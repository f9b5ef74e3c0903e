public import Coordination
package import HTTPClient
public import Sessions

/// Notifications for browsers, by Web Push (RFC 8030) with encrypted messages (RFC 8291) and the identification of the server by a
/// key (VAPID, RFC 8292).
///
/// ```swift
/// handlers.notificationSenders["web"] = WebPush(key: key, contact: "mailto:operations@shop.example", clock: clock)
/// ```
///
/// A client subscribes with the public key of the server, and its service worker gets each message as JSON:
///
/// ```json
/// {"title": "Your ticket is ready", "text": "Coach 12, seat 41", "url": "/nighttrain/trips/7", "tag": "ticket"}
/// ```
public struct WebPush: NotificationSender {
    private let identity: ServerIdentity
    private let services: PushServices
    private let client: HTTPClient
    private let clock: any WallClock

    /// The time for which a service keeps a message for a browser that is not connected.
    private static let lifetime = Duration.seconds(86_400)

    /// Makes a sender.
    ///
    /// - Parameters:
    ///   - key: The key of the server. Browsers have subscribed with it, so it must stay the same, on all servers of a store.
    ///   - contact: An address at which the operator of a push service reaches the operator of this server: `mailto:` or
    ///     `https:`. Apple's service rejects messages without one.
    ///   - services: The push services that messages may be sent to.
    ///   - clock: The clock for the identification of the server.
    public init(key: WebPushKey, contact: String?, services: PushServices = .browsers, clock: any WallClock) {
        self.init(key: key, contact: contact, services: services, clock: clock, client: HTTPClient())
    }

    package init(
        key: WebPushKey,
        contact: String?,
        services: PushServices,
        clock: any WallClock,
        client: HTTPClient
    ) {
        identity = ServerIdentity(key: key.key, contact: contact)
        self.services = services
        self.clock = clock
        self.client = client
    }

    /// The public key of the server, in base64url, which a browser subscribes with (`applicationServerKey`).
    public var key: String? { identity.publicKey }

    /// Returns why a browser can't be reached with a token.
    public func problem(with token: JSONValue) -> LocalizedText? {
        do throws(PushSubscription.Mistake) {
            let subscription = try PushSubscription(token)
            guard !services.allow(subscription.origin) else { return nil }
            return "The server sends nothing to the push service \(subscription.origin)."
        } catch {
            return LocalizedText(verbatim: error.text)
        }
    }

    /// Posts a notification to the push service of a browser.
    ///
    /// - Throws: ``WebPushError`` if the service has not taken it.
    public func send(_ notification: OutgoingNotification, to token: JSONValue) throws -> NotificationOutcome {
        // A later release, or another list of services, may reject what an earlier one has accepted.
        guard problem(with: token) == nil, let subscription = try? PushSubscription(token) else { return .ended }
        let message = PushMessage(notification)
        let status = try post(
            subscription.encryption.content(of: message.json),
            to: subscription.endpoint,
            fields: [
                ("Authorization", identity.authorization(for: subscription.origin, at: clock.timeOfDay)),
                ("Content-Encoding", "aes128gcm"),
                ("Content-Type", "application/octet-stream"),
                ("TTL", "\(Self.lifetime.components.seconds)"),
                ("Topic", identity.topic(for: message.tag)),
            ]
        )
        switch status {
        case 200..<300: return .accepted
        // RFC 8030 section 7.3: the subscription has expired. Some services say 404.
        case 404, 410: return .ended
        default: throw WebPushError(description: "\(subscription.origin) responded with the status \(status).")
        }
    }

    private func post(
        _ content: [UInt8],
        to address: String,
        fields: [(name: String, value: String)]
    ) throws(WebPushError) -> Int {
        do {
            return try client.post(content, to: address, fields: fields)
        } catch {
            throw WebPushError(description: error.reason)
        }
    }
}

/// The reason why a push service has not taken a message.
public struct WebPushError: Error, CustomStringConvertible {
    /// A sentence that names the service, and nothing of the browser's address there.
    public let description: String
}
