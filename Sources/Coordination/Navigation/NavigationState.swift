/// Where one session is: the tree of coordinators, the containers and the screens in them.
///
/// It is a plain value. ``Application/apply(_:to:at:)`` makes the next one from it and leaves it as it was.
public struct NavigationState: Equatable, Sendable {
    struct Fields: Equatable, StoredStructure {
        var nextKey: UInt32 = 0
        var isEnded = false
        var navigation = Container.stack(Stack())
        var modals: [Modal] = []
        var screens = Keyed<ScreenNode>()
        var coordinators = Keyed<CoordinatorNode>()
        var pending: [PendingEffect] = []
        var postponed: [PostponedOutput] = []

        mutating func code<Coder: MemberCoder & ~Copyable>(_ coder: inout Coder) throws {
            try coder.member("nextKey", &nextKey)
            try coder.member("ended", &isEnded, default: false)
            try coder.member("navigation", &navigation)
            try coder.member("modals", &modals)
            try coder.parts("screens", &screens.values)
            try coder.parts("coordinators", &coordinators.values)
            try coder.parts("pending", &pending)
            try coder.member("postponed", &postponed, default: [])
        }
    }

    // A state goes through many hands on its way through a request.
    private(set) var fields: CopyOnWrite<Fields>

    init(_ fields: Fields) {
        self.fields = CopyOnWrite(fields)
    }

    /// What lies under every modal.
    public internal(set) var navigation: Container {
        _read { yield fields.value.navigation }
        _modify { yield &fields.value.navigation }
    }

    /// What lies over it, lowest first.
    public internal(set) var modals: [Modal] {
        _read { yield fields.value.modals }
        _modify { yield &fields.value.modals }
    }

    /// Every screen on any stack.
    public internal(set) var screens: Keyed<ScreenNode> {
        _read { yield fields.value.screens }
        _modify { yield &fields.value.screens }
    }

    /// Every coordinator in the tree, the application coordinator first.
    public internal(set) var coordinators: Keyed<CoordinatorNode> {
        _read { yield fields.value.coordinators }
        _modify { yield &fields.value.coordinators }
    }

    /// What was asked of the outside world and has not been answered.
    public internal(set) var pending: [PendingEffect] {
        _read { yield fields.value.pending }
        _modify { yield &fields.value.pending }
    }

    /// The outputs that coordinators have put off, in the order of their reports.
    public internal(set) var postponed: [PostponedOutput] {
        _read { yield fields.value.postponed }
        _modify { yield &fields.value.postponed }
    }

    /// Whether the application coordinator has finished.
    public internal(set) var isEnded: Bool {
        get { fields.value.isEnded }
        set { fields.value.isEnded = newValue }
    }

    /// The number of the next key.
    var nextKey: UInt32 {
        get { fields.value.nextKey }
        set { fields.value.nextKey = newValue }
    }

    /// The stack in front.
    public var front: Stack { modals.last?.container.front ?? navigation.front }

    /// The keys of the screens on the stack in front, root first.
    public var stack: [Key] { modals.last?.container.frontScreens ?? navigation.frontScreens }

    /// The screen that the user sees and that may report; `nil` while there is none.
    public var focus: ScreenNode? { stack.last.flatMap { screens[$0] } }

    /// The key and the version of every screen on any stack, in the order of the keys, without the screens themselves.
    public var screenVersions: [(key: Key, version: UInt32)] {
        screens.mapInPlace { (key: $0.key, version: $0.version) }
    }

    /// The keys of the screens of flows that have given their stack up; nobody sees them until it is taken back.
    public var screensSetAside: Set<Key> {
        hasAside ? Set(navigation.aside + modals.flatMap(\.container.aside)) : []
    }

    /// Whether anything is set aside on any stack; mostly not.
    var hasAside: Bool { navigation.hasAside || modals.contains { $0.container.hasAside } }

    /// Whether the user can go back on the stack in front.
    public var canGoBack: Bool { stack.count > 1 }

    /// Whether the user can swipe down the modal in front.
    public var canDismiss: Bool { modals.last?.isDismissible ?? false }

    /// The effect that the screen in focus waits for; `nil` while it may report.
    public var blocking: PendingEffect? {
        guard !pending.isEmpty, let focus else { return nil }
        return pending.first { $0.blocksScreen && $0.coordinator == focus.owner }
    }

    /// The effect that keeps the session busy; `nil` while there is none.
    public var busy: PendingEffect? { pending.first { $0.blocksScreen } }

    /// The tabs that the user sees, outermost first.
    var visibleTabs: [Tabs] {
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

    /// The stacks for which something holds, lowest first.
    func stacks(where isWanted: (Stack) -> Bool) -> [Stack] {
        var found: [Stack] = []
        navigation.find(isWanted, &found)
        for modal in modals { modal.container.find(isWanted, &found) }
        return found
    }

    /// What a search finds in the lowest container in which it finds anything.
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
        // Four thousand million keys outlast any session; a step that wraps round fails, and the server goes on.
        defer { nextKey &+= 1 }
        return Key(nextKey)
    }

    /// Replaces the container with this key wherever it is; returns whether there is one.
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
