/// The results that effects may have in a random walk, by kind of effect.
///
/// ```swift
/// let results = RandomEffectResults().result(for: SignIn.self) { effect, now in
///     [.rejected, .tooMany(retryAt: now + .seconds(60)), .account(Account(id: "ada"))]
/// }
/// ```
public struct RandomEffectResults: Sendable {
    private var results: [String: @Sendable (any Effect, Timestamp) -> [EffectOutcome]] = [:]

    /// Creates a set without results: every effect fails.
    public init() {}

    /// Returns a copy in which every effect of a kind has one of these results, chosen at random.
    public func result<E: Effect>(
        for kind: E.Type,
        among values: @escaping @Sendable (E, Timestamp) -> [E.Value]
    ) -> Self {
        var copy = self
        copy.results[kind.name] = { effect, now in
            guard let effect = effect as? E else { return [] }
            return values(effect, now).map { .value($0) }
        }
        return copy
    }

    func outcomes(of pending: PendingEffect, at now: Timestamp) -> [EffectOutcome] {
        guard let effect = pending.effect, let result = results[pending.name] else { return [] }
        return result(effect, now)
    }
}
