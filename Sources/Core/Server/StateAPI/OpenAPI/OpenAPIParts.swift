import HTTPCore
import JSON
import Sessions

/// The components that operations share: fields of responses, and problems.
enum OpenAPIParts {
    /// A field of responses.
    enum ResponseField: String, CaseIterable {
        case entityTag = "ETag"
        case location = "Location"
        case contentLocation = "Content-Location"
        case setCookie = "Set-Cookie"
        case credentialRenewed = "Credential-Renewed"
        case authenticationInfo = "Authentication-Info"
        case idempotencyReplayed = "Idempotency-Replayed"
        case preferenceApplied = "Preference-Applied"
        case cacheControl = "Cache-Control"
        case vary = "Vary"
        case requestID = "X-Request-Id"
        case retryAfter = "Retry-After"
        case rateLimit = "RateLimit"
        case rateLimitPolicy = "RateLimit-Policy"
        case allow = "Allow"
        case authenticate = "WWW-Authenticate"

        var reference: JSONValue { ["$ref": .string("#/components/headers/\(rawValue)")] }

        var json: JSONValue {
            ["description": .string(text), "schema": ["type": "string"]]
        }

        private var text: String {
            switch self {
            case .entityTag:
                "The revision of the state, or a hash of the rows, in quotation marks; `\"17-gzip\"` for compressed content."
            case .location: "The path of the new session."
            case .contentLocation: "The path of the session."
            case .setCookie: "The credential of a client that uses a cookie; HttpOnly, SameSite=Strict."
            case .credentialRenewed: "`true` if the cookie in this response replaces the one of the request."
            case .authenticationInfo:
                "The new token, as `token=\"…\"`, if the state has a form without a member for it."
            case .idempotencyReplayed: "`true` if the request has acted before, and now only gets the current state."
            case .preferenceApplied: "The preferences that the server has honored."
            case .cacheControl: "`no-store` for everything about sessions."
            case .vary: "The fields of the request on which the response depends."
            case .requestID: "The id of the request in the server's log."
            case .retryAfter: "The seconds after which to try again."
            case .rateLimit: "The limit that was reached, and when it is over."
            case .rateLimitPolicy: "The policy of that limit."
            case .allow: "The methods of this path."
            case .authenticate: "The scheme of the credential."
            }
        }
    }

    /// The problems that any request may have.
    ///
    /// The description leaves out the problems for unknown paths and methods, because it describes known ones only.
    static let commonProblems: [ProblemType] = ProblemType.http.filter {
        $0 != .notFound && $0 != .methodNotAllowed && $0 != .preconditionFailed
    }

    /// The responses for a status that an operation has no problems of its own for.
    static var commonResponses: [(String, JSONValue)] {
        Set(commonProblems.map(\.status.code)).sorted().map { code in
            (String(code), problem(commonProblems.filter { $0.status.code == code }))
        }
    }

    /// Returns a response that is one of some problems with the same status.
    static func problem(_ types: [ProblemType]) -> JSONValue {
        let description = types.map { "`\($0.uri)`: \($0.title). \($0.advice)" }.joined(separator: "\n\n")
        let schema: JSONValue = [
            "$ref": "#/components/schemas/Problem",
            "properties": ["type": ["enum": .array(types.map { .string($0.uri) })]],
        ]
        return [
            "description": .string(description),
            "headers": .object(JSONObject(fields(of: types).map { ($0.rawValue, $0.reference) })),
            "content": ["application/problem+json": ["schema": schema]],
        ]
    }

    private static func fields(of types: [ProblemType]) -> [ResponseField] {
        switch types.first?.status.code {
        case 401: [.requestID, .authenticate]
        case 405: [.requestID, .allow]
        case 409, 412: [.requestID, .entityTag]
        case 429: [.requestID, .retryAfter, .rateLimit, .rateLimitPolicy]
        case 503: [.requestID, .retryAfter]
        default: [.requestID]
        }
    }

    /// Returns a parameter in the path of a route.
    static func pathParameter(named name: String) -> JSONValue {
        let (text, example): (String, JSONValue) =
            switch name {
            case "id": ("The session.", "01a1fbec-0000-7000-8000-000000000000")
            case "key": ("The key of a screen or a tab in the state.", "k6")
            case "name": ("The name of one of the outputs of the screen, or of a type of problem.", "submit")
            case "app": ("The application.", "items")
            case "code": ("The code of a hand-off.", "01a1fbec-0000-7000-8000-000000000000.kx0")
            case "credential": ("The id of a credential of the session.", "5e0c91d2a7f03b64")
            case "other": ("Another session of the user.", "01a1fbec-0000-7000-8000-000000000001")
            case "revision": ("A revision in the history.", "17")
            default: ("", "")
            }
        return [
            "name": .string(name), "in": "path", "required": true, "description": .string(text),
            "schema": ["type": "string", "minLength": 1, "pattern": "^[A-Za-z0-9._~-]+$"], "example": example,
        ]
    }
}
