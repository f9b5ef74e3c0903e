/// A filter that adds default fields to every response whose handler has not set them.
///
/// | field | reason |
/// |---|---|
/// | `X-Content-Type-Options: nosniff` | browsers don't guess a media type |
/// | `Cache-Control: no-store` | responses stay out of caches (RFC 9111 §5.2.2.5) |
/// | `Content-Security-Policy: default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'` | a response shown as a page loads and sends nothing, and no page frames it |
/// | `Referrer-Policy: no-referrer` | other sites don't learn the address of a session |
/// | `Cross-Origin-Resource-Policy: same-origin` | pages of other origins can't embed the response |
public struct DefaultFieldsFilter: HTTPFilter {
    private static let common: HTTPFields = [
        .xContentTypeOptions: "nosniff",
        .cacheControl: "no-store",
        .contentSecurityPolicy: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        .referrerPolicy: "no-referrer",
        .crossOriginResourcePolicy: "same-origin",
    ]

    private let fields: HTTPFields
    private let lines: [(name: HTTPFieldName, value: String)]

    /// Creates the filter.
    ///
    /// - Parameter more: Further fields of every response, such as `Strict-Transport-Security`.
    public init(adding more: HTTPFields = [:]) {
        var fields = Self.common
        fields.append(contentsOf: more)
        self.fields = fields
        lines = fields.lines.compactMap { line in HTTPFieldName(line.name).map { ($0, line.value) } }
    }

    /// Adds the fields that are missing.
    public func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        // Most responses have none of the fields; then all are copied as one block.
        if !response.fields.mayContain(anyOf: fields) { return response.fields.append(contentsOf: fields) }
        for line in lines where !response.fields.contains(line.name) { response.fields.append(line.name, line.value) }
    }
}
