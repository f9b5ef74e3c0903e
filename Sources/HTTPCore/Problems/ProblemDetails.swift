import JSON

/// An error as a client reads it (RFC 9457, `application/problem+json`).
///
/// ```swift
/// var problem = ProblemDetails(.outOfStock, detail: "There is no 'milk' left.")
/// problem.extensions = [.init(name: "state", json: encodedState)]
/// return problem.response
/// ```
public struct ProblemDetails: Sendable {
    /// One thing that is wrong with a payload.
    public struct Fault: Sendable, Equatable {
        /// Where, as a JSON Pointer into the payload (RFC 6901); `""` is the whole of it.
        public var pointer: String
        /// What, for programs; stable.
        public var code: String
        /// What, for people.
        public var detail: String

        /// Makes a fault.
        ///
        /// - Parameters:
        ///   - pointer: Where, as a JSON Pointer.
        ///   - code: What, for programs.
        ///   - detail: What, for people.
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

    /// A member beside the standard ones (RFC 9457 §3.2).
    public struct Extension: Sendable, Equatable {
        /// The member's name.
        public var name: String
        /// Its value as JSON that is encoded already.
        public var json: [UInt8]

        /// Makes a member.
        ///
        /// - Parameters:
        ///   - name: The member's name.
        ///   - json: Its value as JSON that is encoded already.
        public init(name: String, json: [UInt8]) {
            self.name = name
            self.json = json
        }
    }

    /// The kind of problem; the status and the title of the response are its own.
    public var type: ProblemType
    /// This occurrence of the problem, in a sentence.
    public var detail: String
    /// A URI that names this one occurrence, such as an incident's; `nil` leaves it out.
    public var instance: String?
    /// What is wrong with a payload, place by place; an empty array leaves it out.
    public var errors: [Fault] = []
    /// Further members of the object, after the standard ones.
    public var extensions: [Extension] = []
    /// Fields of the answer beside `Content-Type`, such as `Allow` or `Retry-After`.
    public var fields: HTTPFields = [:]

    /// Makes a problem.
    ///
    /// - Parameters:
    ///   - type: The kind of problem.
    ///   - detail: This occurrence of the problem, in a sentence; the type's advice when left out.
    public init(_ type: ProblemType, detail: String? = nil) {
        self.type = type
        self.detail = detail ?? type.advice
    }

    /// The problem as JSON.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.key("type")
        writer.string(type.uri)
        writer.key("title")
        writer.string(type.title)
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
            for fault in errors { fault.write(to: &writer) }
            writer.endArray()
        }
        for member in extensions {
            writer.key(named: member.name)
            writer.raw(member.json)
        }
        writer.endObject()
        return writer.bytes
    }

    /// The answer that carries the problem.
    public var response: HTTPResponse {
        var fields: HTTPFields = [.contentType: "application/problem+json"]
        fields.append(contentsOf: self.fields)
        return HTTPResponse(type.status, fields: fields, body: .bytes(json))
    }
}
