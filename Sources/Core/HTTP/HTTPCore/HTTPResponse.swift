package import JSON

/// A response.
///
/// The server sets `Content-Length`, `Transfer-Encoding`, `Connection` and `Date`. It ignores these fields of a handler,
/// except `Connection: close`, which closes the connection after the response.
public struct HTTPResponse: Sendable {
    /// The status code and its reason.
    public var status: HTTPStatus
    /// The header fields, in order.
    public var fields: HTTPFields
    /// The content, or ``HTTPBody/none`` if it is empty.
    public var body: HTTPBody
    /// The compressed copy of the body, for a response that is sent many times, or `nil` to compress it each time.
    public var compressedCopy: CompressedCopy?

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - fields: The header fields, in order.
    ///   - body: The content.
    public init(_ status: HTTPStatus, fields: HTTPFields = [:], body: HTTPBody = .none) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    private static let textFields: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
    private static let jsonFields: HTTPFields = [.contentType: "application/json"]

    /// Creates a response with plain text.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - text: The content, sent as `text/plain; charset=utf-8`.
    /// - Returns: A response with the status, the text and its content type.
    public static func text(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
        HTTPResponse(status, fields: textFields, body: .bytes(Array(text.utf8)))
    }

    /// Creates a response with encoded JSON.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - json: The content, sent as `application/json`.
    /// - Returns: A response with the status, the bytes as they are and their content type.
    public static func json(_ status: HTTPStatus, _ json: [UInt8]) -> HTTPResponse {
        HTTPResponse(status, fields: jsonFields, body: .bytes(json))
    }

    /// Creates a response with a JSON object, as ``json(_:_:)`` does, from a closure that writes its members.
    package static func json(_ status: HTTPStatus, members: (inout JSONWriter) -> Void) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object(members)
        return .json(status, writer.finish())
    }

    /// Creates a response with plain text, as ``text(_:_:)`` does, and the status 200.
    public static func text(_ text: String) -> HTTPResponse { .text(.ok, text) }

    /// Creates a response with encoded JSON, as ``json(_:_:)`` does, and the status 200.
    public static func json(_ json: [UInt8]) -> HTTPResponse { .json(.ok, json) }

    /// The response to `HEAD`: the content is omitted, but its length is kept (RFC 9110 §9.3.2).
    public var withoutContent: HTTPResponse {
        var response = self
        if case .bytes(let bytes) = body { response.body = .omitted(length: bytes.count) }
        return response
    }
}

/// The content of a response.
public enum HTTPBody: Sendable, Equatable {
    /// No content, with a `Content-Length` of 0 where the status allows one.
    case none
    /// Content in memory.
    case bytes([UInt8])
    /// The length of content that isn't sent, because the request was `HEAD`.
    case omitted(length: Int)
    /// Content that is produced while it is sent.
    case stream(HTTPBodyStream)

    /// The bytes of content in memory, empty for other content.
    public var bytes: [UInt8] {
        if case .bytes(let bytes) = self { bytes } else { [] }
    }
}
