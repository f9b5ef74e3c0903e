package import HTTPCore

/// An endpoint of the API: what the OpenAPI document says about it, and its handler.
///
/// The checks and the problems that the declaration implies come with it: the type that a client must accept follows from the
/// first response, and the credential from the kind of handler.
///
/// ```swift
/// Endpoint(
///     method: .delete,
///     template: "/v1/sessions/:id/credentials/:credential",
///     id: "revokeCredential",
///     tag: "devices",
///     summary: "Ends the access of one device",
///     responses: [.init(status: .noContent, description: "The access has ended.")],
///     problems: [.notFound, .rejected],
///     handler: .session(revoke)
/// )
/// ```
package struct Endpoint: Sendable {
    let method: HTTPMethod
    /// The path, in which segments that start with `:` are parameters.
    let template: String
    /// The name of the operation for clients that are generated.
    let id: String
    let tag: String
    let summary: String
    var description: String?
    var parameters: [OpenAPIParameter] = []
    /// The schema of the body, or `nil` for a request without one.
    var body: OpenAPISchema?
    var isBodyRequired = false
    /// Whether a client must accept the type of the first response.
    var isNegotiated = true
    /// Whether the handler takes the body in pieces, of any size and type.
    var isBodyStreamed = false
    /// Whether the response is a stream of states.
    var isStream = false
    let responses: [Response]
    /// The problems besides those that follow from the content, the body and the credential.
    var problems: [ProblemType] = []
    /// Sends the response, after the checks of its kind.
    var handler: Handler

    package init(
        method: HTTPMethod,
        template: String,
        id: String,
        tag: String,
        summary: String,
        description: String? = nil,
        parameters: [OpenAPIParameter] = [],
        body: OpenAPISchema? = nil,
        isBodyRequired: Bool = false,
        isBodyStreamed: Bool = false,
        isNegotiated: Bool = true,
        responses: [Response],
        problems: [ProblemType] = [],
        handler: Handler
    ) {
        self.method = method
        self.template = template
        self.id = id
        self.tag = tag
        self.summary = summary
        self.description = description
        self.parameters = parameters
        self.body = body
        self.isBodyRequired = isBodyRequired
        self.isBodyStreamed = isBodyStreamed
        self.isNegotiated = isNegotiated
        self.responses = responses
        self.problems = problems
        self.handler = handler
    }

    /// Whether its responses may have another form of the state.
    var hasForms: Bool { isStream || responses.first?.content.isState == true }

    /// The type that a client must accept, or `nil` if it need not accept any.
    var mediaType: String? { isNegotiated ? responses.first?.content.mediaType : nil }

    /// The problems of the endpoint and of its checks, besides the common ones that every endpoint may have.
    var allProblems: [ProblemType] {
        let ofContent: [ProblemType] = mediaType == nil ? [] : [.notAcceptable]
        let ofBody: [ProblemType] = body == nil ? [] : [.malformedJSON, .unsupportedMediaType, .invalidPayload]
        return ofContent + ofBody + handler.security.problems + problems
    }
}

extension RouteTable {
    /// Registers endpoints and turns the errors that they throw into problems.
    mutating func add(_ endpoints: [Endpoint], of api: StateAPI) {
        for endpoint in endpoints {
            let handle = endpoint.handler.checking(endpoint.mediaType.map { .init($0, orForm: endpoint.hasForms) })
            let route: RouteTable.Handler = { request, parameters, reply in
                let call = APICall(api, request, parameters, reply)
                call.attempt { () throws(APIError) in try handle(call) }
            }
            if endpoint.isBodyStreamed {
                addStreamed(endpoint.method, endpoint.template, handling: route)
            } else {
                add(endpoint.method, endpoint.template, handling: route)
            }
        }
    }
}
