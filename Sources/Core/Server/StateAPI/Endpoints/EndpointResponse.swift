package import HTTPCore
import JSON

extension Endpoint {
    /// A successful response.
    package struct Response: Sendable {
        var status = HTTPStatus.ok
        /// A sentence, or `nil` for the summary of the endpoint.
        var description: String?
        var content = Content.none
        var fields: [OpenAPIParts.ResponseField] = []
        /// The operations that can follow, with the expressions of their parameters.
        var links: KeyValuePairs<String, JSONObject> = [:]

        init(
            status: HTTPStatus = .ok,
            description: String? = nil,
            content: Content = .none,
            fields: [OpenAPIParts.ResponseField] = [],
            links: KeyValuePairs<String, JSONObject> = [:]
        ) {
            self.status = status
            self.description = description
            self.content = content
            self.fields = fields
            self.links = links
        }

        /// Declares a response for the endpoint of an option.
        package init(_ content: Content, status: HTTPStatus = .ok, description: String? = nil) {
            self.init(status: status, description: description, content: content)
        }
    }
}
