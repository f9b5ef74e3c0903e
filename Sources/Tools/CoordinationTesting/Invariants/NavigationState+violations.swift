extension NavigationState {
    /// The violated invariants of this state, each in a sentence, or none when all of them hold.
    ///
    /// The counts and references are computed again from the tree: the screens, tabs containers and children of every
    /// coordinator, the stack of every screen, and the owners of screens, tabs, timers and postponed outputs. No key may be
    /// used twice.
    public var violations: [String] {
        countViolations + stackViolations + keyViolations
    }

    private var countViolations: [String] {
        var violations: [String] = []
        var ownedCount: [Key: Int] = [:]
        var childCount: [Key: Int] = [:]
        for screen in screens { ownedCount[screen.owner, default: 0] += 1 }
        for tabs in layers.flatMap(\.tabBars) { ownedCount[tabs.owner, default: 0] += 1 }
        for node in coordinators { node.parent.map { childCount[$0, default: 0] += 1 } }
        for (place, node) in coordinators.enumerated() {
            let (owned, run) = (ownedCount[node.key] ?? 0, childCount[node.key] ?? 0)
            if node.ownedCount != owned {
                violations.append("\(node.name) counts \(node.ownedCount) screens and tabs, but owns \(owned).")
            }
            if node.childCount != run {
                violations.append("\(node.name) counts \(node.childCount) children, but runs \(run).")
            }
            if place > 0, owned == 0, run == 0 { violations.append("\(node.name) has no screens, tabs or children.") }
            if (node.parent == nil) != (place == 0) { violations.append("\(node.name) is a second root.") }
        }
        for owner in ownedCount.keys.sorted() where coordinators[owner] == nil {
            violations.append("The coordinator \(owner) owns screens or tabs, but is not in the tree.")
        }
        for parent in childCount.keys.sorted() where coordinators[parent] == nil {
            violations.append("The coordinator \(parent) has children, but is not in the tree.")
        }
        for timer in pending where timer.due != nil && coordinators[timer.coordinator] == nil {
            violations.append("The coordinator of the timer '\(timer.name)' is not in the tree.")
        }
        for output in postponed where coordinators[output.coordinator] == nil {
            violations.append("The coordinator that postponed the output '\(output.output)' is not in the tree.")
        }
        return violations
    }

    private var stackViolations: [String] {
        var violations: [String] = []
        let listed = layers.flatMap(\.screens)
        if Set(listed).count < listed.count { violations.append("A screen is in two places.") }
        for key in listed where screens[key] == nil {
            violations.append("The screen \(key) is on a stack, but does not exist.")
        }
        let listedKeys = Set(listed)
        for screen in screens where !listedKeys.contains(screen.key) {
            violations.append("'\(screen.name)' is on no stack.")
        }
        for modal in modals where modal.container.screens.isEmpty && modal.container.tabBars.isEmpty {
            violations.append("The modal \(modal.key) is empty.")
        }
        for case .stack(let stack) in layers.flatMap(\.parts) where !stack.suspended.isEmpty {
            if stack.screens.isEmpty {
                violations.append("The stack \(stack.key) is empty and has suspended screens.")
            }
            if stack.suspended.contains(where: \.isEmpty) {
                violations.append("The stack \(stack.key) has an empty list of suspended screens.")
            }
        }
        for tabs in layers.flatMap(\.tabBars) where !tabs.items.indices.contains(tabs.index) {
            violations.append("The tabs \(tabs.key) have no tab \(tabs.index).")
        }
        let containers = Set(layers.flatMap(\.parts).map(\.key))
        for node in coordinators where !containers.contains(node.container) {
            violations.append("\(node.name) is in the container \(node.container), which does not exist.")
        }
        return violations
    }

    private var keyViolations: [String] {
        let all = instances
        return Set(all).count < all.count ? ["Two instances have the same key."] : []
    }

    /// The keys of all containers, screens, coordinators and pending effects.
    var instances: [Key] {
        layers.flatMap(\.parts).map(\.key) + screens.map(\.key) + coordinators.map(\.key) + pending.map(\.key)
    }
}
