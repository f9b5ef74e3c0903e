/// The connections of one event loop with their deadlines.
struct ConnectionTable {
    private(set) var connections: [Connection] = []
    /// No deadline is earlier than this one; there need not be one at it.
    private(set) var nextDeadline = Moment.never

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

    /// Has a connection in a phase until a deadline.
    mutating func move(_ connection: Connection, to phase: Connection.Phase, until deadline: Moment) {
        connection.phase = phase
        connection.deadline = deadline
        if deadline < nextDeadline { nextDeadline = deadline }
    }

    /// Calls `body` with each connection whose deadline has passed, after having taken the deadline away.
    ///
    /// The table is walked only when the earliest deadline that was ever set has passed: most are replaced long before.
    mutating func expire(at now: Moment, _ body: (Connection) -> Void) {
        guard nextDeadline <= now else { return }
        var earliest = Moment.never
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
