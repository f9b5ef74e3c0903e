/// An error of a handler that says whether the effect may have happened.
///
/// A handler throws any other error when it doesn't know whether the effect has happened, such as when a connection is lost.
/// The effect is performed again then, with the same idempotency key, until a call of the handler returns a result. So a flow
/// learns of a failure only if the effect did not happen, and a user who tries again never orders twice.
public protocol EffectError: Error {
    /// Whether the effect may have happened, which is `false` only if it is certain that it has not.
    var mayHaveHappened: Bool { get }
}

/// The error of a handler if its effect has certainly not happened.
///
/// ```swift
/// handlers.on(PlaceOrder.self) { effect, context in
///     do {
///         return try await shop.place(effect.order, key: context.idempotencyKey)
///     } catch let error as ShopError where error.code == .connectionRefused {
///         throw EffectNotPerformed("The shop is closed.")  // no request was sent
///     }
///     // Any other error, such as a time-out after the request was sent, is thrown as it is.
/// }
/// ```
public struct EffectNotPerformed: EffectError, CustomStringConvertible {
    /// A sentence for the log.
    public let description: String

    /// Describes why the effect has not happened.
    public init(_ reason: String) {
        description = reason
    }

    /// `false`, because the effect has not happened.
    public var mayHaveHappened: Bool { false }
}

extension StoreError: EffectError {
    /// Whether the change may have been made.
    public var mayHaveHappened: Bool { kind == .unknownOutcome }
}

extension MissingHandler: EffectError {
    var mayHaveHappened: Bool { false }
}
