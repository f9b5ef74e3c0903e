/// A filter that adds default fields to every response, unless its handler has set them.
///
/// | field | reason |
/// |---|---|
/// | `X-Content-Type-Options: nosniff` | browsers don't guess a media type |
/// | `Cache-Control: no-store` | responses stay out of caches (RFC 9111 §5.2.2.5) |
///
/// These are for responses that a browser may show as a page. JSON that a program has asked for goes without them, unless it is
/// an error. With `nosniff` a browser neither runs nor embeds it, and a request of a browser that navigates to an address says
/// so (``HTTPRequest/isForPage``).
///
/// | field | reason |
/// |---|---|
/// | `Content-Security-Policy: default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'` | a response shown as a page loads and sends nothing, and no page frames it |
/// | `Referrer-Policy: no-referrer` | other sites don't learn the address of a session |
/// | `Cross-Origin-Resource-Policy: same-origin` | pages of other origins can't embed the response |
public struct DefaultFieldsFilter: HTTPFilter {
    private static let all: HTTPFields = [.xContentTypeOptions: "nosniff", .cacheControl: "no-store"]
    private static let page: HTTPFields = [
        .contentSecurityPolicy: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        .referrerPolicy: "no-referrer",
        .crossOriginResourcePolicy: "same-origin",
    ]

    private let dataFields, pageFields: DefaultFields

    /// Creates the filter.
    ///
    /// - Parameter more: Further fields of every response, such as `Strict-Transport-Security`.
    public init(adding more: HTTPFields = [:]) {
        dataFields = DefaultFields(Self.all, more)
        pageFields = DefaultFields(Self.all, Self.page, more)
    }

    /// Adds the fields that are missing.
    public func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        let isData = response.status.code < 400 && Self.isData(response.fields) && !request.isForPage
        (isData ? dataFields : pageFields).add(to: &response.fields)
    }

    private static func isData(_ fields: HTTPFields) -> Bool {
        fields.withBytes(of: .contentType) { type in
            type.equals("application/json".utf8Span.span) || type.equals("application/json-patch+json".utf8Span.span)
                || type.equals("text/event-stream".utf8Span.span)
        } ?? false
    }
}

/// Fields that a response gets unless it has them.
private struct DefaultFields: Sendable {
    private let fields: HTTPFields
    private let lines: [(name: HTTPFieldName, value: String)]

    init(_ parts: HTTPFields...) {
        var fields = HTTPFields()
        for part in parts { fields.append(contentsOf: part) }
        self.fields = fields
        lines = fields.lines.compactMap { line in HTTPFieldName(line.name).map { ($0, line.value) } }
    }

    func add(to response: inout HTTPFields) {
        // Most responses have none of the fields. In that case all of them are copied as one block.
        if !response.mayContain(anyOf: fields) { return response.append(contentsOf: fields) }
        for line in lines where !response.contains(line.name) { response.append(line.name, line.value) }
    }
}
