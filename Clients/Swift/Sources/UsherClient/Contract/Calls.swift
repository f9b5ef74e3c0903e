import Foundation

/// The requests of the state API, as values.
struct Calls: Sendable {
    /// The address of the server.
    let server: URL

    static let patchType = "application/json-patch+json"

    /// The path of a session.
    static func path(of id: String) -> String { "/v1/sessions/\(escaped(id))" }

    /// Creates what the path is for: a session, or access to one.
    func create(at path: String, _ body: JSONValue, key: String) -> HTTPRequest {
        post(path, body, key: key)
    }

    /// Reads the whole state, or what is newer than the revision at hand.
    ///
    /// The server may wait a time for it.
    func state(of id: String, since known: Int? = nil, wait: Duration = .zero) -> HTTPRequest {
        var request = request(.get, Self.path(of: id))
        if let known {
            request.fields["If-None-Match"] = Self.tag(known)
            request.fields["Prefer"] = Self.patch(from: known)
        }
        if wait > .zero { request.fields["Prefer", default: ""] += ", wait=\(wait.components.seconds)" }
        return request
    }

    /// Opens the stream of events behind a revision.
    func events(of id: String, since known: Int) -> HTTPRequest {
        var request = request(.get, Self.path(of: id) + "/events")
        request.fields["Accept"] = "text/event-stream"
        request.fields["Last-Event-ID"] = String(known)
        return request
    }

    /// Posts an event of the user, for a patch from the revision at hand.
    ///
    /// The key is the same for all tries. The condition, if there is one, is the screen that must be in front.
    func event(
        _ path: String,
        _ body: JSONValue?,
        key: String,
        base: Int,
        condition: ScreenCondition?
    ) -> HTTPRequest {
        var request = post(path, body, key: key)
        request.fields["Prefer"] = Self.patch(from: base)
        if let condition { request.fields["If-Screen"] = condition.description }
        return request
    }

    /// Reads something of a session by its path, which may have a query.
    func read(_ path: String) -> HTTPRequest { request(.get, path) }

    /// Removes something of a session by its path.
    func remove(_ path: String) -> HTTPRequest { request(.delete, path) }

    /// A request with a payload as JSON.
    func post(_ path: String, _ body: JSONValue?, key: String) -> HTTPRequest {
        var request = request(.post, path)
        request.fields["Idempotency-Key"] = "\"\(key)\""
        request.fields["Content-Type"] = "application/json"
        request.body = body?.data
        return request
    }

    private func request(_ method: HTTPRequest.Method, _ path: String) -> HTTPRequest {
        HTTPRequest(method, url(of: path), fields: ["Accept": "application/json, \(Self.patchType)"])
    }

    /// The address of a path at this server.
    ///
    /// An address of another server becomes its path, because the token is for this one.
    private func url(of path: String) -> URL {
        var components = URLComponents(url: server, resolvingAgainstBaseURL: true) ?? URLComponents()
        let target = URLComponents(string: path)
        components.percentEncodedPath = target?.percentEncodedPath ?? "/"
        components.percentEncodedQuery = target?.percentEncodedQuery
        components.fragment = nil
        return components.url ?? server
    }

    /// A text as one segment of a path.
    static func escaped(_ text: String) -> String {
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove("/")
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    private static func tag(_ revision: Int) -> String { "\"\(revision)\"" }

    private static func patch(from revision: Int) -> String { "patch-from=\"\(revision)\"" }
}

extension HTTPFields {
    fileprivate subscript(name: String, default value: String) -> String {
        get { self[name] ?? value }
        set { self[name] = newValue }
    }
}
