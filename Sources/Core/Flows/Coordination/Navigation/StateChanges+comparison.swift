extension StateChanges {
    /// Finds the difference between two states of a session, for tests of what steps record.
    package init(comparing before: NavigationState, to after: NavigationState) {
        self.init()
        compare(.screen, before.screens.map { ($0.key, $0) }, after.screens.map { ($0.key, $0) }) {
            $0.fields.value.content == $1.fields.value.content
        }
        compare(.coordinator, before.coordinators.map { ($0.key, $0) }, after.coordinators.map { ($0.key, $0) }) {
            $0.fields.value.content == $1.fields.value.content
        }
        compare(.effect, before.pending.map { ($0.key, $0) }, after.pending.map { ($0.key, $0) }) { _, _ in false }
        let comparisons: [(Members, Bool)] = [
            (.containers, before.navigation == after.navigation && before.modals == after.modals),
            (.postponed, before.postponed == after.postponed), (.identity, before.identity == after.identity),
            (.barrier, before.barrier == after.barrier), (.end, before.isEnded == after.isEnded),
            (.keys, before.nextKey == after.nextKey),
        ]
        members = Members(comparisons.filter { !$0.1 }.map(\.0))
    }

    /// Returns whether the changes agree with a comparison: the same parts, in any order, and no unrecorded change of content.
    package func agrees(with difference: StateChanges) -> Bool {
        members == difference.members && added == difference.added && names == difference.names
            && difference.entries.allSatisfy { $0.event != .changedContent || change(of: $0.key, $0.kind) == $0.event }
    }

    /// The keys of the added parts, in order for each kind.
    private var added: [[Key]] { [screens.added, coordinators.added, pending.added] }

    /// The keys of the parts that have changed, and of the parts that were removed.
    private var names: [Set<Key>] {
        [screens, coordinators, pending].flatMap { [Set($0.changed.map(\.key)), Set($0.removed)] }
    }

    private mutating func compare<Part: Equatable>(
        _ kind: Kind,
        _ before: [(Key, Part)],
        _ after: [(Key, Part)],
        isSameContent: (Part, Part) -> Bool
    ) {
        let (old, new) = (Dictionary(uniqueKeysWithValues: before), Dictionary(uniqueKeysWithValues: after))
        for (key, part) in after {
            switch old[key] {
            case nil: recordAddition(of: key, kind)
            case let last? where last != part:
                recordChange(of: key, kind, hasNewContent: !isSameContent(last, part))
            default: break
            }
        }
        for (key, _) in before where new[key] == nil { recordRemoval(of: key, kind) }
    }
}
