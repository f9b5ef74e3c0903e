import Concurrency
import Sessions

/// A plan of the store calls that fail, and of the way in which they fail.
final class FailurePlan: Sendable {
    /// The way in which a call fails.
    enum FailureKind: String, CaseIterable, Sendable {
        /// The call has no effect, and the caller gets an error that says so.
        case rejected
        /// The call has no effect, and the caller gets the error `unknownOutcome`.
        case lost
        /// The call takes effect, and the caller gets the error `unknownOutcome`.
        case resultLost
        /// The call has no effect, and the caller is told that it succeeded; no real store may do that.
        case lied

        /// Returns whether calls of a kind can fail like this; the outcome of a read is never unknown.
        func concerns(_ side: Side) -> Bool {
            switch self {
            case .rejected: true
            case .lost, .resultLost: side != .reading
            case .lied: side == .committing
            }
        }
    }

    /// The kinds of store calls.
    enum Side: Sendable { case reading, writing, committing }

    let kind: FailureKind
    private let calls: Range<Int>
    private let count = Lock(0)

    /// Creates a plan that fails `length` consecutive calls.
    ///
    /// - Parameters:
    ///   - kind: The way in which calls fail.
    ///   - number: The number of the first call to fail, among those that can fail like this; 1 is the first.
    ///   - length: The number of calls that fail in a row.
    init(_ kind: FailureKind, from number: Int, length: Int = 1) {
        self.kind = kind
        calls = number..<number + length
    }

    /// Whether some call has failed.
    var hasStruck: Bool { count.withLock { $0 >= calls.lowerBound } }

    /// Counts a call; returns whether it fails.
    func strikes(_ side: Side) -> Bool {
        guard kind.concerns(side) else { return false }
        return count.withLock { count in
            count += 1
            return calls.contains(count)
        }
    }
}
