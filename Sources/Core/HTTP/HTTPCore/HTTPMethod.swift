/// A request method that the server supports.
///
/// `TRACE` and `CONNECT` are omitted deliberately: a server rejects them before any other code sees the request.
public enum HTTPMethod: String, Sendable, CaseIterable {
    /// Reads a resource (RFC 9110 §9.3.1).
    case get = "GET"
    /// Reads a resource's fields without its content (RFC 9110 §9.3.2).
    case head = "HEAD"
    /// Makes a resource process the request's content (RFC 9110 §9.3.3).
    case post = "POST"
    /// Replaces a resource (RFC 9110 §9.3.4).
    case put = "PUT"
    /// Changes a part of a resource (RFC 5789).
    case patch = "PATCH"
    /// Removes a resource (RFC 9110 §9.3.5).
    case delete = "DELETE"
    /// Requests the methods that a resource supports (RFC 9110 §9.3.7).
    case options = "OPTIONS"

    /// Whether the method is safe: it requests no change (RFC 9110 §9.2.1).
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options: true
        case .post, .put, .patch, .delete: false
        }
    }
}
