import HTTPCore

/// A filter that tells browsers to use TLS for this host from now on, for a year (RFC 6797).
struct StrictTransportFilter: HTTPFilter {
    private static let fields: HTTPFields = ["Strict-Transport-Security": "max-age=31536000"]

    func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        response.fields.append(contentsOf: Self.fields)
    }
}
