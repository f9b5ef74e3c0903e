/// What the outside world answers in a test, by kind of effect.
///
/// ```swift
/// let answers = EffectAnswers().answer(SignIn.self) { effect in
///     effect.credentials.login == "ada" ? .account(Account(id: "ada")) : .refused
/// }
/// ```
public struct EffectAnswers: Sendable {
    private var answers: [String: @Sendable (any Effect, Timestamp) -> EffectOutcome] = [:]

    /// No answers: every effect waits for the test.
    public init() {}

    /// The same answers, and this one to every effect of a kind.
    public func answer<E: Effect>(_ kind: E.Type, with value: @escaping @Sendable (E) -> E.Value) -> Self {
        answer(kind) { effect, _ in .value(value(effect)) }
    }

    /// The same answers, and this one to every effect of a kind, which may be a failure and gets the time.
    public func answer<E: Effect>(
        _ kind: E.Type,
        outcome: @escaping @Sendable (E, Timestamp) -> EffectOutcome
    ) -> Self {
        var copy = self
        copy.answers[kind.name] = { effect, now in
            guard let effect = effect as? E else { return .failure(.failed) }
            return outcome(effect, now)
        }
        return copy
    }

    /// The same answers, and none to effects of a kind: they wait for the test again.
    public func waiting(for kind: any Effect.Type) -> Self {
        var copy = self
        copy.answers[kind.name] = nil
        return copy
    }

    func outcome(of pending: PendingEffect, at now: Timestamp) -> EffectOutcome? {
        guard let effect = pending.effect, let answer = answers[pending.name] else { return nil }
        return answer(effect, now)
    }
}
