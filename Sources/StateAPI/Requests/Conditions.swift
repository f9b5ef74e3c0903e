import Coordination
import HTTPCore
import JSON
import Sessions

extension StateAPI {
    /// What a client wants to happen, with the conditions in its header fields.
    ///
    /// - Throws: ``Problem/malformedRequest`` for an idempotency key that can't be one.
    func submission(_ event: Event, _ request: HTTPRequest) throws(APIError) -> Submission {
        Submission(
            event,
            revisions: Self.revisions(request),
            idempotency: try idempotency(request),
            wait: wait(Preferences(request.fields)),
            trace: TraceContext.trace(of: request)
        )
    }

    /// How long a client wants to wait, within the settings.
    func wait(_ preferences: Preferences) -> Duration {
        preferences.wait.map { min(.seconds($0), settings.longestWait) } ?? settings.wait
    }

    /// The revisions in `If-Match`; `nil` when any will do.
    ///
    /// A tag that is none of ours matches no revision.
    private static func revisions(_ request: HTTPRequest) -> [UInt64]? {
        switch EntityTagCondition(request.fields, .ifMatch) {
        case nil, .any?: nil
        case .malformed?: []
        case .tags(let tags)?: tags.compactMap { $0.isWeak ? nil : UInt64($0.opaque) }
        }
    }

    /// The idempotency key (draft-ietf-httpapi-idempotency-key-header), in quotes or bare, with what it stands for.
    func idempotency(_ request: HTTPRequest) throws(APIError) -> Idempotency? {
        guard var key = request.fields[.idempotencyKey] else { return nil }
        if key.utf8.count >= 2, key.utf8.first == UInt8(ascii: "\""), key.utf8.last == UInt8(ascii: "\"") {
            key = String(key.dropFirst().dropLast())
        }
        guard (1...255).contains(key.utf8.count) else {
            throw .problem(.malformedRequest, "An idempotency key has 1 to 255 characters.")
        }
        let fingerprint = Array("\(request.method.rawValue) ".utf8) + request.target.path + [0] + request.body
        return Idempotency(key: key, request: Digest(of: fingerprint))
    }
}

extension JSONValue {
    /// A member that is a string.
    func text(_ name: String) -> String? { self[name]?.stringValue }
}
