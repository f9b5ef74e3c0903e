import HTTPCore
import JSON

/// The description of a route, from which its part of the OpenAPI document is made.
struct OpenAPIOperation {
    /// The credential that a request needs.
    enum Security {
        case none
        /// The token or the cookie of the session in the path.
        case session
        /// The credential of the session that the request continues; none for a new session.
        case optional
    }

    /// The content of a successful response, by its media type.
    enum Content {
        case none
        case json(String)
        /// A state, or a patch if the client prefers one.
        case state
        case other(type: String, OpenAPISchema)
        /// A component, or a text of another type.
        case forms(String, others: [String])
    }

    struct Response {
        let status: HTTPStatus
        let description: String
        let content: Content
        var fields: [OpenAPIParts.ResponseField] = []
        /// The operations that can follow, with the expressions of their parameters.
        var links: KeyValuePairs<String, JSONObject> = [:]
    }

    let method: HTTPMethod
    /// The template of the route, as in its registration.
    let template: String
    /// The name of the operation for clients that are generated.
    let id: String
    let tag: String
    let summary: String
    var description: String?
    var security = Security.session
    var parameters: [OpenAPIParts.Parameter] = []
    /// The component of the body; `nil` for a request without one.
    var body: OpenAPISchema?
    var isBodyRequired = false
    let responses: [Response]
    /// The problems of the operation itself; every operation may have the common ones, too.
    var problems: [ProblemType] = []

    /// The operation as an object of OpenAPI 3.1.
    var json: JSONValue {
        var object: JSONObject = [
            "operationId": .string(id), "tags": [.string(tag)], "summary": .string(summary),
        ]
        if let description { object["description"] = .string(description) }
        switch security {
        case .none: object["security"] = []
        case .session: object["security"] = [["token": []], ["cookie": []]]
        case .optional: object["security"] = [[:], ["token": []], ["cookie": []]]
        }
        let all = pathParameters + parameters.map(\.reference)
        if !all.isEmpty { object["parameters"] = .array(all) }
        if let body {
            object["requestBody"] = [
                "required": .bool(isBodyRequired), "content": ["application/json": ["schema": body.value]],
            ]
        }
        object["responses"] = .object(JSONObject(successes + failures))
        return .object(object)
    }

    /// The path in OpenAPI's form: `/v1/sessions/{id}`.
    var path: String { Self.path(of: template) }

    static func path(of template: String) -> String {
        template.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }
            .joined(separator: "/")
    }

    private var pathParameters: [JSONValue] {
        template.split(separator: "/").filter { $0.hasPrefix(":") }
            .map { OpenAPIParts.pathParameter(named: String($0.dropFirst())) }
    }

    private var successes: [(String, JSONValue)] {
        responses.map { response in
            var object: JSONObject = ["description": .string(response.description)]
            let fields = response.fields + [.requestID]
            object["headers"] = .object(JSONObject(fields.map { ($0.rawValue, $0.reference) }))
            if !response.links.isEmpty {
                let links = response.links.map { id, parameters -> (String, JSONValue) in
                    (id, ["operationId": .string(id), "parameters": .object(parameters)])
                }
                object["links"] = .object(JSONObject(links))
            }
            switch response.content {
            case .none: break
            case .json(let name):
                object["content"] = ["application/json": ["schema": OpenAPISchema.ref(name).value]]
            case .state:
                object["content"] = [
                    "application/json": ["schema": OpenAPISchema.ref("State").value],
                    "application/json-patch+json": ["schema": OpenAPISchema.ref("Patch").value],
                ]
            case .other(let type, let schema):
                let media: JSONValue = ["schema": schema.value]
                object["content"] = .object(JSONObject([(type, media)]))
            case .forms(let name, let others):
                let json: JSONValue = ["schema": OpenAPISchema.ref(name).value]
                let texts = others.map { ($0, ["schema": OpenAPISchema.string.value] as JSONValue) }
                object["content"] = .object(JSONObject([("application/json", json)] + texts))
            }
            return (String(response.status.code), .object(object))
        }
    }

    /// The responses with problems, by their status; one status may have several types.
    private var failures: [(String, JSONValue)] {
        let types = problems + OpenAPIParts.commonProblems.filter { !problems.contains($0) }
        let codes = Set(types.map(\.status.code)).sorted()
        return codes.map { code in
            let own = problems.filter { $0.status.code == code }
            guard !own.isEmpty else { return (String(code), ["$ref": .string("#/components/responses/\(code)")]) }
            return (String(code), OpenAPIParts.problem(types.filter { $0.status.code == code }))
        }
    }
}
