import Sessions
import Threads

/// Which calls to a store fail, and how.
final class FailurePlan: Sendable {
    /// How a call fails.
    enum Manner: String, CaseIterable, Sendable {
        /// Nothing happens, and the caller is told so.
        case refused
        /// Nothing happens, and nobody knows.
        case lost
        /// It happens, and nobody knows.
        case unheard
        /// Nothing happens, and the caller is told that it did; no store may do that.
        case lied

        /// Which calls can fail like this: of those that only read, everybody always knows.
        func concerns(_ side: Side) -> Bool {
            switch self {
            case .refused: true
            case .lost, .unheard: side != .reading
            case .lied: side == .committing
            }
        }
    }

    /// What a store is asked for.
    enum Side: Sendable { case reading, writing, committing }

    let manner: Manner
    private let calls: Range<Int>
    private let count = Lock(0)

    /// - Parameters:
    ///   - manner: How calls fail.
    ///   - number: The first call to fail, of those that can fail like this; 1 is the first.
    ///   - length: How many fail in a row.
    init(_ manner: Manner, from number: Int, length: Int = 1) {
        self.manner = manner
        calls = number..<number + length
    }

    /// Whether some call has failed.
    var hasStruck: Bool { count.withLock { $0 >= calls.lowerBound } }

    /// Counts a call; returns whether it fails.
    func strikes(_ side: Side) -> Bool {
        guard manner.concerns(side) else { return false }
        return count.withLock { count in
            count += 1
            return calls.contains(count)
        }
    }
}
