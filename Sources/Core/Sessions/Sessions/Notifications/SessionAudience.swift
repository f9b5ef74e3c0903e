import Concurrency
public import Coordination
import Documents

/// The clients of a session, for the handler that brings notifications to them.
public struct SessionAudience: Sendable {
    let session: Session

    /// The time after which a client that is not back has left, because a client that polls is away between two requests.
    static let absence = Duration.seconds(3)
    /// The time after which the other servers of a store know of a client that has left.
    static let absenceElsewhere = TopicFollowers.sweepInterval * 2 + .seconds(2)

    /// The account of the user, or `nil` for a guest.
    public var account: String? { session.record.account }

    /// The name of the application.
    public var application: String { session.application.name }

    /// The subscriptions of the devices of the session.
    public var subscriptions: [NotificationSubscription] { session.record.devices.list.compactMap(\.subscription) }

    /// Returns whether a client follows the session, on this or on another server of the store, by a stream or by waiting requests.
    ///
    /// For a session that nobody follows it takes some seconds, in which a client may come back.
    ///
    /// - Throws: ``StoreError`` if the other servers can't be asked.
    public func isFollowed() async throws(StoreError) -> Bool {
        if session.waiterCount > 0 { return true }
        await wait(Self.absence)
        if session.waiterCount > 0 { return true }
        let followers = session.dependencies.topics.followers
        guard try await followers.isFollowedElsewhere(session) else { return false }
        await wait(Self.absenceElsewhere)
        if session.waiterCount > 0 { return true }
        return try await followers.isFollowedElsewhere(session)
    }

    private func wait(_ duration: Duration) async {
        let clock = session.dependencies.clock
        await withCheckedContinuation { continuation in
            clock.schedule(at: clock.now + duration) { continuation.resume() }
        }
    }

    /// Returns a text in the language of the session's client.
    public func string(_ text: LocalizedText) -> String {
        let renderer = session.dependencies.renderer.withLock { $0 }
        let localization = renderer?.localization(of: session.application, for: session.record.client)
        return localization?.string(text) ?? text.description
    }

    /// Removes a subscription that its service has ended, so that nothing is sent there any more.
    public func remove(_ subscription: NotificationSubscription) async {
        await withCheckedContinuation { continuation in
            session.amend(for: InternalCaller(queue: InlineQueue.shared)) { record throws(SessionError) in
                record.removing(subscription)
            } then: { _ in
                // After a failure the service rejects the next notification, too.
                continuation.resume()
            }
        }
    }
}
