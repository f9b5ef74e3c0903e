public import Logging
public import ServiceDatabase
public import Sessions

#if Accounts
public import Accounts
#endif

/// The parts of a running program that its effects and routes need.
///
/// ```swift
/// UsherProgram(name: "shop", version: "1.0", accounts: true, applications: { [try ShopApplication.make()] }) { effects, context in
///     let orders = try OrderTable(beside: context.store, clock: context.clock)
///     effects.on(PlaceOrder.self) { order, effect in try orders.place(order, key: effect.idempotencyKey) }
/// }.main()
/// ```
public struct ProgramContext: Sendable {
    /// The location of the sessions, as the settings say.
    ///
    /// Data of your own belongs beside them.
    public let store: StoreLocation
    /// The secret of the program: 32 random bytes from the file of `--code-key`.
    ///
    /// They are the same after a restart and in all servers of a store, unless the sessions are in memory. Don't use them as a
    /// key themselves, but derive a key for each purpose.
    public let secret: [UInt8]
    /// The clock of the server.
    public let clock: any WallClock
    /// The log of the server.
    public let log: Logger
    /// The audit log, or `nil` without `--audit-log`.
    public let audit: (any AuditLog)?
    /// Whether the server runs with `--dev`.
    public let isDevelopment: Bool
    /// The database beside the sessions, in which services such as accounts store their data.
    public let database: ServiceDatabase
    /// The sessions, which are there when routes are added, and not yet when effects get their handlers.
    var registry: SessionRegistry?

    /// The topics, for a route or a task of your own that publishes values.
    ///
    /// ```swift
    /// routes: { routes, context in
    ///     Task { for await price in prices { try await context.topics.publish(price, to: Price()) } }
    /// }
    /// ```
    ///
    /// It is a programmer error to read this before the routes are added. The handler of an effect has
    /// ``Sessions/EffectContext/topics`` instead.
    public var topics: Topics {
        guard let registry else {
            preconditionFailure(
                "The topics are there when routes are added. A handler uses the topics of its own context."
            )
        }
        return registry.topics
    }

    #if Accounts
    var accountServices: AccountServices?

    /// The accounts and one-time codes of the users.
    ///
    /// It is a programmer error to use them in a program without `accounts: true`.
    public var accounts: AccountServices {
        guard let accountServices else {
            preconditionFailure("The program has no accounts; pass accounts: true to UsherProgram.")
        }
        return accountServices
    }
    #endif
}
