/// The navigation state of one session: its coordinator tree, its containers and their screens.
///
/// It is a plain value. ``Application/apply(_:to:at:)`` returns the next state and leaves this one unchanged.
///
/// ```swift
/// let step = try application.start(at: context)
/// step.state.focus?.name  // "login"
/// step.state.canGoBack    // false
/// ```
public struct NavigationState: Equatable, Sendable {
    struct Fields: Equatable, StoredStructure {
        var nextKey: UInt32 = 0
        var isEnded = false
        var navigation = Container.stack(Stack())
        var modals: [Modal] = []
        var screens = KeyedArray<ScreenNode>()
        var coordinators = KeyedArray<CoordinatorNode>()
        var pending: [PendingEffect] = []
        var postponed: [PostponedOutput] = []
        var identity: Identity?
        var barrier: UInt64?
        var host: Host?
        var result: JSONValue?

        mutating func code<Coder: MemberCoder & ~Copyable>(_ coder: inout Coder) throws {
            try coder.member("nextKey", &nextKey)
            try coder.member("ended", &isEnded, default: false)
            try coder.member("navigation", &navigation)
            try coder.member("modals", &modals)
            try coder.parts("screens", &screens.values)
            try coder.parts("coordinators", &coordinators.values)
            try coder.parts("pending", &pending)
            try coder.member("postponed", &postponed, default: [])
            try coder.member("identity", &identity)
            try coder.member("barrier", &barrier)
            try coder.constant(StateLog.host, &host)
            try coder.member("result", &result)
        }
    }

    // One reference, because a state is copied often on its way through a request.
    private(set) var fields: CopyOnWrite<Fields>

    init(_ fields: Fields) {
        self.fields = CopyOnWrite(fields)
    }

    /// The container below every modal.
    public internal(set) var navigation: Container {
        _read { yield fields.value.navigation }
        _modify { yield &fields.value.navigation }
    }

    /// The modals over the root container, lowest first.
    public internal(set) var modals: [Modal] {
        _read { yield fields.value.modals }
        _modify { yield &fields.value.modals }
    }

    /// Every screen on any stack, suspended ones included.
    public internal(set) var screens: KeyedArray<ScreenNode> {
        _read { yield fields.value.screens }
        _modify { yield &fields.value.screens }
    }

    /// Every coordinator in the tree, the application coordinator first.
    public internal(set) var coordinators: KeyedArray<CoordinatorNode> {
        _read { yield fields.value.coordinators }
        _modify { yield &fields.value.coordinators }
    }

    /// The committed effects and timers that have no outcome yet, in the order in which they were added.
    public internal(set) var pending: [PendingEffect] {
        _read { yield fields.value.pending }
        _modify { yield &fields.value.pending }
    }

    /// The outputs that coordinators have postponed, in the order of their reports.
    public internal(set) var postponed: [PostponedOutput] {
        _read { yield fields.value.postponed }
        _modify { yield &fields.value.postponed }
    }

    /// The user that the session belongs to, or `nil` for a guest.
    public internal(set) var identity: Identity? {
        get { fields.value.identity }
        set { fields.value.identity = newValue }
    }

    /// The revision with which the user has passed the last barrier (``BackPolicy/barrier``), or `nil` if there was none.
    public internal(set) var barrier: UInt64? {
        get { fields.value.barrier }
        set { fields.value.barrier = newValue }
    }

    /// Whether the application coordinator has finished.
    public internal(set) var isEnded: Bool {
        get { fields.value.isEnded }
        set { fields.value.isEnded = newValue }
    }

    /// The result with which the application coordinator has finished, or `nil` if there is none.
    public internal(set) var result: JSONValue? {
        get { fields.value.result }
        set { fields.value.result = newValue }
    }

    /// The part of its launch that the session keeps, or `nil` if there is none.
    var host: Host? { fields.value.host }

    /// The launch with which a guest could start the same session again.
    package var launch: SessionLaunch { SessionLaunch(input: host?.input, isEmbedded: host?.isEmbedded ?? false) }

    /// The number of the next key.
    var nextKey: UInt32 {
        get { fields.value.nextKey }
        set { fields.value.nextKey = newValue }
    }

    /// The stack in front, which is in the topmost modal or, without modals, in the root container.
    public var front: Stack { modals.last?.container.front ?? navigation.front }

    /// The keys of the screens on the stack in front, root first.
    public var stack: [Key] { modals.last?.container.frontScreens ?? navigation.frontScreens }

    /// The screen in focus, which alone may report, or `nil` while the stack in front is empty.
    public var focus: ScreenNode? { stack.last.flatMap { screens[$0] } }

    /// The key and the version of every screen on any stack, sorted by key.
    public var screenVersions: [(key: Key, version: UInt64)] {
        screens.mapInPlace { (key: $0.key, version: $0.version) }
    }

    /// Drops the revisions of the session that the state comes from, for a new session that counts its own.
    mutating func forgetRevisions() {
        barrier = nil
        for key in screens.mapInPlace({ $0.key }) { screens.update(key) { $0.version = 0 } }
    }

    /// The keys of the suspended screens, which no client sees until their flow takes its stack over again.
    public var suspendedScreens: Set<Key> {
        hasSuspended ? Set(navigation.suspended + modals.flatMap(\.container.suspended)) : []
    }

    /// Whether any stack has suspended screens.
    var hasSuspended: Bool { navigation.hasSuspended || modals.contains { $0.container.hasSuspended } }

    /// Whether the user can go back on the stack in front, to the ``backTarget``.
    public var canGoBack: Bool { backTarget != nil }

    /// Whether going back ends the session, because it is a part of another app and the user is at its beginning.
    public var canLeave: Bool { host?.isEmbedded == true && !isEnded && modals.isEmpty && backTarget == nil }

    /// Whether the user can dismiss the modal in front.
    public var canDismiss: Bool { modals.last?.isDismissible ?? false }

    /// The effect that the screen in focus waits for, or `nil` while it may report.
    public var blocking: PendingEffect? {
        guard !pending.isEmpty, let focus else { return nil }
        return pending.first { $0.blocksScreen && $0.coordinator == focus.owner }
    }

    /// The first pending effect that blocks any screen, or `nil` when there is none.
    public var busy: PendingEffect? { pending.first { $0.blocksScreen } }

    /// The tabs containers that the user sees, outermost first.
    package var visibleTabs: [Tabs] {
        var visible: [Tabs] = []
        var container = modals.last?.container ?? navigation
        while case .tabs(let tabs) = container {
            visible.append(tabs)
            container = tabs.selected.container
        }
        return visible
    }

    /// All containers, lowest first.
    var containers: [Container] { [navigation] + modals.map(\.container) }

    /// Returns the stacks that satisfy a predicate, lowest first.
    func stacks(where isWanted: (Stack) -> Bool) -> [Stack] {
        var found: [Stack] = []
        navigation.find(isWanted, &found)
        for modal in modals { modal.container.find(isWanted, &found) }
        return found
    }

    /// Returns the first result of a search through the containers, lowest first, or `nil` when there is none.
    func first<Result>(_ search: (Container) -> Result?) -> Result? {
        if let found = search(navigation) { return found }
        for modal in modals {
            if let found = search(modal.container) { return found }
        }
        return nil
    }

    /// The application coordinator's key.
    var root: Key { coordinators[0].key }

    mutating func makeKey() -> Key {
        // Four billion keys outlast any session. Wrapping avoids a trap: the step that wraps fails, and the server
        // continues.
        defer { nextKey &+= 1 }
        return Key(nextKey)
    }

    /// Replaces the container with this key anywhere in the state, and returns whether there is one.
    mutating func replaceContainer(_ key: Key, by change: (Container) -> Container) -> Bool {
        if navigation.replace(key, by: change) { return true }
        for index in modals.indices where modals[index].container.replace(key, by: change) { return true }
        return false
    }

    /// Changes the stack with this key, if there is one.
    mutating func updateStack(_ key: Key, _ change: (inout Stack) -> Void) {
        _ = replaceContainer(key) { container in
            guard case .stack(var stack) = container else { return container }
            change(&stack)
            return .stack(stack)
        }
    }
}
