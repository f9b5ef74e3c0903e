import Coordination
import HTTPCore

/// The parameter `limit` of a query: the largest number of entries or rows of a page.
package enum PageLimit {
    /// The largest value.
    package static let largest = RowRequest.largestLimit

    /// Reads a value.
    ///
    /// - Throws: `ProblemType.malformedRequest` unless it is a number from 1 to ``largest``.
    package static func parse(_ value: String?) throws(APIError) -> Int {
        guard let limit = value.flatMap({ Int($0) }), (1...largest).contains(limit) else {
            throw .problem(.malformedRequest, "'limit' must be a number from 1 to \(largest).")
        }
        return limit
    }
}
