/// An application that a server can host: its application coordinator and everything reachable from it.
///
/// The initializer collects the flows, screens, outputs and effects from the static wiring. It reports the errors in the
/// wiring, so that no user meets them.
///
/// ```swift
/// let items = try Application("items", title: "Items", root: ItemsCoordinator.self, factory: ItemsFactory())
/// ```
public final class Application: Sendable {
    /// The name in the API and in links: `usher://NAME/PATH`.
    public let name: String
    /// The name that users see.
    public let title: String
    /// The hosts of the `https` links that belong to this application, in lower case.
    public let hosts: [String]
    /// The paths of the application's links as URI templates, or none if they are not listed.
    public let linkPatterns: [String]
    /// The version of each flow by the flow's name.
    public let flowVersions: [String: Int]
    /// The sample values with which tools explore the application.
    public let samples: Samples
    /// The time that its sessions live, or `nil` for that of the server.
    public let lifetime: SessionLifetime?
    /// The translations of its texts, or `nil` for an application in one language.
    public let catalog: StringCatalog?
    /// Every kind of screen, sorted by name.
    public let screens: [any Screen.Type]
    /// Every kind of effect, sorted by name.
    public let effects: [any Effect.Type]
    /// Every kind of source of rows, sorted by name.
    public let rowSources: [any RowSource.Type]
    /// The input that its sessions take, and the result that they give.
    public let interface: SessionInterface

    let factory: any Sendable
    let root: FlowType
    /// The state that the application coordinator starts with.
    let initialState: any CoordinatorState
    let attachRoot: @Sendable (Router) -> any ApplicationCoordinating
    let openLink: @Sendable (BaseCoordinator, LinkAddress) throws -> Void
    let canOpen: @Sendable (LinkAddress) -> Bool
    let links: ApplicationLinks
    private let flows: [String: FlowType]
    private let flowsByType: [ObjectIdentifier: FlowType]
    private let screenTypes: [String: any Screen.Type]
    private let effectTypes: [String: any Effect.Type]
    /// The names of the effects with a flow that handles their progress.
    package let effectsWithProgress: Set<String>
    /// The topics that its flows follow.
    package let topics: ApplicationTopics
    private let outputs: [ObjectIdentifier: [DeclaredOutput]]
    /// Whether an output takes files that the user uploads.
    package let takesFiles: Bool
    /// The outputs that a flow leaves to the flows above, for each screen that it shows and does not handle entirely.
    let forwardedOutputs: [FlowScreen: [String]]

    /// Creates an application and checks its wiring.
    ///
    /// - Parameters:
    ///   - name: The name in the API and in links: lower-case letters, digits and hyphens.
    ///   - title: The name that users see.
    ///   - root: The type of the application coordinator.
    ///   - state: The state that the application coordinator starts with.
    ///   - factory: The factory with which the flows build their screens. It conforms to every flow's ``Coordinating/Factory``.
    ///   - hosts: The hosts of the `https` links that belong to this application.
    ///   - catalog: The translations of its texts, or `nil` for an application in one language.
    ///   - lifetime: The time that its sessions live, or `nil` for that of the server.
    ///   - samples: The sample values with which tools explore the application.
    /// - Throws: ``ApplicationError`` with every error in the wiring.
    public init<Root: ApplicationCoordinating>(
        _ name: String,
        title: String,
        root: Root.Type,
        state: Root.State,
        factory: any Sendable,
        hosts: [String] = [],
        catalog: StringCatalog? = nil,
        lifetime: SessionLifetime? = nil,
        samples: Samples = Samples()
    ) throws(ApplicationError) {
        self.name = name
        self.catalog = catalog?.addingLibrary()
        self.samples = samples
        self.lifetime = lifetime
        self.title = title
        self.hosts = hosts.map { $0.lowercased() }
        self.factory = factory
        self.root = FlowType(root)
        initialState = state
        attachRoot = { $0.attachRoot(root, with: state) }
        interface = SessionInterface(of: root)
        openLink = { coordinator, address in
            guard let coordinator = coordinator as? Root, let link = Root.Link(path: address.path, query: address.query)
            else { return }
            try coordinator.open(link)
        }
        linkPatterns = Root.Link.patterns
        links = ApplicationLinks(of: name, self.root.links)
        canOpen = { Root.Link(path: $0.path, query: $0.query) != nil }

        var registry = FlowRegistry()
        registry.add(self.root)
        let errors = registry.errors(name: name, factory: factory) + interface.errors
        guard errors.isEmpty else { throw ApplicationError(application: name, errors: errors) }
        flows = registry.flows
        flowsByType = Dictionary(uniqueKeysWithValues: flows.values.map { (ObjectIdentifier($0.coordinator), $0) })
        screenTypes = registry.screens
        effectTypes = registry.effects
        flowVersions = registry.flows.mapValues(\.version)
        screens = registry.screens.values.sorted { $0.name < $1.name }
        effects = registry.effects.values.sorted { $0.name < $1.name }
        rowSources = registry.rowSources.values.sorted { $0.name < $1.name }
        effectsWithProgress = registry.effectsWithProgress
        topics = ApplicationTopics(registry)
        outputs = registry.outputs
        takesFiles = registry.outputs.values.joined().contains { $0.output.schema?.hasFiles == true }
        forwardedOutputs = registry.forwardedOutputs
    }

    /// Creates an application with an application coordinator that has no state.
    ///
    /// - Throws: ``ApplicationError`` with every error in the wiring.
    public convenience init<Root: ApplicationCoordinating>(
        _ name: String,
        title: String,
        root: Root.Type,
        factory: any Sendable,
        hosts: [String] = [],
        catalog: StringCatalog? = nil,
        lifetime: SessionLifetime? = nil,
        samples: Samples = Samples()
    ) throws(ApplicationError) where Root.State == NoState {
        try self.init(
            name,
            title: title,
            root: root,
            state: NoState(),
            factory: factory,
            hosts: hosts,
            catalog: catalog,
            lifetime: lifetime,
            samples: samples
        )
    }

    /// The languages of its texts as tags of BCP 47, starting with the language of the source, or none without translations.
    public var languages: [String] { catalog?.languages ?? [] }

    func flow(_ name: String) -> FlowType? { flows[name] }

    /// The types of all flows.
    var flowTypes: some Collection<FlowType> { flows.values }

    /// Returns the description of a flow's type, or `nil` for a flow that no wiring declares.
    func flow(of type: any Coordinating.Type) -> FlowType? { flowsByType[ObjectIdentifier(type)] }

    /// The screens that no flow has to declare.
    private static let ownScreens: [any Screen.Type] = [UpdateRequired.self, AgentRequest.self]

    /// Returns the kind of screen with a name, or `nil` for one that no flow declares.
    func screenType(_ name: String) -> (any Screen.Type)? {
        screenTypes[name] ?? Self.ownScreens.first { $0.name == name }
    }

    func effectType(_ name: String) -> (any Effect.Type)? { effectTypes[name] }

    /// Whether a flow notifies users (``Wire/notifies()``).
    package var notifiesUsers: Bool { effectTypes[UserNotification.name] != nil }

    /// Returns the outputs of a kind of screen that the application's flows wire, in the order of the wiring.
    public func outputs(of screen: any Screen.Type) -> [any ScreenOutput] {
        declaredOutputs(of: screen).map(\.output)
    }

    /// Returns the same outputs as ``outputs(of:)`` as objects, so that caches can use their identity.
    public func declaredOutputs(of screen: any Screen.Type) -> [DeclaredOutput] {
        outputs[ObjectIdentifier(screen)] ?? (screen == AgentRequest.self ? AgentRequest.outputs : [])
    }
}

/// The errors in the wiring of an application, found when it is created.
public struct ApplicationError: Error, Equatable, CustomStringConvertible {
    /// The application's name.
    public let application: String
    /// The errors, each in a sentence.
    public let errors: [String]

    /// Creates an error from its sentences.
    public init(application: String, errors: [String]) {
        self.application = application
        self.errors = errors
    }

    /// All errors, one to a line.
    public var description: String {
        "The application '\(application)' has wiring errors:\n" + errors.map { "- \($0)" }.joined(separator: "\n")
    }
}
