import HTTPCore
import Sessions

/// A request to a route of the API, with the reply that its response goes to.
///
/// It is a class because several closures refer to it.
final class APICall: Sendable {
    let api: StateAPI
    let request: HTTPRequest
    /// The preferences of the client (RFC 7240).
    let preferences: Preferences
    let parameters: PathParameters
    let reply: HTTPReply

    init(_ api: StateAPI, _ request: HTTPRequest, _ parameters: PathParameters, _ reply: HTTPReply) {
        self.api = api
        self.request = request
        preferences = Preferences(request.fields)
        self.parameters = parameters
        self.reply = reply
    }

    /// Sends the response.
    func respond(_ response: HTTPResponse) { reply.send(response) }

    /// Sends the response to an error.
    func fail(_ error: APIError) { reply.send(api.response(to: error, request)) }

    /// Runs a part of the call that may throw; an error becomes the call's response.
    func attempt(_ body: () throws(APIError) -> Void) {
        do throws(APIError) { try body() } catch { fail(error) }
    }

    /// Returns the value of a session's result.
    ///
    /// - Throws: ``APIError/session(_:)``.
    func value<Value>(of result: Result<Value, SessionError>) throws(APIError) -> Value {
        switch result {
        case .success(let value): return value
        case .failure(let error): throw .session(error)
        }
    }
}

extension StateAPI {
    /// Registers a handler whose errors become problems.
    ///
    /// - Parameters:
    ///   - method: The method that it handles.
    ///   - template: A path that starts with `/`; segments that start with `:` are parameters.
    ///   - routes: The table that gets the route.
    ///   - handle: Sends the response through the call, before it returns or later. If it throws, the response is the
    ///     problem for that error.
    func add(
        _ method: HTTPMethod,
        _ template: String,
        to routes: inout RouteTable,
        _ handle: @escaping @Sendable (APICall) throws(APIError) -> Void
    ) {
        routes.add(method, template) { request, parameters, reply in
            let call = APICall(self, request, parameters, reply)
            call.attempt { () throws(APIError) in try handle(call) }
        }
    }
}
