/// An action of the user, and how to treat it.
///
/// ```swift
/// await session.perform(.report("itemSelected", 5, on: "k3"))
/// await session.perform(.back())
/// ```
public struct Tap: Sendable, Hashable, Codable {
    /// The kinds of taps.
    public enum Action: Sendable, Hashable, Codable {
        /// A screen reports an output.
        case report(output: String, screen: String, payload: JSONValue?)
        /// The user goes back, by one screen or to a certain one.
        case back(to: String?)
        /// The user closes the modal in front.
        case dismiss
        /// The user selects a tab.
        case tab(String)
        /// A link is opened, such as the link of a notification.
        case link(String)
    }

    /// The condition under which a tap still means what the user wanted.
    public enum Condition: String, Sendable, Codable {
        /// The same instance of the screen is in front. Its content may have changed, as beside live data.
        case sameScreen
        /// The screen looks as it did when the user tapped it, as for a price that the user has agreed to.
        case sameContent
    }

    /// The treatment of a tap while the server can't be reached.
    public enum Offline: String, Sendable, Codable {
        /// It waits, also for the next start of the app, and is sent in its order.
        case waits
        /// It is refused at once with ``Outcome/offline``, unless it may have reached the server already.
        case isRefused
    }

    /// The treatment of a tap while another one of the same control has no outcome yet.
    public enum Repetition: String, Sendable, Codable {
        /// Each tap counts, such as two presses on a key.
        case counts
        /// It is ignored, such as the second half of a double click on a button.
        case isIgnored
        /// It takes the place of the earlier one if that was not sent yet, such as the later value of a stepper.
        case replaces
    }

    /// The action of the user.
    public var action: Action
    /// The condition under which it is sent.
    public var condition = Condition.sameScreen
    /// The treatment while the server can't be reached.
    public var offline = Offline.waits
    /// The treatment while another tap of the same control waits.
    public var repetition = Repetition.counts
    /// The name of the control, or `nil` for the output and its screen.
    public var control: String?
    /// Whether the user has agreed that the gesture discards what was entered.
    public var isConfirmed = false
    /// Whether the payload has a secret, such as a password.
    ///
    /// It is stored nowhere then.
    public var isSecret = false

    /// Creates a tap.
    public init(_ action: Action) {
        self.action = action
    }

    /// A report of an output by a screen, with its payload.
    public static func report(_ output: String, _ payload: JSONValue? = nil, on screen: String) -> Tap {
        Tap(.report(output: output, screen: screen, payload: payload))
    }

    /// A way back by one screen, or to the screen of a key.
    public static func back(to screen: String? = nil) -> Tap { Tap(.back(to: screen)) }

    /// A swipe that closes the modal in front.
    public static var dismiss: Tap { Tap(.dismiss) }

    /// A choice of a tab by its key.
    public static func tab(_ key: String) -> Tap { Tap(.tab(key)) }

    /// A link to open, such as `usher://items/item/5`.
    public static func link(_ url: String) -> Tap { Tap(.link(url)) }

    /// The screen that reports, or `nil` for a gesture.
    public var screen: String? {
        guard case .report(_, let screen, _) = action else { return nil }
        return screen
    }

    /// The name that identifies the control in the session.
    var controlName: String {
        switch action {
        case .report(let output, let screen, _): "\(screen) \(control ?? output)"
        case .back: "back"
        case .dismiss: "dismiss"
        case .tab: "tabs"
        case .link: "link"
        }
    }
}
