import JSONValues

/// A screen on a stack, with the data of this instance.
public struct ScreenNode: KeyedElement, Equatable, Sendable {
    struct Fields: Equatable, StoredStructure {
        var key = Key(0)
        var owner = Key(0)
        var version: UInt64 = 0
        var messages: [Message] = []
        var hides: Set<Bar> = []
        var transition: Transition?
        var discard: DiscardQuestion?
        var isPassed = false
        var content = ScreenContent(UndecodedScreen())

        mutating func code<Coder: MemberCoder & ~Copyable>(_ coder: inout Coder) throws {
            var name = content.name
            try coder.member("key", &key)
            try coder.member("name", &name)
            try coder.member("owner", &owner)
            try coder.member("version", &version)
            try coder.content(ScreenNode.contentName, &content)
            try coder.member("messages", &messages, default: [])
            var bars = Bar.allCases.filter(hides.contains)
            try coder.member("hides", &bars, default: [])
            try coder.member("transition", &transition)
            try coder.member("discard", &discard)
            try coder.member("passed", &isPassed, default: false)
            guard Coder.reads else { return }
            hides = Set(bars)
            if let unread = content.screen as? UndecodedScreen {
                content.screen = UndecodedScreen(kind: name, props: unread.props)
            }
        }
    }

    private(set) var fields: CopyOnWrite<Fields>

    init(_ fields: Fields) {
        self.fields = CopyOnWrite(fields)
    }

    /// The key of the screen in its session.
    public var key: Key { fields.value.key }

    /// The coordinator that shows it.
    public var owner: Key { fields.value.owner }

    /// The screen with its inputs.
    public internal(set) var screen: any Screen {
        _read { yield fields.value.content.screen }
        _modify { yield &fields.value.content.screen }
    }

    /// The messages to the user on this screen.
    public internal(set) var messages: [Message] {
        _read { yield fields.value.messages }
        _modify { yield &fields.value.messages }
    }

    /// The bars that are hidden while it is in front.
    public var hides: Set<Bar> { fields.value.hides }

    /// The animation with which it appeared, or `nil` for the client's default.
    public var transition: Transition? { fields.value.transition }

    /// The question before the user leaves it and discards what was entered on it, or `nil` for none.
    public var discard: DiscardQuestion? { fields.value.discard }

    /// Whether a barrier (``BackPolicy/barrier``) was passed since it was shown, so that the user can't go back to it.
    public internal(set) var isPassed: Bool {
        get { fields.value.isPassed }
        set { fields.value.isPassed = newValue }
    }

    /// The revision of the session with which the screen was last changed, or 0 if it is as it was pushed.
    ///
    /// A rendering made at one version is valid for that version, and a client that has seen the session at this revision or a
    /// later one has seen the screen as it is.
    public internal(set) var version: UInt64 {
        get { fields.value.version }
        set { fields.value.version = newValue }
    }

    /// The name of the kind of screen, as in ``Screen/name``.
    public var name: String { fields.value.content.name }
}

/// A type-erased screen.
struct ScreenContent: Equatable, Stored {
    var screen: any Screen

    init(_ screen: any Screen) {
        self.screen = screen
    }

    init(stored json: JSONValue) {
        screen = UndecodedScreen(props: json)
    }

    var name: String { type(of: screen).name }

    func write(to writer: inout SnapshotWriter) throws { try writer.writeContent(screen) }

    static func == (first: Self, second: Self) -> Bool { isEqual(first.screen, second.screen) }
}

/// A bar that a screen can hide while it is in front.
///
/// ```swift
/// push(ItemPage(), hides: [.tabBar])
/// ```
public enum Bar: String, Codable, Sendable, CaseIterable {
    /// The bar with the title and the back button.
    case navigationBar
    /// The bar with the tabs.
    case tabBar
}

/// Returns whether two values have the same type and are equal.
func isEqual<First: Equatable, Second: Equatable>(_ first: First, _ second: Second) -> Bool {
    guard First.self == Second.self else { return false }
    // The types were compared above. A dynamic cast takes longer than most comparisons.
    return unsafe unsafeBitCast(second, to: First.self) == first
}
