import HTTPCore
import JSON

/// A message from an agent: a request of JSON-RPC 2.0, or a notification if it has no id.
struct MCPMessage: Sendable {
    /// The id that the response repeats: a string or an integer, or `nil` for a notification.
    let id: JSONValue?
    let method: String
    let params: JSONObject

    /// Reads a body.
    ///
    /// - Throws: ``MCPError/invalidRequest(_:)``.
    init(_ body: JSONValue?) throws(MCPError) {
        guard case .object(let object) = body, object["jsonrpc"] == "2.0", let method = object["method"]?.stringValue
        else { throw .invalidRequest("The body must be one message of JSON-RPC 2.0 with a method.") }
        switch object["id"] {
        case nil: id = nil
        case let id? where id.stringValue != nil || id.integerValue != nil: self.id = id
        default: throw .invalidRequest("'id' must be a string or an integer.")
        }
        switch object["params"] {
        case nil: params = [:]
        case .object(let params)?: self.params = params
        default: throw .invalidRequest("'params' must be an object.")
        }
        self.method = method
    }

    /// A member of `_meta` in the namespace of the protocol, such as `protocolVersion`.
    func meta(_ name: String) -> JSONValue? { params["_meta"]?["io.modelcontextprotocol/\(name)"] }
}

/// An error of JSON-RPC, with the status of the response that has it.
struct MCPError: Error {
    let code: Int64
    let message: String
    var data: JSONValue?
    var status = HTTPStatus.badRequest

    static func invalidRequest(_ message: String) -> Self { Self(code: -32_600, message: message) }

    static func invalidParameters(_ message: String) -> Self {
        Self(code: -32_602, message: message, status: .badRequest)
    }

    /// The error for a method that the server does not have.
    ///
    /// The status is 404 in the stateless revision. Clients tell it from an unknown path by the body.
    static func unknownMethod(_ method: String, _ revision: MCPRevision) -> Self {
        Self(
            code: -32_601,
            message: "There is no method '\(method)'.",
            status: revision.isStateless ? .notFound : .ok
        )
    }

    static func headerMismatch(_ message: String) -> Self { Self(code: -32_020, message: message) }

    static func unsupportedRevision(_ requested: String) -> Self {
        Self(
            code: -32_022,
            message: "This server does not support revision '\(requested)' of the protocol.",
            data: [
                "supported": .array(MCPRevision.allCases.map { .string($0.rawValue) }),
                "requested": .string(requested),
            ]
        )
    }

    /// The message with this error, for a request with an id.
    func response(to id: JSONValue?) -> HTTPResponse {
        var error: JSONObject = ["code": .integer(code), "message": .string(message)]
        if let data { error["data"] = data }
        var object: JSONObject = ["jsonrpc": "2.0", "error": .object(error)]
        if let id { object["id"] = id }
        return .json(status, JSONValue.object(object).json)
    }
}
