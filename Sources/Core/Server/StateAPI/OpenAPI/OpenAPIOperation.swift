import HTTPCore
import JSON

/// The entry of a route in the OpenAPI document.
struct OpenAPIOperation {
    let method: HTTPMethod
    /// The path in OpenAPI's form: `/v1/sessions/{id}`.
    let path: String
    /// The parameters besides those in the path.
    let parameters: [OpenAPIParameter]
    /// The operation as an object of OpenAPI 3.1.
    let json: JSONValue

    /// Describes an endpoint of a server with some forms of the state.
    init(_ endpoint: Endpoint, forms: [StateFormOffer] = []) {
        method = endpoint.method
        path = Self.path(of: endpoint.template)
        parameters = endpoint.parameters
        var object: JSONObject = [
            "operationId": .string(endpoint.id), "tags": [.string(endpoint.tag)], "summary": .string(endpoint.summary),
        ]
        if let description = endpoint.description { object["description"] = .string(description) }
        object["security"] = endpoint.handler.security.json
        let pathParameters = endpoint.template.split(separator: "/").filter { $0.hasPrefix(":") }
            .map { OpenAPIParts.pathParameter(named: String($0.dropFirst())) }
        let all = pathParameters + endpoint.parameters.map(\.reference)
        if !all.isEmpty { object["parameters"] = .array(all) }
        if let body = endpoint.body {
            object["requestBody"] = [
                "required": .bool(endpoint.isBodyRequired), "content": ["application/json": ["schema": body.value]],
            ]
        }
        let responses =
            endpoint.responses.map { Self.success($0, of: endpoint, forms) } + Self.failures(endpoint.allProblems)
        object["responses"] = .object(JSONObject(responses))
        json = .object(object)
    }

    /// Describes a route that the server has added, by its method and path only.
    init(extension route: RouteTable.Route) {
        method = route.method
        path = Self.path(of: route.template)
        parameters = []
        json = [
            "tags": ["extensions"],
            "summary": "A route of this server's own",
            "responses": ["default": ["description": "Not described."]],
        ]
    }

    private static func path(of template: String) -> String {
        template.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }
            .joined(separator: "/")
    }

    private static func success(
        _ response: Endpoint.Response,
        of endpoint: Endpoint,
        _ forms: [StateFormOffer]
    ) -> (String, JSONValue) {
        var object: JSONObject = ["description": .string(response.description ?? endpoint.summary + ".")]
        let fields = response.fields + [.requestID]
        object["headers"] = .object(JSONObject(fields.map { ($0.rawValue, $0.reference) }))
        if !response.links.isEmpty {
            let links = response.links.map { id, parameters -> (String, JSONValue) in
                (id, ["operationId": .string(id), "parameters": .object(parameters)])
            }
            object["links"] = .object(JSONObject(links))
        }
        let content = response.content.schemas(with: forms)
            .map { ($0.mediaType, ["schema": $0.schema.value] as JSONValue) }
        if !content.isEmpty { object["content"] = .object(JSONObject(content)) }
        return (String(response.status.code), .object(object))
    }

    /// Returns the responses with problems, by their status, each with all types of that status.
    private static func failures(_ problems: [ProblemType]) -> [(String, JSONValue)] {
        let types = problems + OpenAPIParts.commonProblems.filter { !problems.contains($0) }
        let codes = Set(types.map(\.status.code)).sorted()
        return codes.map { code in
            let own = problems.filter { $0.status.code == code }
            guard !own.isEmpty else { return (String(code), ["$ref": .string("#/components/responses/\(code)")]) }
            return (String(code), OpenAPIParts.problem(types.filter { $0.status.code == code }))
        }
    }
}
