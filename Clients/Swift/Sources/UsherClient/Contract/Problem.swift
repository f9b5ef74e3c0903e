/// A problem that the server has reported instead of a result (RFC 9457).
public struct Problem: Error, Sendable, Hashable {
    /// The type of the problem, by which an app decides.
    public let kind: ProblemKind
    /// The status code.
    public let status: Int
    /// The problem in a few words.
    public let title: String
    /// The explanation, in the language of the session.
    public let detail: String?
    /// The reasons why a payload was rejected.
    public let violations: [Violation]
    /// The state of the session as it is, which a stale request gets.
    public let state: NavigationState?
    /// The request that continues an expired session or starts its application again.
    public let resumption: Resumption?
    /// The time after which the request may be repeated.
    public let retryAfter: Duration?
    /// All members of the problem, also unknown ones.
    public let document: JSONValue

    /// A reason why a payload was rejected.
    public struct Violation: Sendable, Hashable {
        /// The JSON Pointer to the member of the payload.
        public let pointer: String
        /// The stable name of the reason.
        public let code: String?
        /// The reason in words.
        public let detail: String
    }

    /// A request that continues an expired session or starts its application again.
    public struct Resumption: Sendable, Hashable {
        /// The path of the request, which is a POST.
        public let href: String
        /// The payload of the request.
        public let body: JSONValue
        /// Whether the session goes on with its screens.
        ///
        /// Otherwise its application starts again.
        public var continuesSession: Bool { body["resume"] != nil || href.hasSuffix("/resume") }
    }

    /// Whether the session is gone for this device.
    ///
    /// The type says so and not the status, because a response may have lost its content, or be one of a proxy.
    public var losesSession: Bool { [.unauthorized, .expired, .unreadable].contains(kind) }

    /// Whether the same request may succeed later.
    ///
    /// After `credential-replaced` the response with the new token is on its way, and after `idempotency-key-in-use` an
    /// earlier try of the same request is still running.
    var isTransient: Bool {
        kind == .credentialReplaced || kind == .idempotencyKeyInUse || [429, 502, 503, 504].contains(status)
    }
}

extension Problem {
    /// Reads the problem in a response.
    ///
    /// Its content may be anything, because a proxy may have sent it.
    init(_ response: HTTPResponse) {
        let document = (try? JSONValue(parsing: response.body)) ?? .object([:])
        self.document = document
        status = response.status
        kind = ProblemKind(uri: document["type"]?.string ?? "")
        title = document["title"]?.string ?? "The server has responded with \(response.status)."
        detail = document["detail"]?.string
        violations = (document["errors"]?.array ?? []).map { error in
            Violation(
                pointer: error["pointer"]?.string ?? "",
                code: error["code"]?.string,
                detail: error["detail"]?.string ?? ""
            )
        }
        state = document["state"].flatMap { try? NavigationState($0) }
        resumption = document["resume"].flatMap(Resumption.init)
        retryAfter = response.fields["Retry-After"].flatMap(Int.init).map { .seconds(max(0, $0)) }
    }
}

extension Problem.Resumption {
    fileprivate init?(_ document: JSONValue) {
        guard document["method"] == "POST", let href = document["href"]?.string else { return nil }
        self.init(href: href, body: document["body"] ?? .object([:]))
    }
}
