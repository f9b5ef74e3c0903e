// Overloads for common slips, so that the compiler says what to write.
extension Wire {
    /// Unavailable: the handler of an output with a payload takes the payload.
    @available(
        *,
        unavailable,
        message: "This output has a payload, which the handler must take: { flow, payload in … }"
    )
    public static func on<Source: Screen, Value: Payload>(
        _ output: Output<Source, Value>,
        _ handle: @escaping @Sendable (Flow) throws -> Void
    ) -> Self { fatalError("Unavailable functions are never called.") }

    /// Unavailable: the handler of an effect takes its result.
    @available(*, unavailable, message: "The handler of an effect must take its result: { flow, result in … }")
    public static func on<E: Effect>(
        _ effect: E.Type,
        _ handle: @escaping @Sendable (Flow) throws -> Void
    ) -> Self { fatalError("Unavailable functions are never called.") }

    /// Unavailable: the handler of a failure takes its reason.
    @available(*, unavailable, message: "The handler of a failure must take the reason: { flow, failure in … }")
    public static func on<E: Effect>(
        failure effect: E.Type,
        _ handle: @escaping @Sendable (Flow) throws -> Void
    ) -> Self { fatalError("Unavailable functions are never called.") }

    /// Unavailable: the handler of a flow with a result takes the result.
    @available(*, unavailable, message: "This flow has a result, which the handler must take: { flow, result in … }")
    public static func on<Child: Coordinating>(
        finish child: Child.Type,
        _ handle: @escaping @Sendable (Flow) throws -> Void
    ) -> Self { fatalError("Unavailable functions are never called.") }
}
