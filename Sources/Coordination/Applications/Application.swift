/// An application that a server can host: its application coordinator, and all that can be reached from there.
///
/// Everything is read off the types once, when the application is put together; mistakes in the wiring are found then
/// and not by a user.
///
/// ```swift
/// let items = try Application("items", title: "Items", root: ItemsCoordinator.self, factory: ItemsFactory())
/// ```
public final class Application: Sendable {
    /// The name in the API and in links: `usher://NAME/PATH`.
    public let name: String
    /// What people call it.
    public let title: String
    /// The hosts whose `https` links are this application's.
    public let hosts: [String]
    /// The names and versions of its flows, by which stored sessions are recognised.
    public let flowVersions: [String: Int]
    /// Every kind of screen, in the order of their names.
    public let screens: [any Screen.Type]

    let factory: any Sendable
    let root: FlowType
    let startRoot: @Sendable (Router) -> Void
    let openLink: @Sendable (BaseCoordinator, LinkAddress) throws -> Void
    let canOpen: @Sendable (LinkAddress) -> Bool
    private let flows: [String: FlowType]
    private let flowsByType: [ObjectIdentifier: FlowType]
    private let screenTypes: [String: any Screen.Type]
    private let effectTypes: [String: any Effect.Type]
    private let outputs: [ObjectIdentifier: [DeclaredOutput]]

    /// Puts an application together.
    ///
    /// - Parameters:
    ///   - name: The name in the API and in links: lower-case letters, digits and hyphens.
    ///   - title: What people call it.
    ///   - root: Its application coordinator.
    ///   - state: What that begins with.
    ///   - factory: What the flows build their screens with; it conforms to every flow's ``Coordinating/Factory``.
    ///   - hosts: The hosts whose `https` links are this application's.
    /// - Throws: ``ApplicationError`` with every mistake in the wiring.
    public init<Root: ApplicationCoordinating>(
        _ name: String,
        title: String,
        root: Root.Type,
        state: Root.State,
        factory: any Sendable,
        hosts: [String] = []
    ) throws(ApplicationError) {
        self.name = name
        self.title = title
        self.hosts = hosts.map { $0.lowercased() }
        self.factory = factory
        self.root = FlowType(root)
        startRoot = { router in
            let coordinator = router.seatRoot(root, with: state)
            router.whileActive(coordinator.key) { coordinator.start() }
        }
        openLink = { coordinator, address in
            guard let coordinator = coordinator as? Root, let link = Root.Link(path: address.path, query: address.query)
            else { return }
            try coordinator.open(link)
        }
        canOpen = { Root.Link(path: $0.path, query: $0.query) != nil }

        var registry = FlowRegistry()
        registry.add(self.root)
        let mistakes = registry.mistakes(name: name, factory: factory)
        guard mistakes.isEmpty else { throw ApplicationError(application: name, mistakes: mistakes) }
        flows = registry.flows
        flowsByType = Dictionary(uniqueKeysWithValues: flows.values.map { (ObjectIdentifier($0.coordinator), $0) })
        screenTypes = registry.screens
        effectTypes = registry.effects
        flowVersions = registry.flows.mapValues(\.version)
        screens = registry.screens.values.sorted { $0.name < $1.name }
        outputs = registry.outputs
    }

    /// Puts an application together whose application coordinator begins with nothing to remember.
    ///
    /// - Throws: ``ApplicationError`` with every mistake in the wiring.
    public convenience init<Root: ApplicationCoordinating>(
        _ name: String,
        title: String,
        root: Root.Type,
        factory: any Sendable,
        hosts: [String] = []
    ) throws(ApplicationError) where Root.State == NoState {
        try self.init(name, title: title, root: root, state: NoState(), factory: factory, hosts: hosts)
    }

    func flow(_ name: String) -> FlowType? { flows[name] }

    /// What was read off a flow's type; `nil` for one that is not declared.
    func flow(of type: any Coordinating.Type) -> FlowType? { flowsByType[ObjectIdentifier(type)] }

    func screenType(_ name: String) -> (any Screen.Type)? { screenTypes[name] }

    func effectType(_ name: String) -> (any Effect.Type)? { effectTypes[name] }

    /// The outputs of a kind of screen: those that its flows wire, in the order of the wiring.
    public func outputs(of screen: any Screen.Type) -> [any ScreenOutput] {
        declaredOutputs(of: screen).map(\.output)
    }

    /// The outputs of a kind of screen as objects, for caches by identity; see ``outputs(of:)``.
    public func declaredOutputs(of screen: any Screen.Type) -> [DeclaredOutput] {
        outputs[ObjectIdentifier(screen)] ?? []
    }
}

/// Mistakes in the wiring of an application, found when it is put together.
public struct ApplicationError: Error, Equatable, CustomStringConvertible {
    /// The application's name.
    public let application: String
    /// Each mistake in a sentence.
    public let mistakes: [String]

    /// All mistakes, a line each.
    public var description: String {
        "The application '\(application)' is not wired properly:\n" + mistakes.map { "- \($0)" }.joined(separator: "\n")
    }
}
