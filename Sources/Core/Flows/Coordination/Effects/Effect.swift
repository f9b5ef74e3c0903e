/// A request to an external system as a value: sign in, send a code, place an order.
///
/// A coordinator performs the effect. The session commits it together with the state, runs it afterwards and delivers its
/// outcome as another event. The session's id and the key of the first attempt are passed on as the idempotency key, so an
/// effect that runs twice because the server was killed, or because an attempt failed, acts once.
///
/// ```swift
/// struct SignIn: Effect {
///     static let name = "signIn"
///     static let isSecret = true
///     var credentials: Credentials
///     enum Value: Codable, Sendable { case account(Account.ID), rejected }
/// }
/// ```
///
/// A flow performs it in one handler and gets the result in another:
///
/// ```swift
/// .on(Login.submit) { $0.perform(SignIn(credentials: $1)) },
/// .on(SignIn.self) { $0.signedIn($1) },
/// ```
///
/// The effect itself does nothing. The program that serves the application has a function for each kind of effect:
///
/// ```swift
/// effects.on(SignIn.self) { effect, context in try await accounts.signIn(effect.credentials) }
/// ```
public protocol Effect: Codable, Sendable {
    /// The type of the result.
    associatedtype Value: Codable & Sendable

    /// The name of the effect in stored sessions and in logs, unique in its application.
    static var name: String { get }

    /// Whether the effect carries a secret.
    ///
    /// A secret effect is never stored. After a restart it fails with ``EffectFailure/interrupted`` instead of running again.
    static var isSecret: Bool { get }

    /// Whether the effect only reads, so that it fails with any error of its handler.
    ///
    /// An effect that changes something is performed again, with the same idempotency key, after an error that does not say
    /// whether it has happened.
    static var isReadOnly: Bool { get }

    /// Whether the screens of the coordinator that performs it may not report until its outcome arrives.
    ///
    /// A report in the meantime is rejected with ``NavigationError/busy(effect:)``. Return `false` for an effect that the user
    /// need not wait for, such as saving a favorite.
    static var blocksScreen: Bool { get }

    /// The attempts that are made at the effect when its handler fails.
    static var retry: RetryPolicy { get }
}

extension Effect {
    /// `false`: the effect carries no secret and is stored.
    public static var isSecret: Bool { false }

    /// `false`: the effect may change something.
    public static var isReadOnly: Bool { false }

    /// `true`: the screens wait for the outcome.
    public static var blocksScreen: Bool { true }

    /// ``RetryPolicy/never``: a failure reaches the flow at once.
    public static var retry: RetryPolicy { .never }
}

/// The reason why an effect has no result.
///
/// ```swift
/// private func orderFailed(_ failure: EffectFailure) {
///     switch failure {
///     case .failed: show(Message("order.failed", "Please try again."), on: CartPage.self)
///     case .interrupted: perform(LoadOrders())  // shows whether the order was placed
///     }
/// }
/// ```
public enum EffectFailure: Codable, Equatable, Sendable {
    /// The effect has not happened.
    ///
    /// A flow may perform it again.
    case failed
    /// The outcome is unknown: the effect may have happened.
    ///
    /// The server stopped in between, and the effect could not be run again because it is secret, or the application rejected
    /// the result. A flow must not perform an action again by itself, because that would be another action with another
    /// idempotency key. Instead it loads what there is, or lets the user look.
    case interrupted
}

/// The outcome of an effect: its result or a failure.
public enum EffectOutcome: Sendable {
    /// The result, of the type that the effect declares.
    case value(any Codable & Sendable)
    /// The effect failed.
    case failure(EffectFailure)
}
