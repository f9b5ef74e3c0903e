public import Coordination

/// A service that brings notifications to the devices of one platform, such as Web Push, or the gateway of a phone's system.
///
/// ```swift
/// struct Phones: NotificationSender {
///     func send(_ notification: OutgoingNotification, to token: JSONValue) async throws -> NotificationOutcome {
///         let status = try await gateway.post(notification.title, to: token, collapseID: notification.subject ?? notification.id)
///         return status == 410 ? .ended : .accepted
///     }
/// }
///
/// handlers.notificationSenders["ios"] = Phones()
/// ```
public protocol NotificationSender: Sendable {
    /// The key that a device needs to subscribe, such as the public key of the server, or `nil` if it needs none.
    var key: String? { get }

    /// Returns why the service can't use a token, as a sentence for the developer of the client, or `nil` if it can.
    func problem(with token: JSONValue) -> LocalizedText?

    /// Hands a notification to the service.
    ///
    /// It runs on a thread where it may block. A later attempt after an error has the same ``OutgoingNotification/id``, and goes
    /// to all devices of the session again, so a service that can replace a notification on a device should be told the ID.
    ///
    /// - Parameters:
    ///   - notification: The notification.
    ///   - token: The token of a device.
    /// - Returns: Whether the service has taken it.
    /// - Throws: Any error if the service can't be reached now. The notification is tried again later.
    func send(_ notification: OutgoingNotification, to token: JSONValue) async throws -> NotificationOutcome
}

extension NotificationSender {
    /// `nil`: a device needs nothing of the server.
    public var key: String? { nil }

    /// `nil` for a text, which the tokens of phones are.
    public func problem(with token: JSONValue) -> LocalizedText? {
        token.stringValue == nil ? "The token must be a string." : nil
    }
}

/// Whether a service has taken a notification.
public enum NotificationOutcome: Equatable, Sendable {
    /// The service brings it to the device.
    case accepted
    /// The device has ended its subscription, so nothing is sent there any more.
    case ended
}

/// A notification on its way to the devices of a session.
public struct OutgoingNotification: Sendable {
    /// The ID, which is the same in all attempts.
    public let id: String
    /// The session that it belongs to.
    public let session: SessionID
    /// The name of the application.
    public let application: String
    /// The account of the user, or `nil` for a guest.
    public let account: String?
    /// The title, in the language of the session's client.
    public let title: String
    /// More about it, or `nil` for nothing more.
    public let text: String?
    /// The path of the link that the client opens with it, or `nil` for the state as it is.
    public let link: String?
    /// The subject, or `nil` for none: a later notification with the same subject takes the place of this one.
    public let subject: String?

    /// Describes a notification.
    public init(
        id: String,
        session: SessionID,
        application: String,
        account: String? = nil,
        title: String,
        text: String? = nil,
        link: String? = nil,
        subject: String? = nil
    ) {
        self.id = id
        self.session = session
        self.application = application
        self.account = account
        self.title = title
        self.text = text
        self.link = link
        self.subject = subject
    }
}
