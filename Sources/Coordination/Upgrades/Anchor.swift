/// Where a flow begins again when what was written down no longer fits it, so that no deploy ends a session.
///
/// Everything that the flow and the flows below it had put up goes, it gets a state, ``Coordinating/start()`` runs in the
/// same container, and a message tells the user. What the rest of the application shows stays untouched. A flow that has
/// no anchor, or can't begin at it, leaves it to the nearest flow above it that has one.
///
/// ```swift
/// static let anchor: Anchor<State>? = .restart                       // as it was, if it still reads
/// static let anchor: Anchor<State>? = .restart { storage in          // or member by member
///     State(account: storage["account"], wasWelcomed: storage["wasWelcomed"] ?? false)
/// }
/// ```
public struct Anchor<State: CoordinatorState>: Sendable {
    /// What the user is told.
    let message: Message
    /// What the flow begins with; `nil` when it can't begin with what there is.
    let state: @Sendable (Storage) -> State?

    /// The flow begins again with what it remembered, if that still reads as its state.
    public static var restart: Self { restart() }

    /// The flow begins again with what it remembered, if that still reads as its state.
    ///
    /// - Parameter message: What to tell the user.
    public static func restart(message: Message = .appUpdated) -> Self {
        restart(message: message) { $0.read() }
    }

    /// The flow begins again with what is made of what it remembered.
    ///
    /// - Parameters:
    ///   - message: What to tell the user.
    ///   - state: Makes the state; with `nil` it is left to a flow above this one.
    public static func restart(
        message: Message = .appUpdated,
        _ state: @escaping @Sendable (Storage) -> State?
    ) -> Self {
        Self(message: message, state: state)
    }
}

extension Message {
    /// The application was updated and could not go on where the user was.
    public static let appUpdated = Message(
        "app.updated",
        "The app was updated, so we went back to the start of this part.",
        level: .info
    )
}
