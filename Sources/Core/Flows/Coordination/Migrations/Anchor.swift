/// The state and message with which a flow restarts when its stored form can't be read.
///
/// A flow declares it with ``Wire/anchor(_:)``, so that a deploy does not end a session. The screens of the flow and of the
/// flows below it are removed, the flow gets a new state, ``Coordinating/start()`` runs in the same container, and a message
/// tells the user. The rest of the application is unchanged. If a flow has no anchor, its anchor returns `nil` or its start
/// fails, the nearest flow above that has an anchor restarts instead.
///
/// ```swift
/// .anchor(.restart),                    // with the stored state, if it decodes
/// .anchor(.restart { storage in         // or member by member
///     State(account: storage["account"], wasWelcomed: storage["wasWelcomed"] ?? false)
/// }),
/// ```
public struct Anchor<State: CoordinatorState>: Sendable {
    /// The message to the user.
    let message: Message
    /// Makes the new state from the stored one, or returns `nil` when it can't.
    let state: @Sendable (Storage) -> State?

    /// Restarts the flow with its stored state, if that can still be decoded, and with the message `app.updated`.
    public static var restart: Self { restart() }

    /// Restarts the flow with its stored state, if that can still be decoded.
    ///
    /// - Parameter message: The message to the user.
    /// - Returns: An anchor that leaves the restart to a flow above this one if the stored state can't be decoded.
    public static func restart(message: Message = .appUpdated) -> Self {
        restart(message: message) { $0.read() }
    }

    /// Restarts the flow with a state made from the stored one.
    ///
    /// - Parameters:
    ///   - message: The message to the user.
    ///   - state: Makes the new state, or returns `nil` to restart a flow above this one instead.
    /// - Returns: An anchor with the message and the new state.
    public static func restart(
        message: Message = .appUpdated,
        _ state: @escaping @Sendable (Storage) -> State?
    ) -> Self {
        Self(message: message, state: state)
    }
}

extension Message {
    /// Tells the user that the application was updated and went back to the start of this part.
    public static let appUpdated = Message(
        "app.updated",
        "The app was updated, so we went back to the start of this part.",
        level: .info
    )
}
