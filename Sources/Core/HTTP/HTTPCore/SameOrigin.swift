extension HTTPRequest {
    /// Whether no page of another origin caused the request, as far as browsers say so.
    ///
    /// Browsers say so in `Sec-Fetch-Site` (Fetch Metadata), older ones in `Origin` (RFC 6454). Other clients send neither.
    public var isSameOrigin: Bool {
        if let site = fields[.secFetchSite] {
            return site.utf8.elementsEqual("same-origin".utf8) || site.utf8.elementsEqual("none".utf8)
        }
        guard let origin = fields[.origin] else { return true }
        let host = fields[.host] ?? ""
        return ["http", "https"].contains { scheme in origin.utf8.elementsEqual("\(scheme)://\(host)".utf8) }
    }
}

/// A handler that rejects requests that a page of another origin made a browser send.
///
/// ```swift
/// routes.add(.get, "/dev/inbox", SameOriginHandler(inbox))
/// ```
public struct SameOriginHandler: HTTPHandler {
    private let next: any HTTPHandler

    /// Creates a handler in front of another one.
    ///
    /// - Parameter next: Handles the requests from pages of this server and from clients other than browsers.
    public init(_ next: any HTTPHandler) {
        self.next = next
    }

    /// Passes the request on, or responds with the problem ``ProblemType/crossSite``.
    public func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        guard request.isSameOrigin else { return reply.send(ProblemDetails(.crossSite).response) }
        next.handle(request, reply)
    }
}
