/// What holds screens: a stack, or tabs that hold containers of their own.
public indirect enum Container: Equatable, Sendable {
    /// Screens one over the other.
    case stack(Stack)
    /// Containers side by side, one of them in front.
    case tabs(Tabs)

    /// The name of this container in its session.
    public var key: Key {
        switch self {
        case .stack(let stack): stack.key
        case .tabs(let tabs): tabs.key
        }
    }

    /// The stack that the user sees when nothing covers this container.
    public var front: Stack {
        switch self {
        case .stack(let stack): stack
        case .tabs(let tabs): tabs.selected.container.front
        }
    }

    /// The keys of the screens on the stack in front, without the stack: they are looked at several times a step.
    var frontScreens: [Key] {
        switch self {
        case .stack(let stack): stack.screens
        case .tabs(let tabs): tabs.selected.container.frontScreens
        }
    }

    /// The keys of all screens in this container, in order; those that are set aside come after those that are shown.
    public var screens: [Key] {
        switch self {
        case .stack(let stack): stack.aside.isEmpty ? stack.screens : stack.screens + stack.aside.joined()
        case .tabs(let tabs): tabs.items.flatMap(\.container.screens)
        }
    }

    /// Whether screens in this container are set aside.
    var hasAside: Bool {
        switch self {
        case .stack(let stack): !stack.aside.isEmpty
        case .tabs(let tabs): tabs.items.indices.contains { tabs.items[$0].container.hasAside }
        }
    }

    /// The keys of the screens in this container that are set aside.
    var aside: [Key] {
        switch self {
        case .stack(let stack): stack.aside.flatMap(\.self)
        case .tabs(let tabs): tabs.items.flatMap(\.container.aside)
        }
    }

    /// The stacks in this container, in order.
    var stacks: [Stack] {
        switch self {
        case .stack(let stack): [stack]
        case .tabs(let tabs): tabs.items.flatMap(\.container.stacks)
        }
    }

    /// Adds the stacks in this container for which something holds, in order.
    func find(_ isWanted: (Stack) -> Bool, _ found: inout [Stack]) {
        switch self {
        case .stack(let stack): if isWanted(stack) { found.append(stack) }
        // By its place, as an item that is taken out costs references; so in what follows.
        case .tabs(let tabs): for index in tabs.items.indices { tabs.items[index].container.find(isWanted, &found) }
        }
    }

    /// Whether there is neither a screen in this container nor a place for one in tabs.
    var isVacant: Bool {
        guard case .stack(let stack) = self else { return false }
        return stack.screens.isEmpty && stack.aside.isEmpty
    }

    /// The tabs in this container, outermost first.
    var allTabs: [Tabs] {
        switch self {
        case .stack: []
        case .tabs(let tabs): [tabs] + tabs.items.flatMap(\.container.allTabs)
        }
    }

    /// The keys of this container and of those in it.
    var containers: [Key] {
        switch self {
        case .stack(let stack): [stack.key]
        case .tabs(let tabs): [tabs.key] + tabs.items.flatMap(\.container.containers)
        }
    }

    /// The stack with this key, here or in one of the tabs.
    func stack(_ key: Key) -> Stack? {
        switch self {
        case .stack(let stack): stack.key == key ? stack : nil
        case .tabs(let tabs): tabs.items.lazy.compactMap { $0.container.stack(key) }.first
        }
    }

    /// The stack in front of the container with this key.
    func front(of key: Key) -> Stack? {
        if self.key == key { return front }
        guard case .tabs(let tabs) = self else { return nil }
        for index in tabs.items.indices {
            if let found = tabs.items[index].container.front(of: key) { return found }
        }
        return nil
    }

    /// A tab that is in front of its neighbours, has nothing in it and is none of those, outermost first.
    func emptyTab(notIn tried: Set<Key>) -> (owner: Key, name: String, key: Key)? {
        guard case .tabs(let tabs) = self else { return nil }
        if tabs.selected.container.isVacant, !tried.contains(tabs.selected.key) {
            return (tabs.owner, tabs.selected.name, tabs.selected.key)
        }
        for index in tabs.items.indices {
            if let found = tabs.items[index].container.emptyTab(notIn: tried) { return found }
        }
        return nil
    }

    /// Replaces the container with this key; returns whether it was here.
    mutating func replace(_ key: Key, by change: (Container) -> Container) -> Bool {
        if self.key == key {
            self = change(self)
            return true
        }
        guard case .tabs(var tabs) = self else { return false }
        for index in tabs.items.indices where tabs.items[index].container.replace(key, by: change) {
            self = .tabs(tabs)
            return true
        }
        return false
    }
}

/// Containers side by side, one of them in front.
public struct Tabs: Equatable, Sendable {
    /// One of the containers, with the label of its tab.
    public struct Item: Equatable, Sendable {
        /// The name that the application uses for the tab.
        public internal(set) var name = ""
        /// The text on the tab.
        public internal(set) var title = ""
        /// The picture on the tab, by its meaning; see ``Picture/symbol(_:alternative:)``.
        public internal(set) var symbol: String?
        /// A short text in a mark on the tab, such as a count.
        public internal(set) var badge: String?
        /// The content of the tab.
        public var container = Container.stack(Stack())
        /// The name of the tab in its session: that of the container it began with.
        public internal(set) var key = Key(0)
    }

    /// The name of the container in its session.
    public internal(set) var key = Key(0)
    /// The coordinator that put the tabs up.
    public internal(set) var owner = Key(0)
    /// Which of the items is in front.
    public var index = 0
    /// The tabs in order, never empty.
    public var items: [Item] = []
    /// How the tabs came to where they are; `nil` for the ordinary way.
    public var transition: Transition?

    /// The item in front.
    public var selected: Item {
        _read { yield items[index] }
    }
}
