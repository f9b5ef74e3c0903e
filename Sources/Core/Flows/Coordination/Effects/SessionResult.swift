public import JSON

/// The effect that tells another system how a session has ended, such as by a webhook.
///
/// An application performs it at the end of each session if the wiring of its application coordinator has
/// ``Wire/deliversResult()``. It is committed with the end, so no end is forgotten, and its idempotency key is the same in all
/// attempts, so the other system can recognize a repetition. A handler that fails is called again until the session expires.
///
/// ```swift
/// static let wiring: Wiring<ItemsCoordinator> = [.deliversResult()]
/// ```
public struct SessionResult: Effect {
    /// The result needs nothing back.
    public typealias Value = Nothing
    /// The name in the log and in stored sessions: `sessionResult`.
    public static let name = "sessionResult"
    /// No screen waits for it, because the session has ended.
    public static let blocksScreen = false

    /// The name of the application.
    public let application: String
    /// The account of the user, or `nil` for a guest.
    public let account: String?
    /// The result as the state has it, or `nil` for a session that its user has left without one.
    public let result: JSONValue?

    init(of application: String, account: String?, _ result: JSONValue?) {
        self.application = application
        self.account = account
        self.result = result
    }
}

extension Wire where Flow: ApplicationCoordinating {
    /// Performs ``SessionResult`` at the end of each session.
    ///
    /// ```swift
    /// .deliversResult(),
    /// ```
    public static func deliversResult() -> Self {
        var wire = Self(nil)
        wire.effects = [SessionResult.self]
        wire.ignored = [.value(SessionResult.name)]
        return wire
    }
}
