import HTTPCore
import JSON

extension Endpoint {
    /// A successful response.
    struct Response {
        var status = HTTPStatus.ok
        /// A sentence, or `nil` for the summary of the endpoint.
        var description: String?
        var content = Content.none
        var fields: [OpenAPIParts.ResponseField] = []
        /// The operations that can follow, with the expressions of their parameters.
        var links: KeyValuePairs<String, JSONObject> = [:]
    }
}
