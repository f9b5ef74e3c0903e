/// The operations of every coordinator: showing screens, running flows and performing effects.
///
/// Derive from ``Coordinator``, not from this class. Nothing here depends on HTTP. A handler runs synchronously to its
/// end, and all its changes are committed together or not at all.
///
/// ```swift
/// final class CartCoordinator: Coordinator {
///     func start() { push(CartPage()) }
///
///     static let wiring: Wiring<CartCoordinator> = [
///         .on(CartPage.order) { $0.perform(PlaceOrder()) },
///         .on(PlaceOrder.self) { flow, _ in flow.setRoot(ThankYou()) },
///     ]
/// }
/// ```
open class BaseCoordinator {
    /// The coordinator's key in its session.
    public let key: Key
    let router: Router
    // Exclusivity is not checked at run time, because an access runs no other code. ``Router`` explains it.
    @safe @exclusivity(unchecked) final var erasedState: any CoordinatorState {
        didSet { wasStateSet = true }
    }
    /// Whether the state was set in this step, even to an equal value.
    final private(set) var wasStateSet = false

    /// Creates a coordinator from its context, which only a router can make.
    public required init(_ context: CoordinatorContext) {
        key = context.key
        router = context.router
        erasedState = context.state
    }

    /// The time of this step.
    public final var now: Timestamp { router.context.now }

    /// The client's description of itself.
    public final var client: ClientInfo { router.context.client }

    /// The session's id, which never changes.
    public final var session: String { router.context.session }
}

// MARK: - Screens

extension BaseCoordinator {
    /// Pushes a screen onto this coordinator's stack.
    ///
    /// ```swift
    /// private func show(_ item: Item) {
    ///     push(ItemPage(item: item), hides: [.tabBar])
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - screen: The screen with its inputs.
    ///   - hides: The bars that are hidden while the screen is in front.
    ///   - transition: The animation with which it appears, or `nil` for the client's default.
    ///   - back: Whether the user can go back over this transition.
    public func push(
        _ screen: some Screen,
        hides: Set<Bar> = [],
        transition: Transition? = nil,
        back: BackPolicy = .reversible
    ) {
        router.push(screen, owner: key, hides: hides, transition: transition, back: back)
    }

    /// Replaces the top screen of this coordinator's stack.
    ///
    /// The parameters are the same as for ``push(_:hides:transition:back:)``.
    public func replaceTop(
        with screen: some Screen,
        hides: Set<Bar> = [],
        transition: Transition? = nil,
        back: BackPolicy = .reversible
    ) {
        router.whileActive(key) {
            router.popTop(of: key, keepingRoot: false)
            push(screen, hides: hides, transition: transition, back: back)
        }
    }

    /// Replaces all screens of this coordinator's stack with one screen.
    ///
    /// A flow on the stack that has no screen left leaves the tree. The parameters are the same as for
    /// ``push(_:hides:transition:back:)``.
    ///
    /// ```swift
    /// private func paid(_ purchase: Purchase) {
    ///     setRoot(PurchasePage(purchase: purchase), back: .barrier)
    /// }
    /// ```
    public func setRoot(
        _ screen: some Screen,
        hides: Set<Bar> = [],
        transition: Transition? = nil,
        back: BackPolicy = .reversible
    ) {
        router.whileActive(key) {
            router.clearStack(of: key, transition: transition)
            push(screen, hides: hides, transition: transition, back: back)
        }
    }

    /// Declares that the user can't go back over this step, because a fact has come about: an order was placed, an account
    /// was created, a password was changed.
    ///
    /// The screens that this flow and the flows below it have shown so far are passed. Going back skips them and leads to the
    /// newest screen below that is not passed. If there is none, the user can't go back. A screen that a coordinator shows
    /// again, such as by ``pop(to:)``, is no longer passed. A gesture that a client has made on a revision from before the
    /// barrier changes nothing, and the client gets the state.
    ///
    /// Call it for a step that shows no screen of this flow, such as its last one. For a step that shows one, pass
    /// ``BackPolicy/barrier`` with the screen instead.
    ///
    /// ```swift
    /// private func placed(_ order: Order) {
    ///     passBarrier()
    ///     finish(order)
    /// }
    /// ```
    public func passBarrier() {
        router.passBarrier(key)
    }

    /// Takes over the stack that this flow shares with other flows.
    ///
    /// The screens of the other flows on it are suspended, and the suspended screens of this flow and of the flows it
    /// runs resume. A suspended screen stays in the tree and is updated like a covered one, but no client sees it. When
    /// the stack becomes empty, the screens that were suspended last resume automatically.
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

    /// Pops the top screen of this coordinator's stack, unless it is the root screen.
    public func pop() {
        router.popTop(of: key, keepingRoot: true)
    }

    /// Pops to the topmost screen of a kind on this coordinator's stack, if there is one.
    public func pop<S: Screen>(to kind: S.Type) {
        router.pop(of: key) { $0.screen is S }
    }

    /// Pops to the root screen of this coordinator's stack.
    public func popToRoot() {
        router.popToRoot(of: key)
    }

    /// Presents a screen in a modal over everything, on a stack of its own.
    ///
    /// ```swift
    /// private func confirmDeletion(of item: Item) {
    ///     present(DeleteItem(item: item), as: .alert)
    /// }
    /// ```
    ///
    /// To show a whole flow in a modal, run it with the placement ``Placement/modal(_:isDismissible:transition:)``.
    ///
    /// - Parameters:
    ///   - screen: The screen with its inputs.
    ///   - presentation: The part of the screen below that the modal covers.
    ///   - isDismissible: Whether the user can dismiss the modal.
    ///   - transition: The animation with which it appears.
    ///   - back: Whether the user can go back over this transition, which is to dismiss the modal.
    public func present(
        _ screen: some Screen,
        as presentation: Presentation = .sheet,
        isDismissible: Bool = true,
        transition: Transition = .coverVertical,
        back: BackPolicy = .reversible
    ) {
        guard router.isAttached(key) else { return }
        let container = router.present(
            over: key,
            as: presentation,
            isDismissible: isDismissible,
            transition: transition
        )
        router.push(screen, owner: key, on: container, hides: [], transition: nil, back: back)
    }

    /// Dismisses the modals over this coordinator's screens or, when there are none, the modal they are in.
    public func dismiss() {
        router.dismiss(from: key)
    }

    /// Dismisses every modal.
    public func dismissAll() {
        router.dismissModals(from: 0)
    }

    /// Changes the inputs of screens of this flow and of the flows it runs, covered ones included.
    ///
    /// ```swift
    /// update { (screen: inout any UpdateableWithUser) in screen.user = user }
    /// ```
    ///
    /// - Parameter change: Receives every screen of its parameter's type, which is a kind of screen or a protocol.
    public func update<Updateable>(_ change: (inout Updateable) -> Void) {
        router.update(below: key, change)
    }

    /// Returns the screen whose output is being handled, with the inputs that it had when the user acted.
    ///
    /// A flow may show several screens of a kind, such as a form for each traveller, and an output has only its payload:
    ///
    /// ```swift
    /// private func save(_ name: String) {
    ///     guard let form = reportingScreen(TravellerForm.self) else { return }
    ///     state.names[form.number] = name
    /// }
    /// ```
    ///
    /// - Parameter kind: The kind of screen.
    /// - Returns: The screen, or `nil` if the event is no output of a screen of this kind. It is `nil` for an output that was
    ///   postponed, too, because the screen may have been removed meanwhile.
    public func reportingScreen<S: Screen>(_ kind: S.Type) -> S? {
        router.reported?.screen?.screen as? S
    }

    /// Returns the flow of a kind that the event being handled comes from: the nearest one, going up the tree.
    ///
    /// A flow may be run by several others, and its result bubbles past them to a handler further above:
    ///
    /// ```swift
    /// .on(finish: CityCoordinator.self) { flow, city in
    ///     if flow.reportingFlow(UserEditCoordinator.self) != nil { flow.changeCity(to: city) }
    /// },
    /// ```
    ///
    /// The search begins at the flow that shows the screen of an output, has performed an effect, has signaled a fact or, for a
    /// result, has run the flow that finished. That flow itself has left the tree by then.
    ///
    /// - Parameter kind: The kind of flow.
    /// - Returns: The flow, or `nil` if the event comes from no flow of this kind, or is a timer, a tab, a link or a topic.
    public func reportingFlow<Flow: Coordinating>(_ kind: Flow.Type) -> Flow? {
        var candidate = router.origin
        while let key = candidate, let node = router.state.coordinators[key] {
            if let flow = router.coordinator(key) as? Flow { return flow }
            candidate = node.parent
        }
        return nil
    }

    /// Shows messages on each screen of a kind in this flow and in the flows it runs.
    ///
    /// They replace the screen's messages and stay until the screen reports an output.
    ///
    /// ```swift
    /// show(Message("code.wrong", "This code is wrong.", pointer: "/code"), on: EnterCode.self)
    /// ```
    ///
    /// It is an application bug if the pointer of a message leads to no part of a payload of the screen.
    public func show<S: Screen>(_ messages: Message..., on kind: S.Type) {
        show(messages, on: kind)
    }

    /// Shows a list of messages on each screen of a kind, or removes the messages there if the list is empty.
    public func show<S: Screen>(_ messages: [Message], on kind: S.Type) {
        router.show(messages, below: key) { $0.screen is S }
    }

    /// Whether this flow, or a flow it runs, has a screen of a kind that is not suspended.
    ///
    /// The screen may be covered by others.
    public func isShowing<S: Screen>(_ kind: S.Type) -> Bool {
        let hidden = router.state.suspendedScreens
        return router.screens(below: key).contains { $0.screen is S && !hidden.contains($0.key) }
    }

    /// Whether the screen in front is of a kind, and belongs to this flow or to a flow it runs.
    public func isInFront<S: Screen>(_ kind: S.Type) -> Bool {
        guard let front = router.state.focus, front.screen is S else { return false }
        return router.screens(below: key).contains { $0.key == front.key }
    }
}

// MARK: - Tabs

extension BaseCoordinator {
    /// Replaces this coordinator's stack, with all screens on it, by tabs.
    ///
    /// A tab is empty until it is selected for the first time, and then its ``Wire/on(tab:_:)`` runs a flow in it. The first
    /// tab is selected at once.
    ///
    /// ```swift
    /// func start() {
    ///     setTabs([Tab("items", title: "Items", symbol: "list"), Tab("settings", title: "Settings", symbol: "gear")])
    /// }
    ///
    /// static let wiring: Wiring<TabsCoordinator> = [
    ///     .on(tab: "items") { $0.run(ItemsTabCoordinator.self, in: .tab("items")) },
    ///     .on(tab: "settings") { $0.run(SettingsCoordinator.self, in: .tab("settings")) },
    /// ]
    /// ```
    ///
    /// It is an application bug to pass no tabs, or two tabs with the same name.
    public func setTabs(_ tabs: [Tab], transition: Transition? = nil) {
        router.whileActive(key) { router.setTabs(tabs, owner: key, transition: transition) }
    }

    /// Selects one of this coordinator's tabs by name.
    ///
    /// It does nothing when this coordinator has no tabs. A name that none of its tabs has is an application bug.
    public func selectTab(_ name: String) {
        router.selectTab(name, owner: key)
    }

    /// Sets the badge of one of this coordinator's tabs, or removes it with `nil`.
    public func setBadge(_ badge: String?, onTab name: String) {
        router.setBadge(badge, tab: name, owner: key)
    }
}

/// One of the tabs that ``BaseCoordinator/setTabs(_:transition:)`` creates.
///
/// ```swift
/// setTabs([Tab("items", title: "Items", symbol: "list"), Tab("settings", title: "Settings", symbol: "gear")])
/// ```
public struct Tab: Sendable {
    let name: String
    let title: LocalizedText
    let symbol: String?

    /// Creates a tab.
    ///
    /// - Parameters:
    ///   - name: The application's name for the tab, unique among its tabs.
    ///   - title: The text on the tab.
    ///   - symbol: The picture on the tab, named by its meaning as in ``ImageSource/symbol(_:alternative:)``.
    public init(_ name: String, title: LocalizedText, symbol: String? = nil) {
        self.name = name
        self.title = title
        self.symbol = symbol
    }

    /// Creates a tab with a text that is not translated.
    ///
    /// The other parameters are the same as for a translated text.
    @_disfavoredOverload
    public init<Text: StringProtocol>(_ name: String, title: Text, symbol: String? = nil) {
        self.init(name, title: LocalizedText(verbatim: String(title)), symbol: symbol)
    }
}

// MARK: - Flows

extension BaseCoordinator {
    /// Starts another flow as a child of this one.
    ///
    /// The child leaves the tree when it has no screen and no tabs left and runs no flow. Its result arrives at the
    /// `.on(finish:)` of this flow's ``Wiring``.
    ///
    /// ```swift
    /// private func chooseCity() {
    ///     run(CityCoordinator.self, with: .init(city: state.user.city), in: .modal())
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - flow: The flow's type, which this flow's ``Wiring`` must declare.
    ///   - state: The state that the flow starts with.
    ///   - placement: The container of its screens.
    /// - Returns: The coordinator of the flow, started.
    @discardableResult
    public func run<Child: Coordinating>(
        _ flow: Child.Type,
        with state: Child.State,
        in placement: Placement = .stack
    ) -> Child {
        router.whileActive(key) {
            let child = router.attach(flow, with: state, parent: key, in: placement)
            router.start(child)
            return child
        }
    }

    /// Starts a flow that has no state, as ``run(_:with:in:)`` does for a flow with one.
    @discardableResult
    public func run<Child: Coordinating>(_ flow: Child.Type, in placement: Placement = .stack) -> Child
    where Child.State == NoState {
        run(flow, with: NoState(), in: placement)
    }

    /// Returns the value of a type that the nearest flow above shares, or `nil` when no flow above shares one.
    ///
    /// Use it for data that one flow stores and many flows need, such as a cart. The flow must work without the value, because
    /// it can be run where no flow shares one. Screens don't follow later changes of the value, so the flow that shares it
    /// updates them with ``update(_:)``.
    ///
    /// ```swift
    /// push(CartList(cart: shared(Cart.self) ?? Cart()))
    /// ```
    public func shared<Value: Sendable>(_ type: Value.Type) -> Value? {
        router.shared(type, above: key)
    }

    /// Returns the latest child that runs a flow of this type, or `nil` when there is none.
    public func child<Child: Coordinating>(_ flow: Child.Type) -> Child? {
        router.child(of: key, named: flow.name) as? Child
    }
}

/// The container in which a flow shows its screens.
///
/// ```swift
/// run(AddressCoordinator.self, in: .stack)
/// run(AddressCoordinator.self, in: .modal(.fullScreen, isDismissible: false))
/// run(MainCoordinator.self, in: .root())
/// ```
public enum Placement: Sendable {
    /// The stack of the coordinator that runs the flow.
    case stack
    /// One of the tabs of the coordinator that runs the flow, by name.
    case tab(String)
    /// A new modal over everything.
    case modal(Presentation = .sheet, isDismissible: Bool = true, transition: Transition = .coverVertical)
    /// The root container, with its content replaced and all modals dismissed.
    case root(transition: Transition? = nil)
}

// MARK: - Events

extension BaseCoordinator {
    /// Forwards the event being handled to the parent as well: an output, an effect's outcome or a flow's result.
    ///
    /// ```swift
    /// private func signedIn(_ account: Account) {
    ///     state.account = account
    ///     forward()
    /// }
    /// ```
    ///
    /// The handler above runs when the handler that has called this returns, and before the parent gets a finish. Nothing happens
    /// if no flow above handles the event.
    public func forward() {
        router.isForwarded = true
    }

    /// Postpones the output being handled, which the session stores until ``deliverPostponed()``.
    ///
    /// Use it for an output that needs data which has not arrived yet. The user can continue in the meantime.
    ///
    /// ```swift
    /// private func add(_ line: CartLine) {
    ///     guard state.catalogIsOpen else { return postpone() }
    ///     …
    /// }
    /// ```
    ///
    /// It is an application bug to postpone anything but an output, or an output with a secret payload, because secrets are
    /// never stored. When the session already has ``PostponedOutput/limit`` postponed outputs, the output is rejected.
    public func postpone() {
        router.postpone(for: key)
    }

    /// Delivers this coordinator's postponed outputs again, in the order of their reports, after this handler returns.
    ///
    /// An output that is postponed again waits for the next call. If its handler rejects it, its changes are undone and
    /// the user gets a message. The postponed outputs of a flow that leaves the tree are dropped, and so are those that
    /// no longer match their schema.
    public func deliverPostponed() {
        router.redeliveries.append(key)
    }

    /// Performs an effect after this step is committed.
    ///
    /// Its outcome arrives as an event. The flow's ``Wiring`` must declare the effect. With a delay, the effect begins later,
    /// even if the server is restarted in between, unless it is cancelled or this coordinator leaves the tree before. Screens
    /// don't wait for an effect that has not begun.
    ///
    /// ```swift
    /// private func type(_ text: String) {
    ///     cancel(FindCities.self)
    ///     perform(FindCities(text: text), after: .milliseconds(300))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - effect: The effect.
    ///   - delay: The time until it begins, by default none. A secret effect is never stored, so it is an application bug to
    ///     give one a delay.
    public func perform(_ effect: some Effect, after delay: Duration = .zero) {
        router.effects.perform(effect, after: delay, for: key)
    }

    /// Cancels this coordinator's effects of a kind.
    ///
    /// An effect that has not begun is never performed. The task of a handler that has begun is cancelled after the commit, no
    /// flow gets its outcome, no further attempt is made, and screens no longer wait for it.
    ///
    /// What the handler has already done stays done, and may be all of it. So a flow that cancels an effect which changes
    /// something looks afterwards what there is:
    ///
    /// ```swift
    /// private func stopOrdering() {
    ///     if cancel(PlaceOrder.self) { perform(LoadOrders()) }
    /// }
    /// ```
    ///
    /// - Parameter kind: The kind of effect.
    /// - Returns: Whether one of the effects has begun before this step, so that it may have happened.
    @discardableResult
    public func cancel(_ kind: any Effect.Type) -> Bool {
        router.effects.cancel(kind, of: key)
    }

    /// Starts a timer that fires after a duration, even if the server is restarted in between.
    ///
    /// Its event arrives at this flow's ``Wire/on(timer:_:)``. The timer is cancelled when this coordinator leaves the tree.
    ///
    /// ```swift
    /// startTimer("resend", after: .seconds(30))
    /// ```
    public func startTimer(_ name: String, after duration: Duration) {
        router.effects.startTimer(name, until: now + duration, for: key)
    }

    /// Starts a timer that fires again and again until it is cancelled, even if the server is restarted in between.
    ///
    /// Its events arrive at this flow's ``Wire/on(timer:_:)``. A timer of this flow with the same name is replaced.
    ///
    /// ```swift
    /// startTimer("refresh", every: .seconds(60))
    /// ```
    ///
    /// The ticks are a multiple of the interval after the start, however late one of them is handled. All that were missed
    /// while the server was down are one tick. A tick is a step that is stored, whether or not a client is connected. It does not
    /// prolong the session, so a session without a user expires as any other.
    ///
    /// - Parameters:
    ///   - name: The name of the timer.
    ///   - interval: The time from one tick to the next. Less than a second is an application bug.
    public func startTimer(_ name: String, every interval: Duration) {
        router.effects.startTimer(name, every: interval, for: key)
    }

    /// Cancels this coordinator's timers of a name.
    public func cancelTimer(_ name: String) {
        router.effects.cancelTimer(name, of: key)
    }
}
