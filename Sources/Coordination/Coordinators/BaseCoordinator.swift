/// What every coordinator can do: put up screens, run flows, ask the outside world.
///
/// Authors derive from ``Coordinator``. Nothing here is HTTP, and nothing waits: a handler runs to its end, and what it
/// did is committed as a whole or not at all.
open class BaseCoordinator {
    /// The name of this coordinator in its session.
    public let key: Key
    let router: Router
    // Nobody is called while it is read or set; see ``Router``.
    @safe @exclusivity(unchecked) final var stored: any CoordinatorState {
        didSet { isTouched = true }
    }
    /// Whether the state was set in this step, perhaps to what it was.
    final private(set) var isTouched = false

    /// Seats a coordinator in the tree; only a router can make the seat.
    public required init(_ seat: Seat) {
        key = seat.key
        router = seat.router
        stored = seat.state
    }

    /// A coordinator's place in the tree and what it remembers.
    public struct Seat {
        let key: Key
        let router: Router
        let state: any CoordinatorState
    }

    /// The time of this step.
    public final var now: Timestamp { router.context.now }

    /// Who the client of this session says it is.
    public final var client: ClientInfo { router.context.client }

    /// The session's id; the same for its whole life.
    public final var session: String { router.context.session }
}

// MARK: - Screens

extension BaseCoordinator {
    /// Puts a screen on top of this coordinator's stack.
    ///
    /// - Parameters:
    ///   - screen: The screen with its inputs.
    ///   - hides: The bars that are hidden while it is in front.
    ///   - transition: How it appears; `nil` for the ordinary way.
    public func push(_ screen: some Screen, hides: Set<Bar> = [], transition: Transition? = nil) {
        router.push(screen, owner: key, hides: hides, transition: transition)
    }

    /// Puts a screen in the place of the top one.
    public func replaceTop(with screen: some Screen, hides: Set<Bar> = [], transition: Transition? = nil) {
        router.whileActive(key) {
            router.popTop(of: key, keepingRoot: false)
            push(screen, hides: hides, transition: transition)
        }
    }

    /// Makes a screen the only one on this coordinator's stack.
    public func setRoot(_ screen: some Screen, hides: Set<Bar> = [], transition: Transition? = nil) {
        router.whileActive(key) {
            router.clearStack(of: key, transition: transition)
            push(screen, hides: hides, transition: transition)
        }
    }

    /// Takes back the stack that this flow shares with others: what they have on it is set aside for them, and what was
    /// set aside for this flow, and those that it runs, comes back.
    ///
    /// What is set aside keeps its place in the tree and is updated like a covered screen, but no client sees it. When nothing
    /// is left on the stack, what was set aside last comes back by itself.
    ///
    /// ```swift
    /// func start() {
    ///     takeOver()
    ///     push(CartPage(items: state.items))
    /// }
    /// ```
    public func takeOver() {
        router.takeOver(key)
    }

    /// Takes the top screen off this coordinator's stack; nothing at its root.
    public func pop() {
        router.popTop(of: key, keepingRoot: true)
    }

    /// Goes back to the topmost screen of a kind; nothing when there is none.
    public func pop<S: Screen>(to kind: S.Type) {
        router.pop(of: key) { $0.screen is S }
    }

    /// Goes back to the root of this coordinator's stack.
    public func popToRoot() {
        router.popToRoot(of: key)
    }

    /// Presents a screen over everything, on a stack of its own.
    public func present(
        _ screen: some Screen,
        as presentation: Presentation = .sheet,
        isDismissible: Bool = true,
        transition: Transition = .coverVertical
    ) {
        guard router.isSeated(key) else { return }
        let container = router.present(
            over: key,
            as: presentation,
            isDismissible: isDismissible,
            transition: transition
        )
        router.push(screen, owner: key, on: container, hides: [], transition: nil)
    }

    /// Takes away what is presented over this coordinator's screens or, when nothing is, the modal they are in.
    public func dismiss() {
        router.dismiss(from: key)
    }

    /// Takes away every modal.
    public func dismissAll() {
        router.dismissModals(from: 0)
    }

    /// Changes the inputs of screens of this flow and the flows it runs, covered ones too.
    ///
    /// ```swift
    /// update { (screen: inout any UpdateableWithUser) in screen.user = user }
    /// ```
    ///
    /// - Parameter change: Gets every screen that is of its parameter's type: a kind of screen, or a protocol.
    public func update<Updateable>(_ change: (inout Updateable) -> Void) {
        router.update(below: key, change)
    }

    /// Tells the user something on each screen of a kind in this flow and the flows it runs.
    ///
    /// It stands until the screen reports again.
    public func show<S: Screen>(_ messages: Message..., on kind: S.Type) {
        router.show(messages, below: key) { $0.screen is S }
    }

    /// Whether a screen of a kind is on some stack, not set aside, and belongs to this flow or a flow it runs.
    public func isShowing<S: Screen>(_ kind: S.Type) -> Bool {
        let hidden = router.state.screensSetAside
        return router.screens(below: key).contains { $0.screen is S && !hidden.contains($0.key) }
    }
}

// MARK: - Tabs

extension BaseCoordinator {
    /// Puts tabs where this coordinator's stack is; what was on it goes.
    ///
    /// A tab is empty until it is selected for the first time; then its ``Wire/on(tab:_:)`` runs a flow in it.
    public func setTabs(_ tabs: [Tab], transition: Transition? = nil) {
        router.whileActive(key) { router.setTabs(tabs, owner: key, transition: transition) }
    }

    /// Brings one of this coordinator's tabs to the front; nothing when it has no such tab.
    public func selectTab(_ name: String) {
        router.selectTab(name, owner: key)
    }

    /// Sets or, with `nil`, removes the mark on one of this coordinator's tabs.
    public func setBadge(_ badge: String?, onTab name: String) {
        router.setBadge(badge, tab: name, owner: key)
    }
}

/// One of the tabs that ``BaseCoordinator/setTabs(_:transition:)`` puts up.
public struct Tab: Sendable {
    let name: String
    let title: String
    let symbol: String?

    /// A tab.
    ///
    /// - Parameters:
    ///   - name: The name that the application uses for it; unique among its tabs.
    ///   - title: The text on it.
    ///   - symbol: The picture on it, by its meaning; see ``Picture/symbol(_:alternative:)``.
    public init(_ name: String, title: String, symbol: String? = nil) {
        self.name = name
        self.title = title
        self.symbol = symbol
    }
}

// MARK: - Flows

extension BaseCoordinator {
    /// Starts another flow as a child of this one.
    ///
    /// The child stays in the tree exactly as long as something it put up does.
    ///
    /// - Parameters:
    ///   - flow: The flow's type; it must be in this flow's ``Wiring``.
    ///   - state: What it begins with.
    ///   - placement: Where it puts its screens.
    @discardableResult
    public func run<Child: Coordinating>(
        _ flow: Child.Type,
        with state: Child.State,
        in placement: Placement = .stack
    ) -> Child {
        router.whileActive(key) {
            let child = router.seat(flow, with: state, parent: key, in: placement)
            router.start(child)
            return child
        }
    }

    /// Starts a flow that begins with nothing to remember; see ``run(_:with:in:)``.
    @discardableResult
    public func run<Child: Coordinating>(_ flow: Child.Type, in placement: Placement = .stack) -> Child
    where Child.State == NoState {
        run(flow, with: NoState(), in: placement)
    }

    /// What the nearest flow above shares of a type; `nil` when none does.
    ///
    /// It is for what many flows need and one keeps, such as a cart. A flow that is run elsewhere may find nothing, and
    /// copes. What it puts up is not changed when the value is; the flow that shares it does that, with ``update(_:)``.
    ///
    /// ```swift
    /// push(CartList(cart: shared(Cart.self) ?? Cart()))
    /// ```
    public func shared<Value: Sendable>(_ type: Value.Type) -> Value? {
        router.shared(type, above: key)
    }

    /// The flow of a type that this one runs; the latest when there are several, `nil` when there is none.
    public func child<Child: Coordinating>(_ flow: Child.Type) -> Child? {
        router.child(of: key, named: flow.name) as? Child
    }
}

/// Where a flow puts its screens.
public enum Placement: Sendable {
    /// On the stack of the coordinator that runs it.
    case stack
    /// In one of the tabs of the coordinator that runs it.
    case tab(String)
    /// In a modal over everything.
    case modal(Presentation = .sheet, isDismissible: Bool = true, transition: Transition = .coverVertical)
    /// In the place of everything that the user sees; modals go, too.
    case root(transition: Transition? = nil)
}

// MARK: - Events

extension BaseCoordinator {
    /// Hands what is being handled to the parent as well: an output, the outcome of an effect, or the result of a flow.
    public func passOn() {
        router.passesOn = true
    }

    /// Puts the output that is being handled off: it is kept with the session until ``deliverPostponed()``.
    ///
    /// It is for what can't be acted on yet, because something is missing that is on its way. The user goes on meanwhile.
    ///
    /// ```swift
    /// private func add(_ line: CartLine) {
    ///     guard state.catalogueIsOpen else { return postpone() }
    ///     …
    /// }
    /// ```
    ///
    /// It is a mistake of the application to put off what is no output, and one whose payload is secret, since that is never
    /// stored. When a session holds ``PostponedOutput/limit`` of them, the output is refused.
    public func postpone() {
        router.postpone(for: key)
    }

    /// Delivers what this coordinator has put off to it again, in the order of the reports, once this handler returns.
    ///
    /// One that is put off again waits for the next call. One that is refused now is told to the user as a message; nothing
    /// was done about it. What was put off by a flow that has left is forgotten.
    public func deliverPostponed() {
        router.redeliveries.append(key)
    }

    /// Asks something of the outside world once this step is committed; the answer comes as an event.
    public func perform(_ effect: some Effect) {
        router.perform(effect, for: key)
    }

    /// Lets an event come back after a while, also when the server was restarted in between.
    public func startTimer(_ name: String, after duration: Duration) {
        router.startTimer(name, until: now + duration, for: key)
    }

    /// Forgets this coordinator's timers of a name.
    public func cancelTimer(_ name: String) {
        router.cancelTimer(name, of: key)
    }
}
