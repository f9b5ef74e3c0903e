/// Restores a state from a snapshot: decodes the flows that match and restarts those that don't.
struct Restoration {
    let application: Application
    let stored: DecodedSnapshot
    let context: StepContext
    /// The result of migrating and decoding each flow.
    private(set) var migratedFlows: [Key: MigratedFlow] = [:]
    /// The flows that restart, with their new states and the reasons.
    ///
    /// None of them runs below another.
    private(set) var restarts: [Key: Restart] = [:]
    var changes: [SnapshotChange] = []

    /// A flow that restarts.
    struct Restart {
        let state: any CoordinatorState
        let message: Message
        let mismatch: SnapshotError
    }

    init(_ stored: DecodedSnapshot, of application: Application, at context: StepContext) {
        self.stored = stored
        self.application = application
        self.context = context
    }

    mutating func run() throws(SnapshotError) -> RestoredState {
        for node in stored.structure.coordinators {
            guard let flow = stored.flows[node.key] else { continue }
            migratedFlows[node.key] = migrate(flow, isRoot: node.parent == nil)
        }
        try checkRelease()
        try chooseAnchors()
        while true {
            changes = []
            let state = fill()
            guard !restarts.isEmpty else { return RestoredState(state: state, changes: changes) }
            do throws(SnapshotError) {
                return RestoredState(state: try restart(state), changes: changes)
            } catch {
                // Ends after a few rounds, because in each round the restarting flows are further up the tree.
                try chooseAnchors(above: Array(restarts.keys), for: error)
            }
        }
    }

    private func migrate(_ stored: StoredFlow, isRoot: Bool) -> MigratedFlow {
        guard !isRoot || stored.name == application.root.name else {
            let detail =
                "The application coordinator is \(application.root.name), but the stored one is \(stored.name)."
            return MigratedFlow(unknown: stored, detail)
        }
        guard let flow = application.flow(stored.name) else {
            return MigratedFlow(unknown: stored, "The application has no flow '\(stored.name)'.")
        }
        return MigratedFlow(stored, to: flow, of: application)
    }

    // MARK: Releases

    /// Rejects a snapshot that a later release may have written, before anything of it is changed.
    ///
    /// After a rollback, the older program restores what the newer one has written. If it restarted a flow that it does not
    /// know, the newer one could not bring back what was lost. So a part that does not fit may be changed only if the stored
    /// version of its flow is lower than the program's.
    private func checkRelease() throws(SnapshotError) {
        for node in stored.structure.coordinators {
            guard let mismatch = migratedFlows[node.key]?.mismatch else { continue }
            try check(node.key, mismatch.detail)
        }
        for timer in stored.structure.pending where timer.isTimer {
            // The timers of a flow that the application does not have were rejected with it.
            guard let flow = flow(timer.coordinator), !flow.accepts(.timer(timer.name)) else { continue }
            try check(timer.coordinator, "\(flow.name) does not handle its timer '\(timer.name)'.")
        }
        guard let root = stored.structure.coordinators.first?.key else { return }
        for effect in stored.orphans {
            do throws(SnapshotError) {
                _ = try application.work(effect, of: "A flow that has ended")
            } catch {
                try check(root, error.detail)
            }
        }
    }

    /// Rejects a mismatch in a flow unless an earlier release has certainly written that flow.
    ///
    /// A flow that the application does not have is judged by the nearest flow above it.
    private func check(_ key: Key, _ mismatch: String) throws(SnapshotError) {
        var advice = ""
        for key in ancestry(from: key) {
            guard let flow = flow(key), let version = stored.flows[key]?.version else { continue }
            guard version >= flow.version else { return }
            if version == flow.version {
                advice = " If an earlier release has written it, raise the version of \(flow.name)."
            }
            break
        }
        throw SnapshotError(
            reason: .newerRelease,
            detail: "\(mismatch) A later release may have written the session, so it stays as it is.\(advice)"
        )
    }

    // MARK: Anchors

    private mutating func chooseAnchors() throws(SnapshotError) {
        // Oldest first: a flow below one that restarts needs no anchor of its own.
        for node in stored.structure.coordinators {
            guard let mismatch = migratedFlows[node.key]?.mismatch else { continue }
            let ancestry = ancestry(from: node.key)
            guard !ancestry.contains(where: { restarts[$0] != nil }) else { continue }
            guard let (key, restart) = anchor(in: ancestry, for: mismatch) else { throw error(mismatch, ancestry) }
            restarts[key] = restart
        }
        removeNestedRestarts()
    }

    /// Chooses anchors further up for flows that could not restart.
    private mutating func chooseAnchors(above keys: [Key], for failure: SnapshotError) throws(SnapshotError) {
        restarts = [:]
        for key in keys.sorted() {
            guard let (above, restart) = anchor(in: Array(ancestry(from: key).dropFirst()), for: failure) else {
                throw failure
            }
            restarts[above] = restart
        }
        removeNestedRestarts()
    }

    /// Drops the restart of each flow below another restarting flow, which removes it anyway.
    private mutating func removeNestedRestarts() {
        for key in restarts.keys where ancestry(from: key).dropFirst().contains(where: { restarts[$0] != nil }) {
            restarts[key] = nil
        }
    }

    private func anchor(in ancestry: [Key], for mismatch: SnapshotError) -> (Key, Restart)? {
        for key in ancestry {
            guard let migratedFlow = migratedFlows[key], let flow = flow(key), let anchor = flow.anchor,
                let state = anchor.state(migratedFlow.storage)
            else { continue }
            return (key, Restart(state: state, message: anchor.message, mismatch: mismatch))
        }
        return nil
    }

    /// Returns the type of a flow, or `nil` when the application no longer has it, or has another root.
    private func flow(_ key: Key) -> FlowType? {
        guard let node = stored.structure.coordinators[key], let flow = application.flow(node.name),
            node.parent != nil || flow.name == application.root.name
        else { return nil }
        return flow
    }

    private func error(_ mismatch: SnapshotError, _ ancestry: [Key]) -> SnapshotError {
        let names = ancestry.compactMap { stored.structure.coordinators[$0]?.name }
        let anchored = names.filter { application.flow($0)?.anchor != nil }
        let advice =
            anchored.isEmpty
            ? "None of \(names.joined(separator: ", ")) has an anchor to restart at; add an anchor or a migration."
            : "The anchor of \(anchored.joined(separator: ", ")) can't make a state from the stored data; add a migration, or an anchor that needs less data."
        return SnapshotError(reason: mismatch.reason, detail: "\(mismatch.detail) \(advice)")
    }

    /// Returns a flow and its ancestors, nearest first.
    private func ancestry(from key: Key) -> [Key] {
        Array(sequence(first: key) { stored.structure.coordinators[$0]?.parent })
    }

    // MARK: Restarting

    private func restart(_ state: NavigationState) throws(SnapshotError) -> NavigationState {
        let router = Router(application, state, context)
        defer { router.close() }
        do throws(NavigationError) {
            try RunningStep(router).restart(restarts.mapValues(\.message))
        } catch {
            let names = restarts.keys.sorted().compactMap { stored.structure.coordinators[$0]?.name }
            throw SnapshotError(
                reason: .failedRestart,
                detail: "\(names.joined(separator: ", ")) can't restart: \(error.detail)"
            )
        }
        try Snapshot.check(router.state)
        return router.state
    }
}

extension NavigationError {
    /// The error in a sentence for the log.
    fileprivate var detail: String {
        switch self {
        case .bug(let detail): detail
        case .rejected(let rejection): rejection.detail.description
        default: "\(self)"
        }
    }
}
