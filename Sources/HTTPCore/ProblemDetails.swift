import JSON

/// An error as a client reads it (RFC 9457, `application/problem+json`).
///
/// ```swift
/// var problem = ProblemDetails(.conflict, type: "/problems/stale-screen", detail: "This screen isn't in front any more.")
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

    /// The status of the answer.
    public var status: HTTPStatus
    /// A stable URI or path that names the kind of problem; `about:blank` when the status says it all.
    public var type: String
    /// The kind of problem in a few words, the same every time.
    public var title: String
    /// What happened this time, in a sentence; `nil` leaves it out.
    public var detail: String?
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
    ///   - status: The status of the answer.
    ///   - type: A stable URI or path that names the kind of problem.
    ///   - title: The kind of problem in a few words; the status's reason phrase when left out.
    ///   - detail: What happened this time, in a sentence.
    ///   - instance: A URI that names this one occurrence.
    public init(
        _ status: HTTPStatus,
        type: String = "about:blank",
        title: String? = nil,
        detail: String? = nil,
        instance: String? = nil
    ) {
        self.status = status
        self.type = type
        self.title = title ?? status.reason
        self.detail = detail
        self.instance = instance
    }

    /// The problem as JSON.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.key("type")
        writer.string(type)
        writer.key("title")
        writer.string(title)
        writer.key("status")
        writer.integer(status.code)
        if let detail {
            writer.key("detail")
            writer.string(detail)
        }
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
        return HTTPResponse(status, fields: fields, body: .bytes(json))
    }
}
