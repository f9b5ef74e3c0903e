/// A screen on some stack, with what belongs to this instance of it.
public struct ScreenNode: HasKey, Equatable, Sendable {
    private struct Fields: Equatable {
        let key: Key
        let owner: Key
        var screen: any Screen
        var messages: [Message]
        let hides: Set<Bar>
        let transition: Transition?
        var version: UInt32

        static func == (first: Self, second: Self) -> Bool {
            first.key == second.key && first.version == second.version && first.owner == second.owner
                && first.messages == second.messages && first.hides == second.hides
                && first.transition == second.transition && isEqual(first.screen, second.screen)
        }
    }

    private var fields: Boxed<Fields>

    init(
        key: Key,
        owner: Key,
        screen: any Screen,
        messages: [Message],
        hides: Set<Bar>,
        transition: Transition?,
        version: UInt32
    ) {
        fields = Boxed(
            Fields(
                key: key,
                owner: owner,
                screen: screen,
                messages: messages,
                hides: hides,
                transition: transition,
                version: version
            )
        )
    }

    /// The name of the instance in its session.
    public var key: Key { fields.value.key }

    /// The coordinator that put it there.
    public var owner: Key { fields.value.owner }

    /// The screen with its inputs.
    public internal(set) var screen: any Screen {
        _read { yield fields.value.screen }
        _modify { yield &fields.value.screen }
    }

    /// What to tell the user on it.
    public internal(set) var messages: [Message] {
        _read { yield fields.value.messages }
        _modify { yield &fields.value.messages }
    }

    /// The bars that are hidden while it is in front.
    public var hides: Set<Bar> { fields.value.hides }

    /// How it appeared; `nil` for the ordinary way.
    public var transition: Transition? { fields.value.transition }

    /// How often the instance has changed since it was put there; what was made of it at one version holds for that.
    public internal(set) var version: UInt32 {
        get { fields.value.version }
        set { fields.value.version = newValue }
    }

    /// The kind of screen.
    public var name: String { type(of: screen).name }
}

/// A bar that a screen can hide while it is in front.
public enum Bar: String, Codable, Sendable, CaseIterable {
    /// The bar with title and back button.
    case navigationBar
    /// The bar with the tabs.
    case tabBar
}

/// Whether two values of unknown types are of one type and equal.
func isEqual<First: Equatable>(_ first: First, _ second: any Equatable) -> Bool {
    (second as? First).map { $0 == first } ?? false
}
