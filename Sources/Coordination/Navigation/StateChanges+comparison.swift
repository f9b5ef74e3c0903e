extension StateChanges {
    /// Finds the difference between two states of a session, for tests of what steps record.
    package init(comparing before: NavigationState, to after: NavigationState) {
        screens = Parts(
            comparing: before.screens.map { ($0.key, $0) },
            to: after.screens.map { ($0.key, $0) },
            isSameContent: { $0.fields.value.content == $1.fields.value.content }
        )
        coordinators = Parts(
            comparing: before.coordinators.map { ($0.key, $0) },
            to: after.coordinators.map { ($0.key, $0) },
            isSameContent: { $0.fields.value.content == $1.fields.value.content }
        )
        pending = Parts(
            comparing: before.pending.map { ($0.key, $0) },
            to: after.pending.map { ($0.key, $0) },
            isSameContent: { _, _ in false }
        )
        let comparisons: [(Members, Bool)] = [
            (.containers, before.navigation == after.navigation && before.modals == after.modals),
            (.postponed, before.postponed == after.postponed), (.identity, before.identity == after.identity),
            (.barrier, before.barrier == after.barrier), (.end, before.isEnded == after.isEnded),
            (.keys, before.nextKey == after.nextKey),
        ]
        members = Members(comparisons.filter { !$0.1 }.map(\.0))
    }

    /// Returns whether the changes are those of a comparison: the same parts, in any order, and no content that has changed
    /// unsaid.
    package func agrees(with difference: StateChanges) -> Bool {
        members == difference.members && screens.agrees(with: difference.screens)
            && coordinators.agrees(with: difference.coordinators) && pending.agrees(with: difference.pending)
    }
}

extension StateChanges.Parts {
    fileprivate init<Part: Equatable>(
        comparing before: [(Key, Part)],
        to after: [(Key, Part)],
        isSameContent: (Part, Part) -> Bool
    ) {
        let (old, new) = (Dictionary(uniqueKeysWithValues: before), Dictionary(uniqueKeysWithValues: after))
        self.init()
        for (key, part) in after {
            switch old[key] {
            case nil: recordAddition(key)
            case let last? where last != part: recordChange(key, hasNewContent: !isSameContent(last, part))
            default: break
            }
        }
        for (key, _) in before where new[key] == nil { recordRemoval(key) }
    }

    fileprivate func agrees(with difference: Self) -> Bool {
        added == difference.added && Set(removed) == Set(difference.removed)
            && Set(changed.map(\.key)) == Set(difference.changed.map(\.key))
            && difference.changed.allSatisfy { !$0.hasNewContent || change(of: $0.key)?.hasNewContent == true }
    }
}
