/// The effect that tells the user of a session what has happened while no client shows it, such as on the locked screen of a phone.
///
/// ``BaseCoordinator/notify(_:_:link:replacing:)`` performs it. While a client follows the session the user sees the new state, and
/// nothing is sent. Otherwise each device of the session that has subscribed gets the notification.
public struct UserNotification: Effect {
    /// The notification gives nothing back.
    public typealias Value = Nothing
    /// The name in the log and in stored sessions: `userNotification`.
    public static let name = "userNotification"
    /// No screen waits for it.
    public static let blocksScreen = false
    /// A service that fails is tried again for about an hour.
    public static let retry = RetryPolicy.attempts(12, delay: .seconds(5), longestDelay: .seconds(600))

    /// The title: the event in a few words.
    public let title: LocalizedText
    /// More about it, or `nil` for nothing more.
    public let text: LocalizedText?
    /// The path of the link that the client opens with the notification, such as `/trips/7`, or `nil` for the state as it is.
    public let link: String?
    /// The subject, or `nil` for none: on a device a later notification with the same subject takes the place of this one.
    public let subject: String?

    /// Describes a notification.
    public init(
        _ title: LocalizedText,
        _ text: LocalizedText? = nil,
        link: String? = nil,
        replacing subject: String? = nil
    ) {
        self.title = title
        self.text = text
        self.link = link
        self.subject = subject
    }
}

extension BaseCoordinator {
    /// Tells the user what has happened, if no client follows the session when the step is committed.
    ///
    /// The wiring must declare it with ``Wire/notifies()``.
    ///
    /// ```swift
    /// notify("Your order is on its way", "It comes before \(18) o’clock", link: "/orders/7", replacing: "order")
    /// ```
    ///
    /// - Parameters:
    ///   - title: The event in a few words.
    ///   - text: More about it.
    ///   - link: The path of a link of the application, which the client opens with the notification.
    ///   - subject: On a device a later notification with the same subject takes the place of this one.
    public func notify(
        _ title: LocalizedText,
        _ text: LocalizedText? = nil,
        link: String? = nil,
        replacing subject: String? = nil
    ) {
        perform(UserNotification(title, text, link: link, replacing: subject))
    }
}

extension Wire {
    /// Declares that this flow notifies the user with ``BaseCoordinator/notify(_:_:link:replacing:)``.
    public static func notifies() -> Self { ignores(UserNotification.self) }
}
