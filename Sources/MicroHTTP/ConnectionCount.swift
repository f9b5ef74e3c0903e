internal import Synchronization

/// How many connections all event loops of a server have together.
final class ConnectionCount: Sendable {
    private let count = Atomic(0)
    /// Connections above this are told to come back later.
    private let limit: Int
    /// Connections above this aren't even told.
    private let hardLimit: Int

    init(limit: Int, hardLimit: Int) {
        self.limit = limit
        self.hardLimit = hardLimit
    }

    /// Whether one more connection may be taken.
    var hasRoom: Bool { count.load(ordering: .relaxed) < hardLimit }

    /// Counts a connection; returns whether it is above the limit.
    func add() -> Bool {
        count.add(1, ordering: .relaxed).newValue > limit
    }

    /// Stops counting a connection.
    func remove() {
        count.subtract(1, ordering: .relaxed)
    }
}
