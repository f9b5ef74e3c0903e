internal import HTTPCore

/// The connections of one event loop, with their deadlines.
struct ConnectionTable {
    private(set) var connections: [Connection] = []
    /// A lower bound of all deadlines.
    ///
    /// It can be too early, because the deadline that set it may have been replaced by a later one.
    private(set) var nextDeadline = Instant.never

    mutating func insert(_ connection: Connection) {
        connection.index = connections.count
        connections.append(connection)
    }

    mutating func remove(_ connection: Connection) {
        let last = connections.removeLast()
        if last !== connection {
            connections[connection.index] = last
            last.index = connection.index
        }
    }

    /// Sets the phase and the deadline of a connection.
    mutating func move(_ connection: Connection, to phase: Connection.Phase, until deadline: Instant) {
        connection.phase = phase
        connection.deadline = deadline
        connection.isOverdue = false
        if deadline < nextDeadline { nextDeadline = deadline }
    }

    /// Returns the connection of a network that has waited longest for its first request to be complete, or `nil` if there is
    /// none.
    func oldestUnfinished(of network: ClientAddress?) -> Connection? {
        connections.lazy.filter { connection in
            switch connection.phase {
            case .idle(hasServed: false), .head, .body:
                !connection.isReplaced && connection.address?.network == network
            case .idle, .handling, .responding, .streaming: false
            }
        }.min { $0.deadline < $1.deadline }
    }

    /// Calls `body` with each connection that has passed its deadline, after removing that deadline.
    ///
    /// The table is scanned only when the lower bound has passed. Most deadlines are replaced long before that, so no
    /// ordered structure has to be updated several times a request.
    mutating func expire(at now: Instant, _ body: (Connection) -> Void) {
        guard nextDeadline <= now else { return }
        var earliest = Instant.never
        for connection in connections {
            if connection.deadline <= now {
                connection.deadline = .never
                body(connection)
            } else if connection.deadline < earliest {
                earliest = connection.deadline
            }
        }
        nextDeadline = earliest
    }
}
