public import Coordination

/// How each kind of effect is done: the one place where flows meet the outside world.
///
/// ```swift
/// var handlers = EffectHandlers()
/// handlers.on(SignIn.self) { effect, _ in await accounts.signIn(effect.credentials) }
/// ```
///
/// A handler may be called again with the same ``EffectContext/key`` when the server was stopped before the outcome was
/// committed; what must happen once only has to look at the key.
public struct EffectHandlers: Sendable {
    typealias Handler = @Sendable (any Effect, EffectContext) async throws -> any Codable & Sendable

    private var handlers: [String: Handler] = [:]

    /// No handlers.
    public init() {}

    /// Says how a kind of effect is done.
    ///
    /// The handler runs on a thread where it may block. When it throws, the flow is told that the effect failed.
    public mutating func on<E: Effect>(
        _ effect: E.Type,
        _ perform: @escaping @Sendable (E, EffectContext) async throws -> E.Value
    ) {
        handlers[effect.name] = { value, context in
            guard let value = value as? E else { throw UnhandledEffect(name: E.name) }
            return try await perform(value, context)
        }
    }

    func perform(_ effect: any Effect, _ context: EffectContext) async throws -> any Codable & Sendable {
        let name = type(of: effect).name
        guard let handler = handlers[name] else { throw UnhandledEffect(name: name) }
        return try await handler(effect, context)
    }
}

/// What a handler knows of the session that wants an effect.
public struct EffectContext: Sendable {
    /// The idempotency key: the same for every attempt at this effect, and for no other effect.
    public let key: String
    /// The session.
    public let session: SessionID
    /// The time.
    public let now: Timestamp
}

struct UnhandledEffect: Error, CustomStringConvertible {
    let name: String

    var description: String { "No handler is set for the effect '\(name)'." }
}
