import HTTPCore
import Sessions

extension StateAPI {
    /// Registers a handler whose errors are answered as problems.
    func add(
        _ method: HTTPMethod,
        _ template: String,
        to routes: inout RouteTable,
        _ handle: @escaping @Sendable (HTTPRequest, PathParameters) async throws(APIError) -> HTTPResponse
    ) {
        routes.add(method, template) { request, parameters in
            do throws(APIError) {
                return try await handle(request, parameters)
            } catch {
                return response(to: error, request)
            }
        }
    }

    /// Registers a handler that answers right away where it can, and whose errors are answered as problems.
    func add(
        _ method: HTTPMethod,
        _ template: String,
        to routes: inout RouteTable,
        answering handle: @escaping @Sendable (HTTPRequest, PathParameters) throws(APIError) -> APIAnswer
    ) {
        routes.add(
            method,
            template,
            answering: { request, parameters in
                do throws(APIError) {
                    switch try handle(request, parameters) {
                    case .ready(let response): return .ready(response)
                    case .pending(let wait):
                        return .pending {
                            do throws(APIError) { return try await wait() } catch {
                                return response(to: error, request)
                            }
                        }
                    }
                } catch {
                    return .ready(response(to: error, request))
                }
            }
        )
    }

    /// Answers with the state that followed, or with its tag alone when the client prefers that (RFC 7240 section 4.2).
    func response(_ answer: Answer, _ request: HTTPRequest) -> HTTPResponse {
        let isBusy = if case .busy = answer.view.status { true } else { false }
        var response: HTTPResponse
        if !isBusy, Preferences(request.fields).return == .minimal {
            response = .tag(.noContent, of: answer.view)
            response.fields.append(.preferenceApplied, "return=minimal")
        } else {
            response = .state(isBusy ? .accepted : .ok, StateDocument(answer.view))
        }
        if answer.isReplay { response.fields.append(.idempotencyReplayed, "true") }
        return response
    }
}

extension HTTPResponse {
    private static let tagFields: HTTPFields = [.cacheControl: "no-store"]
    private static let stateFields: HTTPFields = [
        .contentType: "application/json", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
    ]

    /// An answer with the state of a session and its tag.
    static func state(_ status: HTTPStatus, _ document: StateDocument) -> HTTPResponse {
        HTTPResponse(status, fields: stateFields, of: document.view, body: .bytes(document.json))
    }

    /// An answer with nothing but the tag of a session's state.
    static func tag(_ status: HTTPStatus, of view: SessionView) -> HTTPResponse {
        HTTPResponse(status, fields: tagFields, of: view, body: .none)
    }

    private init(_ status: HTTPStatus, fields: HTTPFields, of view: SessionView, body: HTTPBody) {
        self.init(status, fields: fields, body: body)
        // For the tag, the id of the request and what else comes to it.
        self.fields.reserveCapacity(256)
        self.fields.append(.entityTag, view.entityTag.description)
    }
}

/// An ``HTTPCore/HTTPAnswer`` that may still turn out to be a problem.
enum APIAnswer {
    case ready(HTTPResponse)
    case pending(@Sendable () async throws(APIError) -> HTTPResponse)

    /// The response, after whatever has to be waited for.
    var response: HTTPResponse {
        get async throws(APIError) {
            switch self {
            case .ready(let response): response
            case .pending(let wait): try await wait()
            }
        }
    }
}

extension HTTPFieldName {
    static let idempotencyReplayed: HTTPFieldName = "Idempotency-Replayed"
}
