import HTTPCore

/// A filter that tells the pages of a server for development that it is one, so that they offer their tools.
struct DevelopmentFilter: HTTPFilter {
    private static let fields: HTTPFields = ["Usher-Development": "?1"]
    private static let path = Array("/v1/sessions".utf8)

    func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        guard request.target.path.starts(with: Self.path) else { return }
        response.fields.append(contentsOf: Self.fields)
    }
}
