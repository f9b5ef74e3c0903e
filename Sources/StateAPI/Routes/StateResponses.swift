import HTTPCore
import Sessions

extension StateAPI {
    /// The response to a submission: the state that followed, or its tag alone when the client prefers that (RFC 7240
    /// section 4.2).
    func response(_ answer: Answer, _ request: HTTPRequest) -> HTTPResponse {
        let isBusy = if case .busy = answer.view.status { true } else { false }
        var response: HTTPResponse
        if !isBusy, Preferences(request.fields).return == .minimal {
            response = .tag(.noContent, of: answer.view)
            response.fields.append(.preferenceApplied, "return=minimal")
        } else {
            response = state(isBusy ? .accepted : .ok, answer.view)
        }
        if answer.isReplay { response.fields.append(.idempotencyReplayed, "true") }
        return response
    }

    /// A response with the state of a session and its tag.
    ///
    /// - Parameter token: The session's secret, in the one response that tells it.
    func state(_ status: HTTPStatus, _ view: SessionView, token: String? = nil) -> HTTPResponse {
        .state(status, StateDocument(view, documents, token: token))
    }
}

extension HTTPResponse {
    private static let stateFields: HTTPFields = [.contentType: "application/json"]

    /// A response with the state of a session and its tag.
    fileprivate static func state(_ status: HTTPStatus, _ document: StateDocument) -> HTTPResponse {
        HTTPResponse(status, fields: stateFields, of: document.view, body: .bytes(document.json))
    }

    /// A response with nothing but the tag of a session's state.
    static func tag(_ status: HTTPStatus, of view: SessionView) -> HTTPResponse {
        HTTPResponse(status, fields: [:], of: view, body: .none)
    }

    private init(_ status: HTTPStatus, fields: HTTPFields, of view: SessionView, body: HTTPBody) {
        self.init(status, fields: fields, body: body)
        // For the tag, and the fields that filters add.
        self.fields.reserveCapacity(256)
        self.fields.append(.entityTag, view.entityTag.description)
    }
}

extension HTTPFieldName {
    static let idempotencyReplayed: HTTPFieldName = "Idempotency-Replayed"
}
