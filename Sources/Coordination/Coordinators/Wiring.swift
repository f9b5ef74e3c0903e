/// Every way out of every screen of a flow, in one place, known without running anything.
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

    /// Collects wires.
    public init(arrayLiteral wires: Wire<Flow>...) {
        self.wires = wires
    }
}

/// What a flow does about one kind of event, or the declaration of something it puts up.
public struct Wire<Flow: Coordinating>: Sendable {
    let trigger: Trigger?
    let handle: @Sendable (Flow, any Sendable) throws -> Void
    var screens: [any Screen.Type] = []
    var outputs: [any ScreenOutput] = []
    var flows: [any Coordinating.Type] = []
    var effects: [any Effect.Type] = []
    var share: Share?

    private init(_ trigger: Trigger?, _ handle: @escaping @Sendable (Flow, any Sendable) throws -> Void = { _, _ in }) {
        self.trigger = trigger
        self.handle = handle
    }

    /// When a screen reports an output without a payload.
    ///
    /// A handler that throws a ``Refusal`` refuses the output; one that throws anything undoes the whole step.
    public static func on<Source: Screen>(
        _ output: Output<Source, Nothing>,
        _ handle: @escaping @Sendable (Flow) throws -> Void
    ) -> Self {
        var wire = Self(.output(ObjectIdentifier(Source.self), output.name)) { flow, _ in try handle(flow) }
        wire.screens = [Source.self]
        wire.outputs = [output]
        return wire
    }

    /// When a screen reports an output; the handler gets its payload.
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

    /// When a flow that this one runs finishes; the handler gets its result.
    ///
    /// What the child put up is gone by then. The result of a flow that is run further below, and that those between
    /// leave to their parents, arrives as well.
    public static func on<Child: Coordinating>(
        finish child: Child.Type,
        _ handle: @escaping @Sendable (Flow, Child.Finish) throws -> Void
    ) -> Self {
        var wire = Self(.finish(child.name)) { flow, value in try handle(flow, expect(value)) }
        wire.flows = [child]
        return wire
    }

    /// When a flow without a result, which this one runs, finishes.
    public static func on<Child: Coordinating>(
        finish child: Child.Type,
        _ handle: @escaping @Sendable (Flow) throws -> Void
    ) -> Self where Child.Finish == Nothing {
        var wire = Self(.finish(child.name)) { flow, _ in try handle(flow) }
        wire.flows = [child]
        return wire
    }

    /// When an effect that this flow performed came to something, or one of a flow below that leaves it to its parents or
    /// has left the tree itself: an order that was placed is placed, even if nobody waited for it.
    public static func on<E: Effect>(
        _ effect: E.Type,
        _ handle: @escaping @Sendable (Flow, E.Value) throws -> Void
    ) -> Self {
        var wire = Self(.value(effect.name)) { flow, value in try handle(flow, expect(value)) }
        wire.effects = [effect]
        return wire
    }

    /// When nothing came of an effect; without this wire the user is asked on the flow's top screen to try again.
    public static func on<E: Effect>(
        failure effect: E.Type,
        _ handle: @escaping @Sendable (Flow, EffectFailure) throws -> Void
    ) -> Self {
        var wire = Self(.failure(effect.name)) { flow, value in try handle(flow, expect(value)) }
        wire.effects = [effect]
        return wire
    }

    /// When a timer that this flow started is due.
    public static func on(timer name: String, _ handle: @escaping @Sendable (Flow) throws -> Void) -> Self {
        Self(.timer(name)) { flow, _ in try handle(flow) }
    }

    /// When a tab of this flow is in front and empty, as it is when it is selected for the first time.
    public static func on(tab name: String, _ handle: @escaping @Sendable (Flow) throws -> Void) -> Self {
        Self(.tab(name)) { flow, _ in try handle(flow) }
    }

    /// Declares a screen that the flow puts up and whose outputs, if any, it leaves to its parents.
    public static func shows(_ screen: any Screen.Type) -> Self {
        var wire = Self(nil)
        wire.screens = [screen]
        return wire
    }

    /// Declares an output without handling it; a report that no flow above handles changes nothing.
    public static func declares(_ output: any ScreenOutput) -> Self {
        var wire = Self(nil)
        wire.screens = [output.source]
        wire.outputs = [output]
        return wire
    }

    /// Declares a flow that this one runs without waiting for a result.
    public static func runs(_ flow: any Coordinating.Type) -> Self {
        var wire = Self(nil)
        wire.flows = [flow]
        return wire
    }

    /// Declares an effect that this flow performs without waiting for what comes of it.
    public static func performs(_ effect: any Effect.Type) -> Self {
        var wire = Self(nil)
        wire.effects = [effect]
        return wire
    }

    /// Shares something that this flow remembers with the flows below it; see ``BaseCoordinator/shared(_:)``.
    ///
    /// ```swift
    /// .shares { $0.cart },
    /// ```
    ///
    /// While it is `nil`, those below read what a flow above this one shares.
    public static func shares<Value: Sendable>(_ value: @escaping @Sendable (Flow.State) -> Value?) -> Self {
        var wire = Self(nil)
        wire.share = Share(type: Value.self) { ($0 as? Flow.State).flatMap(value) }
        return wire
    }

    private static func expect<Value>(_ value: any Sendable) throws -> Value {
        guard let value = value as? Value else {
            throw NavigationError.fault("A \(Flow.name) expected \(Value.self) and got \(type(of: value)).")
        }
        return value
    }
}

/// What a flow lets those below it read, with its type put aside.
struct Share: Sendable {
    let type: any Sendable.Type
    let read: @Sendable (any CoordinatorState) -> (any Sendable)?
}

/// What a wire waits for.
enum Trigger: Hashable, Sendable {
    case output(ObjectIdentifier, String)
    case finish(String)
    case value(String)
    case failure(String)
    case timer(String)
    case tab(String)
}
