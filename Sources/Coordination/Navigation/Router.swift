/// The containers of one session during one step: the stack, tabs and modals that coordinators put screens in.
///
/// Every way in and out of a container goes through here, so that each is counted the same way: a coordinator owns a
/// unit for every screen and every tabs container that it put up, and leaves the tree when it owns none and runs no
/// other. Nothing here is HTTP routing.
///
/// Exclusive access to what is touched most is not watched at run time: a router never leaves its step, and a change to the
/// state calls nobody that has the router.
final class Router {
    let application: Application
    let context: StepContext
    @safe @exclusivity(unchecked) var state: NavigationState
    /// Whether anything has changed in this step.
    @safe @exclusivity(unchecked) var isChanged = false
    /// Set by a handler that hands its output on to the parent.
    @safe @exclusivity(unchecked) var passesOn = false
    /// The output that is being handled; `nil` while it is something else.
    var reported: PostponedOutput.Report?
    /// The coordinators that want what they have postponed to be delivered again.
    var redeliveries: [Key] = []
    /// The first mistake of the application in this step.
    @safe @exclusivity(unchecked) var fault: String?
    /// The flows that finished and whose parents have not been told.
    @safe @exclusivity(unchecked) var finished: [(key: Key, result: any Sendable)] = []
    /// The coordinators whose handlers are running; they stay, whatever they own.
    @safe @exclusivity(unchecked) private var active: [Key] = []
    /// The coordinators that are about to begin again; they stay, whatever they own.
    @safe @exclusivity(unchecked) private var held: Set<Key> = []
    /// The coordinators that have been wanted in this step, as objects; mostly one or two.
    @safe @exclusivity(unchecked) var coordinators: [BaseCoordinator] = []
    private let witness: StepWitness?

    init(
        _ application: Application,
        _ state: NavigationState,
        _ context: StepContext,
        witness: StepWitness? = nil
    ) {
        self.application = application
        self.state = state
        self.context = context
        self.witness = witness
    }

    /// Lets go of the coordinators, which hold this router, at the end of the step.
    func close() {
        coordinators = []
    }

    /// Whether a coordinator is in the tree; one that is not and still acts is a mistake of the application.
    func isSeated(_ key: Key) -> Bool {
        if state.coordinators[key] != nil { return true }
        note(fault: "A flow that has left the tree goes on putting things up.")
        return false
    }

    func note(fault sentence: String) {
        if fault == nil { fault = sentence }
    }

    // MARK: Coordinators

    /// The coordinator with this key as an object, made when it is first wanted.
    func coordinator(_ key: Key) -> BaseCoordinator? {
        if let known = made(key) { return known }
        guard let node = state.coordinators[key], let flow = application.flow(node.name) else { return nil }
        let coordinator = flow.coordinator.init(BaseCoordinator.Seat(key: key, router: self, state: node.state))
        coordinators.append(coordinator)
        witness?(coordinator)
        return coordinator
    }

    /// The coordinator with this key as an object, if it was wanted before.
    private func made(_ key: Key) -> BaseCoordinator? {
        coordinators.first { $0.key == key }
    }

    func whileActive<Result>(_ key: Key, _ body: () throws -> Result) rethrows -> Result {
        active.append(key)
        defer { active.removeLast() }
        return try body()
    }

    /// Keeps flows in the tree that own nothing for a while.
    func whileHeld(_ keys: Set<Key>, _ body: () -> Void) {
        held = keys
        defer { held = [] }
        body()
    }

    func seatRoot<Root: ApplicationCoordinating>(_ root: Root.Type, with initial: Root.State) -> Root {
        seat(root, with: initial, parent: nil, container: state.navigation.key)
    }

    func seat<Flow: Coordinating>(
        _ flow: Flow.Type,
        with initial: Flow.State,
        parent: Key,
        in placement: Placement
    ) -> Flow {
        _ = isSeated(parent)
        if application.flow(of: flow) == nil {
            note(
                fault:
                    "\(state.coordinators[parent]?.name ?? "A flow") runs \(flow.name) without declaring it: wire its finish or add .runs(\(flow.name).self)."
            )
        }
        if active.count > 100 { note(fault: "\(flow.name) is run by flows that run each other without end.") }
        return seat(flow, with: initial, parent: parent, container: container(for: placement, of: parent))
    }

    /// Lets a flow that was just seated begin, unless the step has failed already.
    func start(_ coordinator: some Coordinating) {
        guard fault == nil else { return }
        whileActive(coordinator.key) { coordinator.start() }
    }

    private func seat<Flow: Coordinating>(
        _ flow: Flow.Type,
        with initial: Flow.State,
        parent: Key?,
        container: Key
    ) -> Flow {
        isChanged = true
        let key = state.makeKey()
        // A flow's own name may be made anew each time.
        let name = application.flow(of: flow)?.name ?? flow.name
        state.coordinators[key] = CoordinatorNode(
            .init(key: key, name: name, parent: parent, container: container, content: StateContent(initial))
        )
        if let parent { state.coordinators.update(parent) { $0.children += 1 } }
        let coordinator = flow.init(BaseCoordinator.Seat(key: key, router: self, state: initial))
        coordinators.append(coordinator)
        witness?(coordinator)
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
                note(fault: "\(state.coordinators[parent]?.name ?? "A flow") has no tab '\(name)'.")
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

    /// What the nearest coordinator above one shares of a type, as it is now.
    func shared<Value: Sendable>(_ type: Value.Type, above key: Key) -> Value? {
        var above = state.coordinators[key]?.parent
        while let key = above, let node = state.coordinators[key] {
            let share = application.flow(node.name)?.share(of: type)
            if let value = share?.read(made(key)?.stored ?? node.state) as? Value {
                return value
            }
            above = node.parent
        }
        return nil
    }

    func finish(_ key: Key, with result: any Sendable) {
        guard isSeated(key) else { return }
        guard !finished.contains(where: { $0.key == key }) else { return }
        finished.append((key, result))
    }

    /// A coordinator and all those somewhere below it.
    func flows(below ancestor: Key) -> Set<Key> {
        var flows: Set<Key> = [ancestor]
        // Those who run others are older and so come first.
        for node in state.coordinators {
            if let parent = node.parent, flows.contains(parent) { flows.insert(node.key) }
        }
        return flows
    }

    /// Takes everything away that a coordinator and those below it have put up, and then themselves.
    func remove(_ key: Key) {
        let doomed = flows(below: key)
        finished.removeAll { doomed.contains($0.key) }
        drop(Set(state.screens.lazy.filter { doomed.contains($0.owner) }.map(\.key)))
        for tabs in state.containers.flatMap(\.allTabs) where doomed.contains(tabs.owner) {
            _ = replaceContainer(tabs.key, transition: nil)
        }
        bringBackAside()
        removeEmptyModals()
        sweep()
    }

    /// Takes out of the tree whoever owns nothing and runs nobody, and then those for whom this was the last child.
    func sweep() {
        // From the youngest on, as those who run others are older; the root stays.
        for place in state.coordinators.indices.dropFirst().reversed() {
            let node = state.coordinators[place]
            guard node.units == 0, node.children == 0, !isHeld(node.key) else { continue }
            isChanged = true
            state.coordinators[node.key] = nil
            coordinators.removeAll { $0.key == node.key }
            guard let parent = node.parent else { continue }
            state.coordinators.update(parent) { $0.children -= 1 }
            bequeath(node.key, to: parent)
            state.postponed.removeAll { $0.coordinator == node.key }
        }
    }

    /// Hands what a coordinator that has left waits for to the one that ran it.
    ///
    /// An order that was placed is placed, even if the user did not wait. Timers go with their coordinator.
    private func bequeath(_ key: Key, to parent: Key) {
        state.pending.removeAll { $0.coordinator == key && $0.due != nil }
        for index in state.pending.indices where state.pending[index].coordinator == key {
            state.pending[index].coordinator = parent
            state.pending[index].isInherited = true
        }
    }

    /// Whether a coordinator stays although it owns nothing: its handler runs, or its parent is still to get its result.
    private func isHeld(_ key: Key) -> Bool {
        active.contains(key) || held.contains(key) || finished.contains { $0.key == key }
    }

    /// Takes over what the coordinators of this step remember.
    func writeBack() {
        for coordinator in coordinators where coordinator.isTouched {
            guard let node = state.coordinators[coordinator.key], !isEqual(node.state, coordinator.stored)
            else { continue }
            isChanged = true
            state.coordinators.update(coordinator.key) { $0.state = coordinator.stored }
        }
    }
}
