/// A filter that adds default fields to every response whose handler has not set them.
///
/// `X-Content-Type-Options: nosniff` keeps browsers from guessing a media type, and `Cache-Control: no-store` keeps responses
/// out of caches (RFC 9111 §5.2.2.5).
public struct DefaultFieldsFilter: HTTPFilter {
    private static let defaults: HTTPFields = [.xContentTypeOptions: "nosniff", .cacheControl: "no-store"]

    /// Creates the filter.
    public init() {}

    /// Adds the fields that are missing.
    public func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        // Most responses have neither field; then both are copied as one block.
        if !response.fields.mayContain(anyOf: Self.defaults) {
            return response.fields.append(contentsOf: Self.defaults)
        }
        if !response.fields.contains(.xContentTypeOptions) { response.fields.append(.xContentTypeOptions, "nosniff") }
        if !response.fields.contains(.cacheControl) { response.fields.append(.cacheControl, "no-store") }
    }
}
