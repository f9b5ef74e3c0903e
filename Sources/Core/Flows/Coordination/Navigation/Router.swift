/// The containers of one session during one step: the stacks, tabs and modals that coordinators show screens in.
///
/// Coordinators reach it through the methods of ``BaseCoordinator``. Every change to a container goes through the router, which
/// counts the screens and tabs containers of each coordinator. A coordinator that owns none and runs no child leaves the tree.
/// This is not HTTP routing.
///
/// The most used properties opt out of the exclusivity check at run time. That is safe because a router never leaves its step,
/// and no change to the state calls code that has access to the router.
final class Router {
    let application: Application
    let context: StepContext
    /// The state, which only this step changes, with the list of what it has changed.
    @safe @exclusivity(unchecked) var draft: StateDraft
    /// Whether the session gets a new credential with this step.
    var renewsCredential = false
    /// Whether the running handler forwards its event to the parent.
    @safe @exclusivity(unchecked) var isForwarded = false
    /// The name of the flow with the last handler that did not forward its event.
    var handledBy: String?
    /// The output that is being handled, or `nil` while another kind of event is.
    var reported: HandledOutput?
    /// The coordinator that the event being handled comes from, or `nil` for an event that begins nowhere in the tree.
    var origin: Key?
    /// The coordinators that are to get their postponed outputs again.
    var redeliveries: [Key] = []
    /// The first application bug found in this step.
    @safe @exclusivity(unchecked) var bug: String?
    /// The signals and results that are not delivered yet.
    @safe @exclusivity(unchecked) var undelivered = Undelivered()
    /// The effects that flows have cancelled after they had begun.
    @safe @exclusivity(unchecked) var cancelled: [PendingEffect] = []
    /// The coordinators with running handlers, which stay in the tree even if they own nothing.
    @safe @exclusivity(unchecked) private var active: [Key] = []
    /// The coordinators that a restart or a gesture keeps in the tree, even if they own nothing.
    @safe @exclusivity(unchecked) private var pinned: Set<Key> = []
    /// The coordinators that have set tabs in this step.
    var tabOwners: Set<Key> = []
    /// The first key that this step creates.
    let firstNewKey: Key
    /// The coordinator objects created in this step, mostly one or two.
    @safe @exclusivity(unchecked) var coordinators: [BaseCoordinator] = []
    let observer: StepObserver?

    init(
        _ application: Application,
        _ state: NavigationState,
        _ context: StepContext,
        observer: StepObserver? = nil
    ) {
        self.application = application
        draft = StateDraft(state, revision: context.revision)
        self.context = context
        self.observer = observer
        firstNewKey = Key(state.nextKey)
    }

    /// The state with the changes that the step has made so far.
    var state: NavigationState { _read { yield draft.state } }

    /// Releases the coordinators at the end of the step, because they retain this router.
    func close() {
        coordinators = []
    }

    /// Returns whether a coordinator is in the tree, and records an application bug if it is not.
    func isAttached(_ key: Key) -> Bool {
        if state.coordinators[key] != nil { return true }
        record(bug: "A flow changes the navigation after it has left the tree.")
        return false
    }

    func record(bug sentence: String) {
        if bug == nil { bug = sentence }
    }

    // MARK: Coordinators

    /// Returns the object of the coordinator with this key, creating it on first use.
    func coordinator(_ key: Key) -> BaseCoordinator? {
        if let known = made(key) { return known }
        guard let node = state.coordinators[key], let flow = application.flow(node.name) else { return nil }
        let coordinator = flow.coordinator.init(CoordinatorContext(key: key, router: self, state: node.state))
        coordinators.append(coordinator)
        observer?.created(coordinator)
        return coordinator
    }

    /// Returns the object of the coordinator with this key, if it has been created in this step.
    private func made(_ key: Key) -> BaseCoordinator? {
        coordinators.first { $0.key == key }
    }

    /// Runs a body during which a coordinator stays in the tree even if it owns nothing.
    func whileActive<Result>(_ key: Key, _ body: () throws -> Result) rethrows -> Result {
        active.append(key)
        defer { active.removeLast() }
        return try body()
    }

    /// Keeps flows in the tree during the body even if they own nothing.
    func whilePinned(_ keys: Set<Key>, _ body: () -> Void) {
        pinned = keys
        defer { pinned = [] }
        body()
    }

    func attachRoot<Root: ApplicationCoordinating>(_ root: Root.Type, with initial: Root.State) -> Root {
        attach(root, with: initial, parent: nil, container: state.navigation.key)
    }

    func attach<Flow: Coordinating>(
        _ flow: Flow.Type,
        with initial: Flow.State,
        parent: Key,
        in placement: Placement
    ) -> Flow {
        // Records a bug and goes on, because the caller needs a coordinator. The step fails at its end.
        _ = isAttached(parent)
        if application.flow(of: flow) == nil {
            record(
                bug:
                    "\(state.coordinators[parent]?.name ?? "A flow") runs \(flow.name) without declaring it: wire its finish or add .runs(\(flow.name).self)."
            )
        }
        if active.count > 100 { record(bug: "\(flow.name) is in an endless loop of flows that run each other.") }
        return attach(flow, with: initial, parent: parent, container: container(for: placement, of: parent))
    }

    /// Starts a flow that was just attached, unless the step has failed already.
    func start(_ coordinator: some Coordinating) {
        guard bug == nil else { return }
        whileActive(coordinator.key) { coordinator.start() }
    }

    private func attach<Flow: Coordinating>(
        _ flow: Flow.Type,
        with initial: Flow.State,
        parent: Key?,
        container: Key
    ) -> Flow {
        let key = draft.makeKey()
        // Computing a flow's name can create a new string each time, so use the stored one.
        let name = application.flow(of: flow)?.name ?? flow.name
        draft.add(
            CoordinatorNode(
                .init(key: key, name: name, parent: parent, container: container, content: StateContent(initial))
            )
        )
        if let parent { draft.updateCoordinator(parent) { $0.childCount += 1 } }
        let coordinator = flow.init(CoordinatorContext(key: key, router: self, state: initial))
        coordinators.append(coordinator)
        observer?.created(coordinator)
        return coordinator
    }

    private func container(for placement: Placement, of parent: Key) -> Key {
        let own = state.coordinators[parent]?.container ?? state.navigation.key
        switch placement {
        case .stack:
            return own
        case .tab(let name):
            let tabs = state.containers.flatMap(\.allTabs).last { $0.owner == parent }
            guard let item = tabs?.items.first(where: { $0.name == name }) else {
                record(bug: "\(state.coordinators[parent]?.name ?? "A flow") has no tab '\(name)'.")
                return own
            }
            return item.container.key
        case .modal(let presentation, let isDismissible, let transition):
            return present(over: parent, as: presentation, isDismissible: isDismissible, transition: transition)
        case .root(let transition):
            dismissModals(from: 0)
            return replaceContainer(state.navigation.key, transition: transition)
        }
    }

    func child(of parent: Key, named name: String) -> BaseCoordinator? {
        state.coordinators.last { $0.parent == parent && $0.name == name }.flatMap { coordinator($0.key) }
    }

    /// Returns the value of a type that the nearest coordinator above shares, including changes made in this step.
    func shared<Value: Sendable>(_ type: Value.Type, above key: Key) -> Value? {
        var above = state.coordinators[key]?.parent
        while let key = above, let node = state.coordinators[key] {
            let share = application.flow(node.name)?.share(of: type)
            if let value = share?.read(made(key)?.erasedState ?? node.state) as? Value {
                return value
            }
            above = node.parent
        }
        return nil
    }

    func finish(_ key: Key, with result: any Sendable) {
        guard isAttached(key) else { return }
        guard !undelivered.finished.contains(where: { $0.key == key }) else { return }
        undelivered.finished.append((key, result))
    }

    /// Returns a coordinator and all coordinators below it.
    func flows(below ancestor: Key) -> Set<Key> {
        var flows: Set<Key> = [ancestor]
        // A parent's key is lower than its children's, so parents come first.
        for node in state.coordinators {
            if let parent = node.parent, flows.contains(parent) { flows.insert(node.key) }
        }
        return flows
    }

    /// Removes a coordinator and the coordinators below it, with all their screens and tabs.
    func remove(_ key: Key) {
        let removed = flows(below: key)
        // The flows that would get these results leave the tree as well.
        undelivered.finished.removeAll { removed.contains($0.key) }
        removeScreens(Set(state.screens.lazy.filter { removed.contains($0.owner) }.map(\.key)))
        for tabs in state.containers.flatMap(\.allTabs) where removed.contains(tabs.owner) {
            _ = replaceContainer(tabs.key, transition: nil)
        }
        resumeSuspended()
        removeEmptyModals()
        removeEmptyCoordinators()
    }

    /// Removes every coordinator that owns nothing and runs no child, children before their parents.
    func removeEmptyCoordinators() {
        // Highest keys first, so that removing a child can free its parent in the same pass. The root always stays.
        for index in state.coordinators.indices.dropFirst().reversed() {
            let node = state.coordinators[index]
            guard node.ownedCount == 0, node.childCount == 0, !isPinned(node.key) else { continue }
            draft.removeCoordinator(node.key)
            coordinators.removeAll { $0.key == node.key }
            guard let parent = node.parent else { continue }
            draft.updateCoordinator(parent) { $0.childCount -= 1 }
            reparent(node.key, to: parent)
            draft.removePostponed { $0.coordinator == node.key }
        }
    }

    /// Runs a gesture, and finishes the flows that the user leaves with it if they have a ``Coordinating/cancellation``.
    ///
    /// Of leaving flows that run each other, only the outermost is finished. The flows below it leave without a result.
    func leaving(_ gesture: () -> Void) {
        // All flows stay in the tree during the gesture, so that a flow that the user leaves can still tell its result.
        whilePinned(Set(state.coordinators.lazy.map(\.key)), gesture)
        // A parent's key is lower than its children's, so the children come first.
        var staying: Set<Key> = [state.root]
        for node in state.coordinators.reversed() where node.ownedCount > 0 || staying.contains(node.key) {
            staying.insert(node.key)
            if let parent = node.parent { staying.insert(parent) }
        }
        for node in state.coordinators where !staying.contains(node.key) {
            guard let parent = node.parent, staying.contains(parent) else { continue }
            guard let flow = coordinator(node.key), let result = application.flow(node.name)?.cancellation(flow) else {
                continue
            }
            undelivered.finished.append((node.key, result))
        }
        removeEmptyCoordinators()
    }

    /// Reparents the pending effects of a coordinator that has left the tree.
    ///
    /// An order that was placed stays placed. Timers, and effects that have not begun, end with their coordinator.
    private func reparent(_ key: Key, to parent: Key) {
        draft.removePending { $0.coordinator == key && $0.isScheduled }
        draft.updatePending(where: { $0.coordinator == key }) { effect in
            effect.coordinator = parent
            effect.isInherited = true
        }
    }

    /// Whether a coordinator that owns nothing stays: its handler runs, it restarts, or its result is not delivered.
    private func isPinned(_ key: Key) -> Bool {
        active.contains(key) || pinned.contains(key) || undelivered.finished.contains { $0.key == key }
    }

    /// Writes the changed states of this step's coordinator objects back into the tree.
    func writeBack() {
        for coordinator in coordinators where coordinator.wasStateSet {
            guard let node = state.coordinators[coordinator.key], !isEqual(node.state, coordinator.erasedState)
            else { continue }
            draft.setState(coordinator.erasedState, of: coordinator.key)
        }
    }
}
