import JSON

/// The static description of a coordinator's type, collected once and type-erased.
final class FlowType: Sendable {
    let name: String
    let version: Int
    let coordinator: any Coordinating.Type
    let screens: [any Screen.Type]
    let outputs: [any ScreenOutput]
    let flows: [any Coordinating.Type]
    let effects: [any Effect.Type]
    /// The triggers that are wired more than once, which is an error.
    let duplicateTriggers: [Trigger]
    /// The migrations by the version that each starts from.
    let migrations: [Int: Migration]
    /// The versions that the migrations start from, duplicates included.
    let migratedVersions: [Int]
    /// The wired anchors, at most one in a wiring without errors.
    let anchors: [FlowAnchor]
    let decodeState: @Sendable (JSONValue) throws -> any CoordinatorState
    let takesFactory: @Sendable (any Sendable) -> Bool
    /// Whether the flow passes a result to the flow that runs it.
    let hasResult: Bool
    /// Functions that copy the parts of a state that belong to no user to another state.
    let keptParts: [@Sendable (any CoordinatorState, inout any CoordinatorState) -> Void]
    /// A function that returns the result of the flow if the user leaves it now, or `nil` when it has none.
    let cancellation: @Sendable (BaseCoordinator) -> (any Sendable)?
    /// The closures that observe events, which only the application coordinator has.
    let observers: [EventObserver]
    /// The triggers that no flow needs to handle.
    let ignored: Set<Trigger>
    /// The stored properties that the coordinator's class adds, which is an error.
    let storedProperties: [String]
    /// The links to screens and of outputs, which only the application coordinator has.
    let links: [DeclaredLink]
    /// The permissions of agents to report the outputs that the flow handles.
    let agentAccess: [Trigger: AgentAccess]
    /// Whether agents may go back, dismiss modals and select tabs, which only the application coordinator allows.
    let letsAgentsNavigate: Bool
    /// The outputs that may be reported while an effect keeps their screen waiting.
    let usableWhileBusy: Set<Trigger>
    /// The types of the facts that the flow signals.
    let signals: [SignalType]
    /// The topics that the flow follows.
    let follows: [TopicFollow]
    private let shares: [ObjectIdentifier: Share]
    private let handlers: [Trigger: @Sendable (BaseCoordinator, any Sendable) throws -> Void]

    init<Flow: Coordinating>(_ flow: Flow.Type) {
        name = flow.name
        version = flow.version
        coordinator = flow
        let wires = flow.wiring.wires
        screens = wires.flatMap(\.screens)
        outputs = wires.flatMap(\.outputs)
        flows = wires.flatMap(\.flows)
        effects = wires.flatMap(\.effects)
        observers = wires.compactMap(\.observer)
        links = wires.compactMap(\.link)
        let accesses = wires.compactMap { wire in
            wire.trigger.flatMap { trigger in wire.agentAccess.map { (trigger, $0) } }
        }
        agentAccess = Dictionary(accesses) { first, _ in first }
        letsAgentsNavigate = wires.contains(where: \.letsAgentsNavigate)
        usableWhileBusy = Set(wires.filter(\.isUsableWhileBusy).compactMap(\.trigger))
        ignored = Set(wires.flatMap(\.ignored))
        storedProperties = StoredProperty.names(of: flow)
        decodeState = { try JSONCoding.decode(Flow.State.self, from: $0) }
        migrations = Dictionary(flow.migrations.map { ($0.from, $0) }) { first, _ in first }
        migratedVersions = flow.migrations.map(\.from)
        anchors = wires.compactMap(\.anchor)
        takesFactory = { $0 is Flow.Factory }
        hasResult = Flow.Finish.self != Nothing.self
        keptParts = wires.compactMap(\.keptPart)
        follows = wires.compactMap(\.follow)
        signals = wires.flatMap(\.signals)
        cancellation = { coordinator in
            guard let result = (coordinator as? Flow)?.cancellation else { return nil }
            return result
        }
        shares = Dictionary(wires.compactMap(\.share).map { (ObjectIdentifier($0.type), $0) }) { first, _ in first }
        var handlers: [Trigger: @Sendable (BaseCoordinator, any Sendable) throws -> Void] = [:]
        var duplicateTriggers: [Trigger] = []
        for wire in wires {
            guard let trigger = wire.trigger else { continue }
            if handlers[trigger] != nil { duplicateTriggers.append(trigger) }
            handlers[trigger] = { coordinator, value in
                guard let coordinator = coordinator as? Flow else {
                    throw NavigationError.bug("\(Flow.name) received an event of \(type(of: coordinator)).")
                }
                try wire.handle(coordinator, value)
            }
        }
        self.handlers = handlers
        self.duplicateTriggers = duplicateTriggers
    }

    /// The anchor at which the flow restarts, or `nil` to restart a flow above it instead.
    var anchor: FlowAnchor? { anchors.first }

    /// Returns the closure that reads a value of a type for the flows below, or `nil` when the flow shares none.
    func share(of type: any Sendable.Type) -> Share? {
        shares[ObjectIdentifier(type)]
    }

    /// Whether the flow handles an effect's result or failure, or declares that no flow needs to.
    func accepts(_ effect: any Effect.Type) -> Bool {
        accepts(.value(effect.name)) || handlers[.failure(effect.name)] != nil
    }

    /// Whether the flow handles a trigger, or declares that no flow needs to.
    func accepts(_ trigger: Trigger) -> Bool {
        handlers[trigger] != nil || ignored.contains(trigger)
    }

    /// The events that the flow handles.
    var triggers: some Collection<Trigger> { handlers.keys }

    /// The names of the timers or tabs that the flow handles, sorted.
    func handledNames(_ name: (Trigger) -> String?) -> [String] {
        handlers.keys.compactMap(name).sorted()
    }

    func handler(for trigger: Trigger) -> (@Sendable (BaseCoordinator, any Sendable) throws -> Void)? {
        handlers[trigger]
    }
}

/// A flow's type-erased ``Anchor``.
struct FlowAnchor: Sendable {
    let message: Message
    let state: @Sendable (Storage) -> (any CoordinatorState)?

    init<State>(_ anchor: Anchor<State>) {
        message = anchor.message
        state = { anchor.state($0) }
    }
}
