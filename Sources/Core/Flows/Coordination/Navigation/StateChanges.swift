/// The changes that a step has made to a session's state.
///
/// The router is the only writer of a state, and records each change when it makes it. So everything that follows from a step
/// is read from here and never found by comparing two states: whether there is anything to commit, which effects begin, which
/// parts of the snapshot are written anew, and which parts of the state before the history has to keep.
///
/// ```swift
/// let step = try application.apply(event, to: state, at: context)
/// step.changes?.screens.added  // [k7]
/// ```
///
/// A change that the same step undoes does not count: when the step ends, each part that it has recorded as changed is compared with
/// the part before.
public struct StateChanges: Equatable, Sendable {
    /// The kinds of parts that a state consists of.
    enum Kind: UInt8 {
        case screen, coordinator, effect
    }

    /// The kinds of changes to a part.
    enum Event: UInt8 {
        case added, changed, changedContent, removed
    }

    /// A change to one part.
    ///
    /// It takes eight bytes, and all are in one list, because every layer copies the list.
    struct Entry: Equatable {
        let key: Key
        let kind: Kind
        var event: Event
    }

    /// A part that the state has before the step and after it.
    public struct Change: Equatable, Sendable {
        /// The key of the part.
        public let key: Key
        /// Whether the inputs of the screen or the state of the coordinator have changed, which is always true for an effect.
        public let hasNewContent: Bool
    }

    /// The changes to the screens, to the coordinators, or to the effects and timers, by their keys.
    public struct Parts: Sendable {
        let entries: [Entry]
        let kind: Kind

        /// The keys of the parts that only the new state has, in the order in which they were added.
        public var added: [Key] { keys { $0 == .added } }

        /// The parts that both states have and that differ.
        public var changed: [Change] {
            entries.filter { $0.kind == kind && ($0.event == .changed || $0.event == .changedContent) }
                .map { Change(key: $0.key, hasNewContent: $0.event == .changedContent) }
        }

        /// The keys of the parts that only the old state has.
        public var removed: [Key] { keys { $0 == .removed } }

        /// Whether nothing has changed.
        public var isEmpty: Bool { !entries.contains { $0.kind == kind } }

        /// Whether both states have parts with the same keys.
        public var hasSameKeys: Bool {
            !entries.contains { $0.kind == kind && ($0.event == .added || $0.event == .removed) }
        }

        private func keys(_ isWanted: (Event) -> Bool) -> [Key] {
            entries.filter { $0.kind == kind && isWanted($0.event) }.map(\.key)
        }
    }

    /// The rest of a state.
    public struct Members: OptionSet, Sendable {
        /// The members, one bit each.
        public let rawValue: UInt8

        /// Makes a set of members from their bits.
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
        /// Keys were made, even if nothing has one any more.
        public static let keys = Members(rawValue: 32)
    }

    /// Makes the changes of a step that changes nothing.
    public init() {}

    var entries: [Entry] = []
    /// The other members of the state that have changed.
    public internal(set) var members: Members = []

    /// The changes to the screens.
    public var screens: Parts { Parts(entries: entries, kind: .screen) }
    /// The changes to the coordinators.
    public var coordinators: Parts { Parts(entries: entries, kind: .coordinator) }
    /// The changes to the effects and timers that have no outcome yet.
    public var pending: Parts { Parts(entries: entries, kind: .effect) }

    /// Whether the state is the same as before.
    public var isEmpty: Bool { members.isEmpty && entries.isEmpty }

    /// The keys of the parts of any kind that only the old state has.
    var removedKeys: [Key] { entries.filter { $0.event == .removed }.map(\.key) }

    /// Returns what a step has done to a part, or `nil` if the part is the same in both states.
    func change(of key: Key, _ kind: Kind) -> Event? {
        for entry in entries where entry.key == key && entry.kind == kind { return entry.event }
        return nil
    }
}

// MARK: - Recording

extension StateChanges {
    mutating func recordAddition(of key: Key, _ kind: Kind) {
        entries.append(Entry(key: key, kind: kind, event: .added))
    }

    /// Records a change to a part, and returns whether it is the first one of the step.
    @discardableResult
    mutating func recordChange(of key: Key, _ kind: Kind, hasNewContent: Bool) -> Bool {
        guard let index = index(of: key, kind) else {
            entries.append(Entry(key: key, kind: kind, event: hasNewContent ? .changedContent : .changed))
            return true
        }
        if hasNewContent, entries[index].event == .changed { entries[index].event = .changedContent }
        return false
    }

    mutating func recordRemoval(of key: Key, _ kind: Kind) {
        guard let index = index(of: key, kind) else {
            return entries.append(Entry(key: key, kind: kind, event: .removed))
        }
        if entries[index].event == .added { entries.remove(at: index) } else { entries[index].event = .removed }
    }

    /// Drops the recorded changes to parts that are as they were.
    mutating func dropChanges(where isSame: (Key, Kind) -> Bool) {
        entries.removeAll { $0.event != .added && $0.event != .removed && isSame($0.key, $0.kind) }
    }

    private func index(of key: Key, _ kind: Kind) -> Int? {
        entries.firstIndex { $0.key == key && $0.kind == kind }
    }
}
