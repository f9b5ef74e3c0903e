public import HTTPCore
public import Logging
public import ServiceDatabase
public import Sessions
public import StateAPI

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
    /// The values of the program's own settings, or `nil` for the defaults.
    var ownValues: (any OwnSettings)?
    /// The parts of the server that routes need, which are there when routes are added, and not yet when effects get handlers.
    var routeContext: RouteContext?

    /// Returns the values of the program's own settings.
    ///
    /// ```swift
    /// let reservations = Reservations(at: context.settings(BookingSettings.self).reservations)
    /// ```
    ///
    /// It is a programmer error to ask for another type than the program has.
    public func settings<Own: OwnSettings>(_ kind: Own.Type) -> Own {
        guard let ownValues else { return Own() }
        guard let own = ownValues as? Own else {
            preconditionFailure("The program has settings of the type \(type(of: ownValues)), and not \(kind).")
        }
        return own
    }

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
        guard let routeContext else {
            preconditionFailure(
                "The topics are there when routes are added. A handler uses the topics of its own context."
            )
        }
        return routeContext.topics
    }

    /// Verifies that a request to a route of your own has the credential of a session, and gives the session with its user.
    ///
    /// ```swift
    /// routes: { routes, context in
    ///     routes.add(.get, "/v1/sessions/:id/tickets/:number") { request, parameters, reply in
    ///         let number = parameters["number"]
    ///         context.withSession(parameters["id"], of: request, reply) { session in
    ///             reply.send(tickets.file(number, of: session.account))
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// The credential is the bearer token of the session or its cookie, which browsers send to paths below `/v1/sessions/{id}/` only.
    /// Without a valid one the client gets the problem that the API has for it, such as a 401, and the body is not called.
    ///
    /// It is a programmer error to call this before the routes are added.
    ///
    /// - Parameters:
    ///   - id: The id of the session, from the path or another part of the request.
    ///   - request: The request.
    ///   - reply: The reply to the request.
    ///   - body: Called with the session and its user, on the queue of the reply, where it must not block. It sends the response.
    public func withSession(
        _ id: String,
        of request: HTTPRequest,
        _ reply: HTTPReply,
        _ body: @escaping @Sendable (RequestSession) -> Void
    ) {
        guard let routeContext else { preconditionFailure("Sessions are there when routes are added.") }
        routeContext.withSession(id, of: request, reply, body)
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
