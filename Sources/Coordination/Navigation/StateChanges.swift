/// What a step has changed of a session's state.
///
/// The router is the only writer of a state, and records each change when it makes it. So what follows from a step is read from
/// here and never found by comparing two states: whether there is anything to commit, which effects begin, which parts of the
/// snapshot are written anew, and what the history has to keep of the state before.
///
/// ```swift
/// let step = try application.apply(event, to: state, at: context)
/// step.changes?.screens.added  // [k7]
/// ```
///
/// A change that the same step undoes does not count.
public struct StateChanges: Equatable, Sendable {
    /// A part that the state has before the step and after it.
    public struct Change: Equatable, Sendable {
        /// The key of the part.
        public let key: Key
        /// Whether the inputs of the screen or the state of the coordinator have changed; always true for an effect.
        public internal(set) var hasNewContent: Bool
    }

    /// The changes to the screens, to the coordinators, or to the effects and timers, by their keys.
    public struct Parts: Equatable, Sendable {
        /// The keys of the parts that only the new state has, in the order in which they were added.
        public private(set) var added: [Key] = []
        /// The parts that both states have and that differ.
        public private(set) var changed: [Change] = []
        /// The keys of the parts that only the old state has.
        public private(set) var removed: [Key] = []

        /// Whether nothing has changed.
        public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }

        /// Returns the change to a part that both states have; `nil` if it is the same in both.
        public func change(of key: Key) -> Change? { changed.first { $0.key == key } }

        mutating func recordAddition(_ key: Key) { added.append(key) }

        mutating func recordChange(_ key: Key, hasNewContent: Bool) {
            if let index = changed.firstIndex(where: { $0.key == key }) {
                changed[index].hasNewContent = changed[index].hasNewContent || hasNewContent
            } else if !added.contains(key) {
                changed.append(Change(key: key, hasNewContent: hasNewContent))
            }
        }

        mutating func recordRemoval(_ key: Key) {
            if let index = added.lastIndex(of: key) {
                added.remove(at: index)
            } else {
                changed.removeAll { $0.key == key }
                removed.append(key)
            }
        }

        /// Drops the recorded changes to parts that are as they were.
        mutating func drop(where isSame: (Key) -> Bool) {
            changed.removeAll { isSame($0.key) }
        }
    }

    /// The rest of a state.
    public struct Members: OptionSet, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The stacks, the tabs and the modals.
        public static let containers = Members(rawValue: 1)
        /// The outputs that coordinators have postponed.
        public static let postponed = Members(rawValue: 2)
        /// The user that the session belongs to.
        public static let identity = Members(rawValue: 4)
        /// The last barrier that the user has passed.
        public static let barrier = Members(rawValue: 8)
        /// The session has ended.
        public static let end = Members(rawValue: 16)
        /// Keys were made, also if nothing has one any more.
        public static let keys = Members(rawValue: 32)
    }

    /// Makes the changes of a step that changes nothing.
    public init() {}

    /// The changes to the screens.
    public internal(set) var screens = Parts()
    /// The changes to the coordinators.
    public internal(set) var coordinators = Parts()
    /// The changes to the effects and timers whose outcome has not arrived.
    public internal(set) var pending = Parts()
    /// The other members of the state that have changed.
    public internal(set) var members: Members = []

    /// Whether the state is the same as before.
    public var isEmpty: Bool { members.isEmpty && screens.isEmpty && coordinators.isEmpty && pending.isEmpty }
}
