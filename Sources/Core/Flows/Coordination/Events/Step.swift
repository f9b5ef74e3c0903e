/// The result of an event: the next state and the effects to run.
///
/// ```swift
/// let step = try application.apply(event, to: state, at: context)
/// if step.isChange { print(step.state.stack, step.effects.count) }
/// ```
public struct Step: Sendable {
    /// The state after the event.
    public let state: NavigationState
    /// The changes of the step, or `nil` for the first step of a session, which makes the whole state.
    public let changes: StateChanges?
    /// The effects and timers that the step added to ``NavigationState/pending``.
    ///
    /// Run them after the commit.
    public let effects: [PendingEffect]
    /// The effects that had begun and that a flow has cancelled with ``BaseCoordinator/cancel(_:)``.
    ///
    /// Cancel the tasks of their handlers after the commit. Their outcome stays unknown.
    public let cancelled: [PendingEffect]
    /// Whether the session gets a new credential in the commit of the step.
    ///
    /// It gets one when its user has changed or has proved something, and when a flow asked for one with
    /// ``BaseCoordinator/renewCredential()``.
    public let renewsCredential: Bool
    /// The origin of the step, for logs.
    public let cause: Cause
    /// The name of the flow that handled the event, or `nil` if none did, as when the user goes back.
    public let handledBy: String?

    /// Whether the step has changed anything: there is another state, or a new credential.
    public var isChange: Bool { renewsCredential || changes?.isEmpty != true }

    /// The origin of a step, in names without user data.
    public struct Cause: Equatable, Sendable {
        /// The kind of screen that was in focus or reported, or `effect`, `progress`, `timer`, `topic`, `forget` or the application's name.
        public let source: String
        /// The name of the output, the gesture, the effect, the timer or the topic.
        public let name: String
    }
}

extension Step.Cause {
    /// Describes an event by what it refers to in the state before it.
    init(of event: Event, in state: NavigationState) {
        let focus = state.focus?.name ?? "nothing"
        let name = { (key: Key) in state.pending.first { $0.key == key }?.name ?? "gone" }
        switch event {
        case .output(let name, let screen, _), .agentOutput(let name, let screen, _, _):
            self.init(source: state.screens[screen]?.name ?? focus, name: name)
        case .violations: self.init(source: focus, name: "violations")
        case .back: self.init(source: focus, name: "back")
        case .dismiss: self.init(source: focus, name: "dismiss")
        case .tab: self.init(source: focus, name: "tab")
        case .link: self.init(source: focus, name: "link")
        case .effect(let key, _): self.init(source: "effect", name: name(key))
        case .progress(let key, _): self.init(source: "progress", name: name(key))
        case .timer(let key): self.init(source: "timer", name: name(key))
        case .topic(let value): self.init(source: "topic", name: value.topic.name)
        case .discardPending(let key): self.init(source: "forget", name: name(key))
        }
    }
}

extension Step {
    /// Creates the step that stands for restoring a session.
    package init(restoring restored: RestoredState, of application: Application) {
        self.init(
            state: restored.state,
            changes: restored.changes.isEmpty ? StateChanges() : nil,
            effects: [],
            cancelled: [],
            renewsCredential: false,
            cause: Cause(source: application.name, name: "restore"),
            handledBy: nil
        )
    }
}

/// Callbacks of a step for test tools.
package struct StepObserver {
    /// Called with each coordinator object that the step creates.
    ///
    /// Tests check that none outlives the step.
    package var created: (BaseCoordinator) -> Void = { _ in }
    /// Called with each handler that the step calls.
    package var handled: ((WiredHandler) -> Void)?

    package init(created: @escaping (BaseCoordinator) -> Void = { _ in }, handled: ((WiredHandler) -> Void)? = nil) {
        self.created = created
        self.handled = handled
    }
}

/// A handler in the wiring of a flow.
package struct WiredHandler: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name of the flow.
    package let flow: String
    /// The event that it handles, such as `login.submit` or `effect signIn`.
    package let event: String

    /// The flow and the event: `AuthCoordinator: login.submit`.
    package var description: String { "\(flow): \(event)" }

    package static func < (first: Self, second: Self) -> Bool {
        (first.flow, first.event) < (second.flow, second.event)
    }
}

/// The inputs of a step from outside of the session.
///
/// Passing them in keeps a step a pure function.
///
/// ```swift
/// let context = StepContext(now: Timestamp("2026-11-21T09:31:00Z")!, session: "s1")
/// let step = try application.start(at: context)
/// ```
public struct StepContext: Equatable, Sendable {
    /// The time of the step.
    public var now: Timestamp
    /// The session's id.
    public var session: String
    /// The client's description of itself.
    public var client: ClientInfo
    /// The revision that the state gets if the step changes it.
    public var revision: UInt64
    /// Whether a mistake in the view of a new screen, as ``Application/viewBugs(of:)`` finds it, is a bug.
    ///
    /// Drawing a view takes longer than most steps, so only tests and explorations check them.
    public var checksViews: Bool

    /// Creates a context.
    ///
    /// Without `client`, nothing is known of the client. Without `revision`, the revision is the first one.
    public init(
        now: Timestamp,
        session: String,
        client: ClientInfo = ClientInfo(),
        revision: UInt64 = 1,
        checksViews: Bool = false
    ) {
        self.now = now
        self.session = session
        self.client = client
        self.revision = revision
        self.checksViews = checksViews
    }
}

/// A client's description of itself.
///
/// Every property is optional and unverified.
///
/// ```swift
/// let client = ClientInfo(platform: "ios", version: "1.9", locale: "de-AT", timeZone: "Europe/Vienna")
/// client.isOlder(than: "2.1")  // true
/// ```
public struct ClientInfo: Codable, Equatable, Sendable {
    /// The platform, such as `ios`.
    public var platform: String?
    /// The version of the client.
    public var version: String?
    /// The user's language and region, as a BCP 47 tag.
    public var locale: String?
    /// The user's time zone, as a name of the IANA database such as `Europe/Berlin`.
    public var timeZone: String?
    /// Whether the client wants the semantic view of each screen, where `nil` means yes.
    public var view: Bool?
    /// The screens that the client has views for with the version of each, or `nil` if it does not say.
    public var screens: [String: Int]?
    /// The kinds of elements that the client can draw, or `nil` if it does not say.
    public var elements: [String]?
    /// Whether the client wants the fallback even of an element that it draws, where `nil` means yes.
    public var fallbacks: Bool?

    /// Creates a description, in which properties that are left out are unknown.
    public init(
        platform: String? = nil,
        version: String? = nil,
        locale: String? = nil,
        timeZone: String? = nil,
        view: Bool? = nil,
        screens: [String: Int]? = nil,
        elements: [String]? = nil
    ) {
        self.platform = platform
        self.version = version
        self.locale = locale
        self.timeZone = timeZone
        self.view = view
        self.screens = screens
        self.elements = elements
    }
}
