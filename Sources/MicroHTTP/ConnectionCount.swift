internal import Synchronization

/// The number of connections of all event loops of a server.
final class ConnectionCount: Sendable {
    private let count = Atomic(0)
    /// Connections above this get a 503.
    private let limit: Int
    /// Connections above this are closed without a response.
    private let hardLimit: Int

    init(limit: Int, hardLimit: Int) {
        self.limit = limit
        self.hardLimit = hardLimit
    }

    /// Whether one more connection may be accepted.
    var hasCapacity: Bool { count.load(ordering: .relaxed) < hardLimit }

    /// Counts a connection, and returns whether it is above the limit.
    func add() -> Bool {
        count.add(1, ordering: .relaxed).newValue > limit
    }

    /// Removes a connection from the count.
    func remove() {
        count.subtract(1, ordering: .relaxed)
    }
}
