/// A container of screens: a stack, or tabs that hold further containers.
public indirect enum Container: Equatable, Sendable {
    /// Screens on top of each other.
    case stack(Stack)
    /// Containers next to each other, one of them selected.
    case tabs(Tabs)

    /// The key of the container in its session.
    public var key: Key {
        switch self {
        case .stack(let stack): stack.key
        case .tabs(let tabs): tabs.key
        }
    }

    /// The stack that the user sees when no modal covers this container.
    public var front: Stack {
        switch self {
        case .stack(let stack): stack
        case .tabs(let tabs): tabs.selected.container.front
        }
    }

    /// The keys of the screens on the stack in front.
    ///
    /// A step reads them several times, and this is cheaper than ``front``.
    var frontScreens: [Key] {
        switch self {
        case .stack(let stack): stack.screens
        case .tabs(let tabs): tabs.selected.container.frontScreens
        }
    }

    /// The keys of all screens in this container, in order.
    ///
    /// Suspended screens follow the others of their stack.
    public var screens: [Key] {
        switch self {
        case .stack(let stack): stack.suspended.isEmpty ? stack.screens : stack.screens + stack.suspended.joined()
        case .tabs(let tabs): tabs.items.flatMap(\.container.screens)
        }
    }

    /// Whether this container has suspended screens.
    var hasSuspended: Bool {
        switch self {
        case .stack(let stack): !stack.suspended.isEmpty
        case .tabs(let tabs): tabs.items.indices.contains { tabs.items[$0].container.hasSuspended }
        }
    }

    /// The keys of the suspended screens in this container.
    var suspended: [Key] {
        switch self {
        case .stack(let stack): stack.suspended.flatMap(\.self)
        case .tabs(let tabs): tabs.items.flatMap(\.container.suspended)
        }
    }

    /// The stacks in this container, in order.
    var stacks: [Stack] {
        switch self {
        case .stack(let stack): [stack]
        case .tabs(let tabs): tabs.items.flatMap(\.container.stacks)
        }
    }

    /// Appends the stacks in this container that satisfy a predicate, in order.
    func find(_ isWanted: (Stack) -> Bool, _ found: inout [Stack]) {
        switch self {
        case .stack(let stack): if isWanted(stack) { found.append(stack) }
        // By index, because copying an item out would retain its members. The same holds below.
        case .tabs(let tabs): for index in tabs.items.indices { tabs.items[index].container.find(isWanted, &found) }
        }
    }

    /// Whether this container is a stack without screens, suspended ones included.
    var isVacant: Bool {
        guard case .stack(let stack) = self else { return false }
        return stack.screens.isEmpty && stack.suspended.isEmpty
    }

    /// The tabs containers in this container, outermost first.
    var allTabs: [Tabs] {
        switch self {
        case .stack: []
        case .tabs(let tabs): [tabs] + tabs.items.flatMap(\.container.allTabs)
        }
    }

    /// The keys of this container and of all containers in it.
    var containers: [Key] {
        switch self {
        case .stack(let stack): [stack.key]
        case .tabs(let tabs): [tabs.key] + tabs.items.flatMap(\.container.containers)
        }
    }

    /// Returns the stack with this key, which is this container or inside of it.
    func stack(_ key: Key) -> Stack? {
        switch self {
        case .stack(let stack): stack.key == key ? stack : nil
        case .tabs(let tabs): tabs.items.lazy.compactMap { $0.container.stack(key) }.first
        }
    }

    /// Returns the stack in front of the container with this key.
    func front(of key: Key) -> Stack? {
        if self.key == key { return front }
        guard case .tabs(let tabs) = self else { return nil }
        for index in tabs.items.indices {
            if let found = tabs.items[index].container.front(of: key) { return found }
        }
        return nil
    }

    /// Returns the outermost selected tab that is empty and not among those tried, or `nil` when there is none.
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

    /// Replaces the container with this key, and returns whether it is here.
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

/// Containers next to each other, one of them selected.
public struct Tabs: Equatable, Sendable {
    /// One of the containers, with the label of its tab.
    public struct Item: Equatable, Sendable {
        /// The application's name for the tab.
        public internal(set) var name = ""
        /// The text on the tab.
        public internal(set) var title: LocalizedText = ""
        /// The picture on the tab, named by its meaning as in ``ImageSource/symbol(_:alternative:)``.
        public internal(set) var symbol: String?
        /// A short text in a badge on the tab, such as a count.
        public internal(set) var badge: String?
        /// The content of the tab.
        public var container = Container.stack(Stack())
        /// The key of the tab in its session, which is also the key of its first container.
        public internal(set) var key = Key(0)
    }

    /// The key of the container in its session.
    public internal(set) var key = Key(0)
    /// The coordinator that created the tabs.
    public internal(set) var owner = Key(0)
    /// The index of the selected tab.
    public var index = 0
    /// The tabs in order, never empty.
    public var items: [Item] = []
    /// The animation with which the tabs appeared, or `nil` for the client's default.
    public var transition: Transition?

    /// The selected tab.
    public var selected: Item {
        _read { yield items[index] }
    }
}
