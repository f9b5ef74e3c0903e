/// Something that a flow wants of the outside world, as a value: sign in, send a code, place an order.
///
/// A coordinator performs it, the session commits it together with the state, runs it afterwards and brings back
/// what came of it as one more event. Its identity is handed on as an idempotency key, so that one that was started
/// twice, because the server was killed, acts once.
///
/// ```swift
/// struct SignIn: Effect {
///     static let name = "signIn"
///     static let isSecret = true
///     var credentials: Credentials
///     enum Value: Codable, Sendable { case account(Account.ID), refused }
/// }
/// ```
public protocol Effect: Codable, Sendable {
    /// What comes of it.
    associatedtype Value: Codable & Sendable

    /// Its name in stored sessions and in logs; unique in its application.
    static var name: String { get }

    /// Whether it carries a secret: then it is never stored, and after a restart it is
    /// ``EffectFailure/interrupted`` instead of run again.
    static var isSecret: Bool { get }

    /// Whether the screens of the coordinator that performs it may not report until it is answered.
    static var blocksScreen: Bool { get }
}

extension Effect {
    /// It carries no secret.
    public static var isSecret: Bool { false }

    /// The screens wait for it.
    public static var blocksScreen: Bool { true }
}

/// Why nothing came of an effect.
public enum EffectFailure: Codable, Equatable, Sendable {
    /// The outside world could not be asked, or gave no answer.
    case failed
    /// The server stopped in between and the effect could not be run again.
    case interrupted
}

/// How an effect came out.
public enum EffectOutcome: Sendable {
    /// What came of it; of the type that the effect declares.
    case value(any Codable & Sendable)
    /// Nothing came of it.
    case failure(EffectFailure)
}
