/// What a request's conditions say about the representation that the server has (RFC 9110 §13).
public enum Preconditions: Sendable, Equatable {
    /// All conditions hold: do what is asked.
    case hold
    /// The client has this representation: answer 304 with its `ETag`.
    case notModified
    /// A condition doesn't hold: answer 412 and change nothing.
    case failed

    /// Evaluates `If-Match` and `If-None-Match` in the order of RFC 9110 §13.2.2.
    ///
    /// `If-Match` compares strongly, `If-None-Match` weakly. A malformed condition counts as one that doesn't hold for
    /// `If-Match` and for methods that change something; on a read, a malformed `If-None-Match` is ignored.
    ///
    /// - Parameters:
    ///   - request: The request with its conditions.
    ///   - current: The tag of the representation as it is now; `nil` when there is none.
    /// - Returns: How to go on.
    public static func evaluate(_ request: HTTPRequest, current: EntityTag?) -> Preconditions {
        if let condition = EntityTagCondition(request.fields, .ifMatch) {
            switch condition {
            case .any where current != nil: break
            case .tags(let tags) where current.map { now in tags.contains { $0.matchesStrongly(now) } } ?? false: break
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
        return .hold
    }
}
