import Coordination
package import HTTPCore
import JSON
package import Sessions

extension StateAPI {
    /// Returns an event with the conditions in the header fields of a call.
    ///
    /// - Throws: `ProblemType.malformedRequest` for an invalid condition or idempotency key.
    func submission(_ event: Event, _ call: APICall, _ credential: Credential) throws(APIError) -> Submission {
        Submission(
            event,
            revisions: try Self.revisions(call.request),
            screen: try ScreenCondition(call.request),
            idempotency: try idempotency(call.request, credential),
            credential: credential,
            wait: wait(call.preferences),
            trace: TraceContext.trace(of: call.request),
            isSeen: call.preferences.return != .minimal,
            client: call.request.client?.description
        )
    }

    /// Returns the time that a client wants to wait, limited by the settings.
    func wait(_ preferences: Preferences) -> Duration {
        preferences.wait.map { min(.seconds($0), settings.longestWait) } ?? settings.wait
    }

    /// Returns the revisions in `If-Match`, or `nil` if any revision is accepted.
    ///
    /// A tag that is not a revision matches nothing. A weak one matches, because the tag names a revision and not the bytes of a
    /// representation, which a proxy may change.
    ///
    /// - Throws: `ProblemType.malformedRequest` for a text that is no list of tags.
    private static func revisions(_ request: HTTPRequest) throws(APIError) -> [UInt64]? {
        guard try hasConditions(request) else { return nil }
        return switch EntityTagCondition(request.fields, .ifMatch) {
        case nil, .any?: nil
        case .malformed?: []
        case .tags(let tags)?: tags.compactMap { UInt64(revision: $0.opaque) }
        }
    }

    /// Evaluates the conditions of a request for a state.
    ///
    /// - Throws: `ProblemType.malformedRequest` for a text that is no list of tags.
    static func condition(_ request: HTTPRequest, _ view: SessionView) throws(APIError) -> Preconditions {
        guard try hasConditions(request) else { return .satisfied }
        return Preconditions.evaluate(request, current: view.entityTag, namesRevision: true)
    }

    /// Rejects a request with conditions that are no tags, for an endpoint to which conditions mean nothing.
    ///
    /// - Throws: `ProblemType.malformedRequest`.
    package static func checkConditions(of request: HTTPRequest) throws(APIError) { _ = try hasConditions(request) }

    /// Returns whether a request has conditions, and rejects those that are no tags, which would never hold.
    private static func hasConditions(_ request: HTTPRequest) throws(APIError) -> Bool {
        guard request.fields.contains(.ifMatch) || request.fields.contains(.ifNoneMatch) else { return false }
        for name in [HTTPFieldName.ifMatch, .ifNoneMatch] where EntityTagCondition(request.fields, name) == .malformed {
            throw .problem(
                .malformedRequest,
                "\(name.description) must be * or a list of entity tags in quotation marks, such as \"17\"."
            )
        }
        return true
    }

    /// Returns the idempotency key of a request to a session, or `nil` if there is none.
    ///
    /// - Throws: `ProblemType.malformedRequest` for an invalid key.
    private func idempotency(_ request: HTTPRequest, _ credential: Credential) throws(APIError) -> Idempotency? {
        try idempotencyKey(request).map { Idempotency(key: $0, request: fingerprint(request), credential: credential) }
    }

    /// Returns the idempotency key of a request that starts a session, or `nil` if there is none.
    ///
    /// - Throws: `ProblemType.malformedRequest` for an invalid key.
    package func creationIdempotency(_ request: HTTPRequest) throws(APIError) -> Idempotency? {
        try idempotencyKey(request).map { Idempotency(creationKey: $0, request: fingerprint(request)) }
    }

    /// Returns the key (draft-ietf-httpapi-idempotency-key-header), quoted or bare.
    private func idempotencyKey(_ request: HTTPRequest) throws(APIError) -> String? {
        guard var bytes = request.fields.bytes(.idempotencyKey)?[...] else { return nil }
        if bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") {
            bytes = bytes.dropFirst().dropLast()
        }
        guard (1...255).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw .problem(.malformedRequest, "An idempotency key must have 1 to 255 printable ASCII characters.")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the method, the path and the body, so that the same key with another request is detected.
    private func fingerprint(_ request: HTTPRequest) -> [UInt8] {
        Array("\(request.method.rawValue) ".utf8) + request.target.path + [0] + request.body
    }
}

extension UInt64 {
    /// Reads a revision as the server writes it: decimal digits without a sign or a leading zero.
    init?(revision text: String) {
        guard let number = UInt64(text), String(number).hasSameBytes(as: text) else { return nil }
        self = number
    }
}

extension JSONValue {
    /// Returns a member that is a string, or `nil` for any other.
    func text(_ name: String) -> String? { self[name]?.stringValue }
}

extension SessionView {
    /// The revision as a strong entity tag (RFC 9110 section 8.8.3).
    var entityTag: EntityTag { EntityTag(String(record.revision)) }
}
