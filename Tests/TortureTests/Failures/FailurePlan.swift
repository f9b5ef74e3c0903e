import Concurrency
import Sessions

/// A plan of the store calls that fail, and of the way in which they fail.
final class FailurePlan: Sendable {
    /// The way in which a call fails.
    enum FailureMode: String, CaseIterable, Sendable {
        /// The call has no effect, and the caller gets an error that says so.
        case rejected
        /// The call has no effect, and the caller gets the error `unknownOutcome`.
        case lost
        /// The call takes effect, and the caller gets the error `unknownOutcome`.
        case resultLost
        /// The call has no effect, and the caller is told that it succeeded.
        ///
        /// No real store may do that.
        case falseSuccess

        /// Returns whether calls of a kind can fail like this.
        ///
        /// The outcome of a read is never unknown.
        func appliesTo(_ side: AccessKind) -> Bool {
            switch self {
            case .rejected: true
            case .lost, .resultLost: side != .reading
            case .falseSuccess: side == .committing
            }
        }
    }

    /// The kinds of store calls.
    enum AccessKind: Sendable { case reading, writing, committing }

    let kind: FailureMode
    private let calls: Range<Int>
    private let count = Lock(0)

    /// Creates a plan that fails `length` consecutive calls.
    ///
    /// - Parameters:
    ///   - kind: The way in which calls fail.
    ///   - number: The number of the first call to fail, among the calls that can fail like this. 1 is the first.
    ///   - length: The number of calls that fail in a row.
    init(_ kind: FailureMode, from number: Int, length: Int = 1) {
        self.kind = kind
        calls = number..<number + length
    }

    /// Whether some call has failed.
    var hasFailed: Bool { count.withLock { $0 >= calls.lowerBound } }

    /// Counts a call, and returns whether it fails.
    func shouldFail(_ side: AccessKind) -> Bool {
        guard kind.appliesTo(side) else { return false }
        return count.withLock { count in
            count += 1
            return calls.contains(count)
        }
    }
}
