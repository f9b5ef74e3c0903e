/// The event handlers of a flow and the types it uses, declared in one place and readable without running the flow.
///
/// ```swift
/// static let wiring: Wiring<AuthCoordinator> = [
///     .on(Login.submit) { $0.perform(SignIn(credentials: $1)) },
///     .on(SignIn.self) { $0.signedIn($1) },
///     .on(finish: PhoneVerifyCoordinator.self) { $0.verified(phone: $1) },
/// ]
/// ```
public struct Wiring<Flow: Coordinating>: Sendable, ExpressibleByArrayLiteral {
    let wires: [Wire<Flow>]

    /// Creates a wiring from its wires.
    public init(arrayLiteral wires: Wire<Flow>...) {
        self.wires = wires
    }
}

/// A flow's handler for one kind of event, or the declaration of a screen, output, flow or effect that it uses.
///
/// ```swift
/// static let order: Wire<CartCoordinator> = .on(CartPage.order) { $0.perform(PlaceOrder()) }
/// ```
public struct Wire<Flow: Coordinating>: Sendable {
    let trigger: Trigger?
    let handle: @Sendable (Flow, any Sendable) throws -> Void
    var screens: [any Screen.Type] = []
    var outputs: [any ScreenOutput] = []
    var flows: [any Coordinating.Type] = []
    var effects: [any Effect.Type] = []
    /// The types of the facts that the flow signals.
    var signals: [SignalType] = []
    /// The triggers that no flow needs to handle.
    var ignored: [Trigger] = []
    var share: Share?
    var follow: TopicFollow?
    var anchor: FlowAnchor?
    var observer: EventObserver?
    var link: DeclaredLink?
    var agentAccess: AgentAccess?
    var letsAgentsNavigate = false
    /// Whether the output may be reported while an effect keeps its screen waiting.
    var isUsableWhileBusy = false
    var keptPart: (@Sendable (any CoordinatorState, inout any CoordinatorState) -> Void)?

    init(_ trigger: Trigger?, _ handle: @escaping @Sendable (Flow, any Sendable) throws -> Void = { _, _ in }) {
        self.trigger = trigger
        self.handle = handle
    }

    /// Handles an output without a payload.
    ///
    /// ```swift
    /// .on(UserEdit.selectCity) { $0.showCities() },
    /// ```
    ///
    /// A handler that throws a ``Rejection`` rejects the output. Any error that it throws undoes the whole step.
    public static func on<Source: Screen>(
        _ output: Output<Source, Nothing>,
        _ handle: @escaping @Sendable (Flow) throws -> Void
    ) -> Self {
        var wire = Self(.output(ObjectIdentifier(Source.self), output.name)) { flow, _ in try handle(flow) }
        wire.screens = [Source.self]
        wire.outputs = [output]
        return wire
    }

    /// Handles an output with a payload, which is passed to the handler.
    ///
    /// ```swift
    /// .on(Cities.citySelected) { $0.select($1) },
    /// ```
    public static func on<Source: Screen, Value: Payload>(
        _ output: Output<Source, Value>,
        _ handle: @escaping @Sendable (Flow, Value) throws -> Void
    ) -> Self {
        var wire = Self(.output(ObjectIdentifier(Source.self), output.name)) { flow, value in
            try handle(flow, expect(value))
        }
        wire.screens = [Source.self]
        wire.outputs = [output]
        return wire
    }

    /// Handles the result of a flow that this one runs.
    ///
    /// ```swift
    /// .on(finish: CityCoordinator.self) { $0.changeCity(to: $1) },
    /// ```
    ///
    /// The screens of the child have been removed by then. The result of a flow further below arrives here, too, unless a flow
    /// in between handles it without forwarding it.
    public static func on<Child: Coordinating>(
        finish child: Child.Type,
        _ handle: @escaping @Sendable (Flow, Child.Finish) throws -> Void
    ) -> Self {
        var wire = Self(.finish(child.name)) { flow, value in try handle(flow, expect(value)) }
        wire.flows = [child]
        return wire
    }

    /// Handles the end of a flow that this one runs and that has no result.
    public static func on<Child: Coordinating>(
        finish child: Child.Type,
        _ handle: @escaping @Sendable (Flow) throws -> Void
    ) -> Self where Child.Finish == Nothing {
        var wire = Self(.finish(child.name)) { flow, _ in try handle(flow) }
        wire.flows = [child]
        return wire
    }

    /// Handles the result of an effect that this flow performed.
    ///
    /// ```swift
    /// .on(SignIn.self) { $0.signedIn($1) },
    /// ```
    ///
    /// The result of an effect of a flow below arrives here, too, unless a flow in between handles it without forwarding it.
    /// That holds even when the flow that performed the effect has left the tree, because an order that was placed stays
    /// placed.
    public static func on<E: Effect>(
        _ effect: E.Type,
        _ handle: @escaping @Sendable (Flow, E.Value) throws -> Void
    ) -> Self {
        var wire = Self(.value(effect.name)) { flow, value in try handle(flow, expect(value)) }
        wire.effects = [effect]
        return wire
    }

    /// Handles the failure of an effect.
    ///
    /// ```swift
    /// .on(failure: PlaceOrder.self) { $0.orderFailed($1) },
    /// ```
    ///
    /// If no flow handles it, a message on the flow's top screen asks the user to try again, unless the flow that performed the
    /// effect has left the tree.
    public static func on<E: Effect>(
        failure effect: E.Type,
        _ handle: @escaping @Sendable (Flow, EffectFailure) throws -> Void
    ) -> Self {
        var wire = Self(.failure(effect.name)) { flow, value in try handle(flow, expect(value)) }
        wire.effects = [effect]
        return wire
    }

    /// Handles a timer that this flow started.
    ///
    /// ```swift
    /// .on(timer: "resend") { $0.allowResending() },
    /// ```
    public static func on(timer name: String, _ handle: @escaping @Sendable (Flow) throws -> Void) -> Self {
        Self(.timer(name)) { flow, _ in try handle(flow) }
    }

    /// Handles a selected tab of this flow that is empty, as every tab is when it is first selected.
    ///
    /// ```swift
    /// .on(tab: "settings") { $0.run(SettingsCoordinator.self, in: .tab("settings")) },
    /// ```
    public static func on(tab name: String, _ handle: @escaping @Sendable (Flow) throws -> Void) -> Self {
        Self(.tab(name)) { flow, _ in try handle(flow) }
    }

    /// Declares a screen that the flow shows, and leaves any outputs that it has to the flows above.
    ///
    /// A screen with an output that the flow handles needs no declaration.
    public static func shows(_ screen: any Screen.Type) -> Self {
        var wire = Self(nil)
        wire.screens = [screen]
        return wire
    }

    /// Declares an output that a flow above handles.
    ///
    /// It is an application bug to show the screen where no flow above handles the output. For an output that may stay
    /// unhandled, use ``ignores(_:)-(ScreenOutput)``.
    public static func declares(_ output: any ScreenOutput) -> Self {
        var wire = Self(nil)
        wire.screens = [output.source]
        wire.outputs = [output]
        return wire
    }

    /// Declares an output that no flow has to handle.
    ///
    /// A report that no flow handles changes nothing.
    public static func ignores(_ output: any ScreenOutput) -> Self {
        var wire = declares(output)
        wire.ignored = [.output(ObjectIdentifier(output.source), output.name)]
        return wire
    }

    /// Declares a flow that this one runs, with a result, if it has one, that a flow above handles.
    ///
    /// It is an application bug to run the flow where no flow above handles its result. For a result that may stay unhandled,
    /// use ``ignores(finish:)``.
    public static func runs(_ flow: any Coordinating.Type) -> Self {
        var wire = Self(nil)
        wire.flows = [flow]
        return wire
    }

    /// Declares a flow that this one runs, with a result that no flow has to handle.
    public static func ignores(finish flow: any Coordinating.Type) -> Self {
        var wire = runs(flow)
        wire.ignored = [.finish(flow.name)]
        return wire
    }

    /// Declares an effect that this flow performs, with a result that a flow above handles.
    ///
    /// It is an application bug to perform the effect where no flow above handles the result. For a result that may stay
    /// unhandled, use ``ignores(_:)-(Effect.Type)``.
    public static func performs(_ effect: any Effect.Type) -> Self {
        var wire = Self(nil)
        wire.effects = [effect]
        return wire
    }

    /// Declares an effect that this flow performs, with a result that no flow has to handle.
    public static func ignores(_ effect: any Effect.Type) -> Self {
        var wire = performs(effect)
        wire.ignored = [.value(effect.name)]
        return wire
    }

    /// Shares a part of this flow's state with the flows below it, which read it with ``BaseCoordinator/shared(_:)``.
    ///
    /// ```swift
    /// .shares { $0.cart },
    /// ```
    ///
    /// While the closure returns `nil`, the flows below read the value that a flow above this one shares.
    public static func shares<Value: Sendable>(_ value: @escaping @Sendable (Flow.State) -> Value?) -> Self {
        var wire = Self(nil)
        wire.share = Share(type: Value.self) { ($0 as? Flow.State).flatMap(value) }
        return wire
    }

    /// Observes every event before a flow handles it, for guards, analytics and the end of idle sessions.
    ///
    /// Throw a ``Rejection`` to reject the event, so that nothing changes. Changes that the closure makes are part of the same
    /// step. It may start and cancel timers and perform effects, but it must not change states of flows when the user goes
    /// back.
    ///
    /// ```swift
    /// .willHandle { root, event in if event.isOfUser { root.restartIdleTimer() } },
    /// .on(timer: "idle") { $0.signOut() },
    /// ```
    public static func willHandle(_ observe: @escaping @Sendable (Flow, ObservedEvent) throws -> Void) -> Self
    where Flow: ApplicationCoordinating {
        observes(.before, observe)
    }

    /// Observes every event after all flows have reacted to it.
    ///
    /// The closure may do the same as in ``willHandle(_:)``.
    public static func didHandle(_ observe: @escaping @Sendable (Flow, ObservedEvent) throws -> Void) -> Self
    where Flow: ApplicationCoordinating {
        observes(.after, observe)
    }

    private static func observes(
        _ moment: EventObserver.Moment,
        _ observe: @escaping @Sendable (Flow, ObservedEvent) throws -> Void
    ) -> Self {
        var wire = Self(nil)
        wire.observer = EventObserver(moment: moment) { coordinator, event in
            if let flow = coordinator as? Flow { try observe(flow, event) }
        }
        return wire
    }

    /// Restarts the flow at an anchor when its stored form can't be read.
    ///
    /// A flow without an anchor leaves the restart to the nearest flow above that has one.
    ///
    /// ```swift
    /// .anchor(.restart { storage in State(account: storage["account"]) }),
    /// ```
    ///
    /// - Parameter anchor: The anchor, or `nil` for none.
    /// - Returns: A wire without a handler.
    public static func anchor(_ anchor: Anchor<Flow.State>?) -> Self {
        var wire = Self(nil)
        wire.anchor = anchor.map { FlowAnchor($0) }
        return wire
    }

    /// Keeps a part of the application coordinator's state when its user signs out.
    ///
    /// Everything that no wire keeps belongs to the user, and ``ApplicationCoordinating/signOut()`` drops it. Keep only data
    /// that says nothing about the user, such as whether the tutorial was shown on this device.
    ///
    /// ```swift
    /// .keeps(\.onboardingWasShown),
    /// ```
    public static func keeps<Value>(_ part: any WritableKeyPath<Flow.State, Value> & Sendable) -> Self {
        var wire = Self(nil)
        wire.keptPart = { state, copy in
            guard let state = state as? Flow.State, var changed = copy as? Flow.State else { return }
            changed[keyPath: part] = state[keyPath: part]
            copy = changed
        }
        return wire
    }

    static func expect<Value>(_ value: any Sendable) throws -> Value {
        guard let value = value as? Value else {
            throw NavigationError.bug(
                "\(Flow.name) expected a value of type \(Value.self), but got \(type(of: value))."
            )
        }
        return value
    }
}

/// A type-erased closure that observes the events of an application.
struct EventObserver: Sendable {
    enum Moment { case before, after }

    let moment: Moment
    let observe: @Sendable (BaseCoordinator, ObservedEvent) throws -> Void
}

/// The type-erased closure that reads a shared value from a flow's state.
struct Share: Sendable {
    let type: any Sendable.Type
    let read: @Sendable (any CoordinatorState) -> (any Sendable)?
}

/// The event that a wire handles.
enum Trigger: Hashable, Sendable {
    case output(ObjectIdentifier, String)
    case finish(String)
    case value(String)
    case failure(String)
    case progress(String)
    case timer(String)
    case tab(String)
    case topic(String)
    case signal(ObjectIdentifier, String)
}
