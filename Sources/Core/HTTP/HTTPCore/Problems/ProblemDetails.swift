import JSON

/// An error response (RFC 9457, `application/problem+json`).
///
/// ```swift
/// var problem = ProblemDetails(.outOfStock, detail: "There is no 'milk' left.")
/// problem.extensions = [.init(name: "state", json: encodedState)]
/// return problem.response
/// ```
public struct ProblemDetails: Sendable {
    /// An error in a payload.
    public struct FieldError: Sendable, Equatable {
        /// The position as a JSON Pointer into the payload (RFC 6901), `""` for the whole payload.
        public var pointer: String
        /// A stable code for programs.
        public var code: String
        /// A description for people.
        public var detail: String

        /// Creates an error.
        ///
        /// - Parameters:
        ///   - pointer: The position as a JSON Pointer.
        ///   - code: A stable code for programs.
        ///   - detail: A description for people.
        public init(pointer: String, code: String, detail: String) {
            self.pointer = pointer
            self.code = code
            self.detail = detail
        }

        fileprivate func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.key("pointer")
            writer.string(pointer)
            writer.key("code")
            writer.string(code)
            writer.key("detail")
            writer.string(detail)
            writer.endObject()
        }
    }

    /// A member in addition to the standard ones (RFC 9457 §3.2).
    public struct Extension: Sendable, Equatable {
        /// The member's name.
        public var name: String
        /// The member's value as encoded JSON.
        public var json: [UInt8]

        /// Creates a member.
        ///
        /// - Parameters:
        ///   - name: The member's name.
        ///   - json: The member's value as encoded JSON.
        public init(name: String, json: [UInt8]) {
            self.name = name
            self.json = json
        }
    }

    /// The type of the problem, which has the status of the response.
    public var type: ProblemType
    /// The problem in a few words: the title of the type, or a translation of it.
    public var title: String
    /// A sentence about this occurrence of the problem.
    public var detail: String
    /// A URI of this occurrence, such as an incident's, or `nil` to omit the member.
    public var instance: String?
    /// The errors in the payload, or none to omit the member.
    public var errors: [FieldError] = []
    /// Further members, after the standard ones.
    public var extensions: [Extension] = []
    /// Fields of the response in addition to `Content-Type`, such as `Allow` or `Retry-After`.
    public var fields: HTTPFields = [:]

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - type: The type of the problem.
    ///   - detail: A sentence about this occurrence, by default the type's advice.
    public init(_ type: ProblemType, detail: String? = nil) {
        self.type = type
        title = type.title
        self.detail = detail ?? type.advice
    }

    /// Returns a copy with `Retry-After`: the seconds after which the client should retry (RFC 9110 section 10.2.3).
    public func retrying(after seconds: Int) -> ProblemDetails {
        var details = self
        details.fields.append(.retryAfter, String(seconds))
        return details
    }

    /// The problem as JSON.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.key("type")
        writer.string(type.uri)
        writer.key("title")
        writer.string(title)
        writer.key("status")
        writer.integer(type.status.code)
        writer.key("detail")
        writer.string(detail)
        if let instance {
            writer.key("instance")
            writer.string(instance)
        }
        if !errors.isEmpty {
            writer.key("errors")
            writer.beginArray()
            for error in errors { error.write(to: &writer) }
            writer.endArray()
        }
        for member in extensions {
            writer.key(named: member.name)
            writer.raw(member.json)
        }
        writer.endObject()
        return writer.bytes
    }

    /// The response with the problem as its content.
    public var response: HTTPResponse {
        var fields: HTTPFields = [.contentType: "application/problem+json"]
        fields.append(contentsOf: self.fields)
        return HTTPResponse(type.status, fields: fields, body: .bytes(json))
    }
}
