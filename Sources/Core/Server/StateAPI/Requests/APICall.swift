package import HTTPCore
package import Sessions

/// A request to a route of the API, with the reply that its response goes to.
///
/// It is a class because several closures refer to it.
package final class APICall: Sendable {
    package let api: StateAPI
    package let request: HTTPRequest
    /// The preferences of the client (RFC 7240).
    package let preferences: Preferences
    package let parameters: PathParameters
    package let reply: HTTPReply

    init(_ api: StateAPI, _ request: HTTPRequest, _ parameters: PathParameters, _ reply: HTTPReply) {
        self.api = api
        self.request = request
        preferences = Preferences(request.fields)
        self.parameters = parameters
        self.reply = reply
    }

    /// Sends the response.
    package func respond(_ response: HTTPResponse) { reply.send(response) }

    /// Sends the response to an error.
    package func fail(_ error: APIError) { reply.send(api.response(to: error, request)) }

    /// Runs a part of the call that may throw, and responds with the error if it does.
    package func attempt(_ body: () throws(APIError) -> Void) {
        do throws(APIError) { try body() } catch { fail(error) }
    }

    /// Returns the value of a session's result.
    ///
    /// - Throws: ``APIError/session(_:)``.
    package func value<Value>(of result: Result<Value, SessionError>) throws(APIError) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(let error): throw .session(error)
        }
    }

    /// Rejects a client that does not accept a type (RFC 9110 section 12.5.1), where `nil` stands for any.
    ///
    /// - Throws: `ProblemType.notAcceptable`.
    func checkAccept(_ type: Endpoint.Handler.RequiredType?) throws(APIError) {
        guard let type, !request.accepts(type.mediaType) else { return }
        guard type.isOrForm, api.forms.form(for: request, api) != nil else { throw .problem(.notAcceptable) }
    }

    /// Records that the request has started, continued, read or ended a session, or changed its devices.
    package func record(_ action: AuditEvent.Action, _ session: SessionID, of account: String? = nil) {
        api.audit?.record(
            AuditEvent(
                action,
                session: session,
                account: account,
                client: request.client?.description,
                request: request.id
            )
        )
    }
}
