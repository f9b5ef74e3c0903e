/// The flows of an application with their screens, and the transitions between screens as far as they are known.
///
/// The flows come from the wiring. A wiring can't tell where a handler leads, so the transitions come from an exploration
/// (`Explorer` of `CoordinationTesting`).
public struct ApplicationMap: Equatable, Sendable {
    /// A flow, as its wiring describes it.
    public struct Flow: Equatable, Sendable {
        /// The name of the flow.
        public let name: String
        /// The names of the screens that it shows or handles outputs of, sorted.
        public let screens: [String]
        /// The events that it handles, such as `login.submit`, `finish PhoneVerifyCoordinator` or `effect signIn`, sorted.
        public let handles: [String]
        /// The names of the flows that it runs, sorted.
        public let runs: [String]
        /// The names of the effects that it performs or handles results of, sorted.
        public let effects: [String]
    }

    /// A screen in a flow that shows it.
    public struct Place: Hashable, Comparable, Sendable {
        /// The names of the flows that run each other, from the application coordinator to the flow that shows the screen.
        public let flows: [String]
        /// The name of the screen.
        public let screen: String

        /// Creates a place from the names of its flows and its screen.
        public init(flows: [String], screen: String) {
            self.flows = flows
            self.screen = screen
        }

        /// Whether the first place is listed before the second.
        public static func < (first: Self, second: Self) -> Bool {
            (first.flows.joined(separator: "/"), first.screen) < (second.flows.joined(separator: "/"), second.screen)
        }
    }

    /// A transition from one screen to another.
    public struct Transition: Hashable, Comparable, Sendable {
        /// The screen that was in front, or `nil` for the start.
        public let source: Place?
        /// The name of the output or of the effect, which is empty for the start.
        public let event: String
        /// The screen that came to the front.
        public let target: Place

        /// Creates a transition.
        public init(from source: Place?, by event: String, to target: Place) {
            self.source = source
            self.event = event
            self.target = target
        }

        /// Whether the first transition is listed before the second, where the start comes first.
        public static func < (first: Self, second: Self) -> Bool {
            switch (first.source, second.source) {
            case (nil, nil): (first.target, first.event) < (second.target, second.event)
            case (nil, _): true
            case (_, nil): false
            case (let one?, let other?):
                one == other ? (first.target, first.event) < (second.target, second.event) : one < other
            }
        }
    }

    /// The name of the application.
    public let application: String
    /// The title of the application.
    public let title: String
    /// The application coordinator's name.
    public let root: String
    /// The flows, sorted by name.
    public let flows: [Flow]
    /// The transitions that are known, sorted.
    public private(set) var transitions: [Transition] = []

    /// Returns the map with transitions between screens.
    public func adding(_ transitions: some Sequence<Transition>) -> ApplicationMap {
        var map = self
        map.transitions = Set(self.transitions).union(transitions).sorted()
        return map
    }
}

extension Application {
    /// The flows of the application with their screens, from the wiring.
    public var map: ApplicationMap {
        ApplicationMap(
            application: name,
            title: title,
            root: root.name,
            flows: flowTypes.map { flow in
                ApplicationMap.Flow(
                    name: flow.name,
                    screens: Set(flow.screens.map { $0.name }).sorted(),
                    handles: flow.triggers.map { name(of: $0) }.sorted(),
                    runs: Set(flow.flows.map { $0.name }).sorted(),
                    effects: Set(flow.effects.map { $0.name }).sorted()
                )
            }
            .sorted { $0.name < $1.name }
        )
    }
}

extension NavigationState {
    /// The screen in front with the flows that run each other down to its own, or `nil` without a screen.
    public var place: ApplicationMap.Place? {
        guard let focus else { return nil }
        var flows: [String] = []
        var next: Key? = focus.owner
        while let key = next, let node = coordinators[key] {
            flows.append(node.name)
            next = node.parent
        }
        return ApplicationMap.Place(flows: flows.reversed(), screen: focus.name)
    }
}
