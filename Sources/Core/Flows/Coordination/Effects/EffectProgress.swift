/// How far the handler of an effect has come.
///
/// ```swift
/// let progress = EffectProgress(0.4, "Page 4 of 10")
/// ```
///
/// A flow receives it with ``Wire/on(progress:_:)``.
public struct EffectProgress: Codable, Equatable, Sendable {
    /// The part that is done, from 0 to 1, or `nil` if the handler does not know it.
    public let fraction: Double?
    /// The text of the handler, or `nil` if there is none.
    public let text: String?

    /// Describes a progress.
    ///
    /// - Parameters:
    ///   - fraction: The part that is done. A number outside of 0 to 1 is clamped, and one that is not a number is none.
    ///   - text: A text, such as the name of the file that is being written.
    public init(_ fraction: Double? = nil, _ text: String? = nil) {
        self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
        self.text = text
    }
}

extension Wire {
    /// Handles the progress that the handler of an effect reports while it performs the effect.
    ///
    /// ```swift
    /// .on(progress: PlaceOrder.self) { flow, progress in
    ///     flow.update { (screen: inout CartPage) in screen.progress = progress.fraction }
    /// },
    /// ```
    ///
    /// It comes while a client of the session is connected, twice a second at most, and each time with the last report of the
    /// handler. None comes after the result. A progress is not stored: if the server stops, the effect is performed again or
    /// interrupted as any other, and its progress begins again.
    ///
    /// Like a result it bubbles to the flows above.
    public static func on<E: Effect>(
        progress effect: E.Type,
        _ handle: @escaping @Sendable (Flow, EffectProgress) throws -> Void
    ) -> Self {
        var wire = Self(.progress(effect.name)) { flow, value in try handle(flow, expect(value)) }
        wire.effects = [effect]
        return wire
    }
}

extension FlowRegistry {
    /// The names of the effects with a flow that handles their progress.
    var effectsWithProgress: Set<String> {
        Set(
            flows.values.flatMap(\.triggers).compactMap { trigger in
                if case .progress(let effect) = trigger { effect } else { nil }
            }
        )
    }
}

extension RunningStep {
    /// Brings a progress to the flow that performed the effect, unless the effect has an outcome already.
    func progress(_ progress: EffectProgress, of key: Key) throws(NavigationError) {
        guard let effect = router.state.pending(key), effect.hasBegun, !effect.isAbandoned else { return }
        try bubble(.progress(effect.name), from: effect.coordinator, with: progress)
    }
}
