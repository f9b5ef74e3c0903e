public import Coordination
public import HTTPCore
public import Sessions

/// The session that a request to a route of your own belongs to, and its user, without what the session shows.
public struct RequestSession: Equatable, Sendable {
    /// The id of the session.
    public let id: SessionID
    /// The name of the application.
    public let application: String
    /// The account of the user, or `nil` for a guest.
    public let account: String?
    /// The time at which the session expires, unless it changes before.
    public let expiresAt: Timestamp

    init(_ record: LiveRecord) {
        id = record.id
        application = record.application
        account = record.account
        expiresAt = record.expiresAt
    }
}

/// The parts of a server that its routes of your own need.
public struct RouteContext: Sendable {
    let api: StateAPI

    /// Takes the parts of a server with a state API.
    public init(of api: StateAPI) {
        self.api = api
    }

    /// The topics, for a route or a task of your own that publishes values.
    public var topics: Topics { api.registry.topics }

    /// Verifies that a request to a route of your own has the credential of a session.
    ///
    /// ```swift
    /// routes.add(.get, "/v1/sessions/:id/tickets/:number") { request, parameters, reply in
    ///     let number = parameters["number"]
    ///     context.withSession(parameters["id"], of: request, reply) { session in
    ///         reply.send(tickets.file(number, of: session.account))
    ///     }
    /// }
    /// ```
    ///
    /// The credential is the bearer token of the session or its cookie, as for the routes of the API. Browsers send the cookie to paths
    /// below `/v1/sessions/{id}/` only, and a request with it that changes something must come from a page of the server. An agent's
    /// credential opens no route of your own.
    ///
    /// Without a valid credential the client gets the problem that the API has for it, such as a 401, and counts as one that asks for
    /// sessions that it can't open. Nothing of the session changes, and it lives no longer.
    ///
    /// - Parameters:
    ///   - id: The id of the session, from the path or another part of the request.
    ///   - request: The request.
    ///   - reply: The reply to the request.
    ///   - body: Called with the session if the credential is valid, on the queue of the reply, where it must not block. It sends the
    ///     response.
    public func withSession(
        _ id: String,
        of request: HTTPRequest,
        _ reply: HTTPReply,
        _ body: @escaping @Sendable (RequestSession) -> Void
    ) {
        let call = APICall(api, request, PathParameters(), reply)
        call.attempt { () throws(APIError) in
            let id = SessionID(id)
            guard let credential = try api.credential(for: id, in: request) else { throw .session(.unauthorized) }
            try call.withSession(id, opening: credential) { session, _ in body(RequestSession(session.view.record)) }
        }
    }
}
