/// What came of an event: the next state, and what it asks of the outside world.
public struct Step: Sendable {
    /// The state that follows.
    public let state: NavigationState
    /// Whether it differs from the one before; when it does not, the step need not be committed.
    public let isChange: Bool
    /// The effects that are to be run once the state is committed; they are in ``NavigationState/pending`` too.
    public let effects: [PendingEffect]
    /// What was reported, for logs: the screen or container it came from, and the output or gesture.
    public let cause: Cause

    /// What led to a step, in names that tell nothing of the user.
    public struct Cause: Equatable, Sendable {
        /// The name of the screen that reported, or what else the event came from.
        public let source: String
        /// The name of the output, the gesture or the effect.
        public let name: String
    }
}

extension Step {
    /// What came of picking a session up, as if that were a step.
    package init(pickingUp picked: PickedUpState, of application: Application) {
        self.init(
            state: picked.state,
            isChange: !picked.changes.isEmpty,
            effects: [],
            cause: Cause(source: application.name, name: "pickUp")
        )
    }
}

/// Sees the object of each coordinator that a step makes, so that a test can tell that none outlives the step.
package typealias StepWitness = (BaseCoordinator) -> Void

/// What a step may know of the world, so that it stays a pure function.
public struct StepContext: Equatable, Sendable {
    /// The time.
    public var now: Timestamp
    /// The session's id.
    public var session: String
    /// Who the client says it is.
    public var client: ClientInfo

    /// Describes the surroundings of a step.
    public init(now: Timestamp, session: String, client: ClientInfo = ClientInfo()) {
        self.now = now
        self.session = session
        self.client = client
    }
}

/// Who a client says it is.
public struct ClientInfo: Codable, Equatable, Sendable {
    /// What it runs on, such as `ios`.
    public var platform: String?
    /// Its version.
    public var version: String?
    /// The user's language, as a tag of BCP 47.
    public var locale: String?
    /// Whether it wants the semantic view of each screen.
    public var view: Bool?

    /// Describes a client.
    public init(platform: String? = nil, version: String? = nil, locale: String? = nil, view: Bool? = nil) {
        self.platform = platform
        self.version = version
        self.locale = locale
        self.view = view
    }
}
