/// The outcomes of effects in a test, by kind of effect.
///
/// ```swift
/// let results = EffectResults().result(for: SignIn.self) { effect in
///     effect.credentials.login == "ada" ? .account("ada") : .rejected
/// }
/// ```
public struct EffectResults: Sendable {
    private var results: [String: @Sendable (any Effect, Timestamp) -> EffectOutcome] = [:]

    /// Creates a set without outcomes, in which every effect stays pending until the test completes it.
    public init() {}

    /// Returns a copy in which every effect of a kind succeeds with a value.
    public func result<E: Effect>(for kind: E.Type, with value: @escaping @Sendable (E) -> E.Value) -> Self {
        result(for: kind) { effect, _ in .value(value(effect)) }
    }

    /// Returns a copy in which every effect of a kind has an outcome, which may be a failure and depend on the time.
    public func result<E: Effect>(
        for kind: E.Type,
        outcome: @escaping @Sendable (E, Timestamp) -> EffectOutcome
    ) -> Self {
        var copy = self
        copy.results[kind.name] = { effect, now in
            guard let effect = effect as? E else { return .failure(.failed) }
            return outcome(effect, now)
        }
        return copy
    }

    /// Returns a copy in which effects of a kind stay pending until the test completes them.
    public func withoutResult(for kind: any Effect.Type) -> Self {
        var copy = self
        copy.results[kind.name] = nil
        return copy
    }

    func outcome(of pending: PendingEffect, at now: Timestamp) -> EffectOutcome? {
        guard pending.due == nil, let effect = pending.effect, let result = results[pending.name] else { return nil }
        return result(effect, now)
    }
}
