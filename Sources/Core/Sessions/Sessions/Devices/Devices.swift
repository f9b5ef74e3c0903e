public import Coordination

/// The devices of a session that was handed over, and the hand-offs that can still be used.
///
/// A session that was never handed over has one credential (``SessionRecord/credential``), and this list is empty. From the
/// first hand-off or subscription on it has an entry for each device, also for the one with that credential.
public struct Devices: Equatable, Sendable {
    /// A device with a credential of its own.
    public struct Device: Equatable, Sendable {
        /// The digest of its credential.
        public var credential: Digest
        /// The platform, as the client has described itself, or `nil` if it has not.
        public var platform: String?
        /// Whether it is an agent, which can only do what the application allows to agents.
        public var isAgent: Bool
        /// The time at which it got its credential.
        public var createdAt: Timestamp
        /// The time of its last event, or the time of its credential before the first one.
        public var usedAt: Timestamp
        /// The request that issued its credential, while it may be repeated.
        ///
        /// It is `nil` once the device has sent an event.
        public var issue: CredentialIssue?
        /// The place where it gets notifications, or `nil` if it wants none.
        public var subscription: NotificationSubscription?

        /// Describes a device.
        public init(
            credential: Digest,
            platform: String?,
            isAgent: Bool = false,
            createdAt: Timestamp,
            usedAt: Timestamp,
            issue: CredentialIssue? = nil,
            subscription: NotificationSubscription? = nil
        ) {
            self.credential = credential
            self.platform = platform
            self.isAgent = isAgent
            self.createdAt = createdAt
            self.usedAt = usedAt
            self.issue = issue
            self.subscription = subscription
        }

        /// The name of the credential, as in the history (``Digest/credentialName``).
        public var id: String { credential.credentialName }
    }

    /// A code that gives one more device a credential, once.
    public struct Handoff: Equatable, Sendable {
        /// The digest of the code.
        public let code: Digest
        /// The time from which on it can't be used.
        public let expiresAt: Timestamp

        /// Describes a hand-off.
        public init(code: Digest, expiresAt: Timestamp) {
            self.code = code
            self.expiresAt = expiresAt
        }
    }

    /// The devices, longest first.
    public internal(set) var list: [Device]
    /// The hand-offs that have not been used, oldest first.
    ///
    /// Some may have expired.
    public internal(set) var handoffs: [Handoff]

    /// Takes stored devices.
    ///
    /// The list is empty for a session that was never handed over, and in which no device has subscribed.
    public init(_ list: [Device] = [], handoffs: [Handoff] = []) {
        self.list = list
        self.handoffs = handoffs
    }

    /// Whether the session was never handed over, and no device has subscribed.
    public var isEmpty: Bool { list.isEmpty && handoffs.isEmpty }

    /// Returns the request that issued a device's credential, if it may be repeated with this key.
    func issue(for idempotency: Idempotency?, at now: Timestamp, within duration: Duration) -> CredentialIssue? {
        guard let idempotency else { return nil }
        return list.lazy.compactMap(\.issue).first { issue in
            issue.key == idempotency.key && issue.request == idempotency.request && issue.at + duration > now
        }
    }

    /// Whether a hand-off with this code can be used.
    func hasHandoff(_ code: Digest, at now: Timestamp) -> Bool {
        handoffs.contains { $0.code == code && $0.expiresAt > now }
    }
}
