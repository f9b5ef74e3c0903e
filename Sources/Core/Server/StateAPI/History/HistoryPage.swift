import Coordination
package import HTTPCore

/// The part of a history that a request asks for, in the query of its target.
package struct HistoryPage: Equatable {
    /// The number of entries without a `limit`.
    static let defaultLimit = 20

    /// The revision before which the page ends, or `nil` for the latest entries.
    var before: UInt64?
    /// The number of entries, 1 to 100.
    var limit = Self.defaultLimit

    /// Reads the query.
    ///
    /// - Throws: `ProblemType.malformedRequest` with the parameter that is wrong.
    package init(_ target: HTTPTarget) throws(APIError) {
        for (name, value) in target.parameters {
            switch name {
            case "before":
                guard let before = value.flatMap({ Int64($0) }), before >= 0 else {
                    throw .problem(.malformedRequest, "'before' must be a revision.")
                }
                self.before = UInt64(before)
            case "limit":
                limit = try PageLimit.parse(value)
            default:
                throw .problem(.malformedRequest, "The query may have 'before' and 'limit' only.")
            }
        }
    }
}
