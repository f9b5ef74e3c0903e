import Coordination
public import Sessions

extension EffectHandlers {
    /// Notifies users by the senders that the handlers have.
    ///
    /// ```swift
    /// handlers.notificationSenders["web"] = WebPush(key: key, contact: "mailto:operations@shop.example", clock: clock)
    /// handlers.notifyUsers()
    /// settings.api.options = [.notifications]
    /// ```
    ///
    /// A notification is sent to the devices of the session that have subscribed, unless a client follows the session. A sender that
    /// fails is tried again for about an hour, until a client is back (`UserNotification.retry`).
    public mutating func notifyUsers() {
        let senders = notificationSenders
        // A service that is slow holds up no other effect, and has time for all devices of a session.
        let queue = EffectQueue(name: "notifications", threads: 2, limit: 10_000)
        on(UserNotification.self, in: queue, timeout: .seconds(120)) { notification, context in
            let audience = context.audience
            let subscriptions = audience.subscriptions.filter { senders[$0.platform] != nil }
            guard !subscriptions.isEmpty, try await !audience.isFollowed() else { return Nothing() }
            let outgoing = OutgoingNotification(notification, context)
            var failures: [String] = []
            for subscription in subscriptions {
                guard let sender = senders[subscription.platform] else { continue }
                do {
                    let outcome = try await sender.send(outgoing, to: subscription.token)
                    if outcome == .ended { await audience.remove(subscription) }
                } catch {
                    failures.append("\(subscription.platform): \(error)")
                }
            }
            // The other devices may have it. To them the next attempt is the same notification, because it has the same ID.
            guard failures.isEmpty else { throw EffectNotPerformed(failures.joined(separator: " ")) }
            return Nothing()
        }
    }
}

extension OutgoingNotification {
    fileprivate init(_ notification: UserNotification, _ context: EffectContext) {
        let audience = context.audience
        self.init(
            id: context.idempotencyKey,
            session: context.session,
            application: audience.application,
            account: audience.account,
            title: audience.string(notification.title),
            text: notification.text.map(audience.string),
            link: notification.link,
            subject: notification.subject
        )
    }
}
