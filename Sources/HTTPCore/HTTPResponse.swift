/// An answer as a value.
///
/// `Content-Length`, `Transfer-Encoding`, `Connection` and `Date` are the server's: what a handler sets of them is left
/// out, but for `Connection: close`, which closes the connection after the answer.
public struct HTTPResponse: Sendable {
    /// How it went.
    public var status: HTTPStatus
    /// The header fields, in order.
    public var fields: HTTPFields
    /// The content.
    public var body: HTTPBody

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: How it went.
    ///   - fields: The header fields, in order.
    ///   - body: The content.
    public init(_ status: HTTPStatus, fields: HTTPFields = [:], body: HTTPBody = .none) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    private static let textFields: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
    private static let jsonFields: HTTPFields = [.contentType: "application/json"]

    /// Makes an answer with text for people.
    ///
    /// - Parameters:
    ///   - status: How it went.
    ///   - text: The content, sent as `text/plain; charset=utf-8`.
    public static func text(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
        HTTPResponse(status, fields: textFields, body: .bytes(Array(text.utf8)))
    }

    /// Makes an answer with JSON that is encoded already.
    ///
    /// - Parameters:
    ///   - status: How it went.
    ///   - json: The content, sent as `application/json`.
    public static func json(_ status: HTTPStatus, _ json: [UInt8]) -> HTTPResponse {
        HTTPResponse(status, fields: jsonFields, body: .bytes(json))
    }

    /// Makes a 200 answer with text for people.
    ///
    /// - Parameter text: The content, sent as `text/plain; charset=utf-8`.
    public static func text(_ text: String) -> HTTPResponse { .text(.ok, text) }

    /// Makes a 200 answer with JSON that is encoded already.
    ///
    /// - Parameter json: The content, sent as `application/json`.
    public static func json(_ json: [UInt8]) -> HTTPResponse { .json(.ok, json) }

    /// The same answer as `HEAD` gives it: no content, but its length is kept (RFC 9110 §9.3.2).
    public var withoutContent: HTTPResponse {
        var response = self
        if case .bytes(let bytes) = body { response.body = .omitted(length: bytes.count) }
        return response
    }
}

/// The content of an answer.
public enum HTTPBody: Sendable, Equatable {
    /// No content; `Content-Length` is 0 where the status allows one.
    case none
    /// These bytes.
    case bytes([UInt8])
    /// Content of this many bytes that isn't sent, because the request was `HEAD`.
    case omitted(length: Int)
    /// Content that is produced while it is sent.
    case stream(HTTPBodyStream)

    /// The bytes that are sent, where they are known now.
    public var bytes: [UInt8] {
        if case .bytes(let bytes) = self { bytes } else { [] }
    }
}
