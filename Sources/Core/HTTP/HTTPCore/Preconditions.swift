/// The result of a request's conditions for the current representation (RFC 9110 §13).
public enum Preconditions: Sendable, Equatable {
    /// All conditions are true: handle the request.
    case satisfied
    /// The client has the current representation: respond with 304 and its `ETag`.
    case notModified
    /// A condition is false: respond with 412 and change nothing.
    case failed

    /// Evaluates `If-Match` and `If-None-Match` in the order of RFC 9110 §13.2.2.
    ///
    /// `If-Match` compares strongly unless the tag names a revision, `If-None-Match` weakly. A malformed `If-Match` is
    /// false. A malformed `If-None-Match` is ignored on `GET` and `HEAD`, and false for all other methods, because it
    /// may be meant to prevent a change.
    ///
    /// - Parameters:
    ///   - request: The request with its conditions.
    ///   - current: The tag of the current representation, or `nil` when there is none.
    ///   - namesRevision: Whether the tag names a revision of the resource instead of the bytes of one representation. A
    ///     proxy that compresses makes the tag weak, and it still names the same revision.
    /// - Returns: The next action.
    public static func evaluate(_ request: HTTPRequest, current: EntityTag?, namesRevision: Bool = false)
        -> Preconditions
    {
        if let condition = EntityTagCondition(request.fields, .ifMatch) {
            switch condition {
            case .any where current != nil: break
            case .tags(let tags)
            where current.map { now in
                tags.contains { namesRevision ? $0.matchesWeakly(now) : $0.matchesStrongly(now) }
            } ?? false:
                break
            case .any, .tags, .malformed: return .failed
            }
        }
        if let condition = EntityTagCondition(request.fields, .ifNoneMatch) {
            let isRead = request.method == .get || request.method == .head
            let isMatched =
                switch condition {
                case .any: current != nil
                case .tags(let tags): current.map { now in tags.contains { $0.matchesWeakly(now) } } ?? false
                case .malformed: !isRead
                }
            if isMatched { return isRead ? .notModified : .failed }
        }
        return .satisfied
    }
}
