import RawHTTP
import Testing

@testable import MicroHTTP

@Suite("The table of connections") struct ConnectionTableTests {
    private let start = Instant.now

    private func connection() -> Connection {
        Connection(descriptor: -1)
    }

    @Test("each connection with an expired deadline is returned once")
    func expire() {
        var table = ConnectionTable()
        let connections = (0..<4).map { _ in connection() }
        for (number, connection) in connections.enumerated() {
            table.insert(connection)
            table.move(connection, to: .head, until: start + .seconds(number + 1))
        }
        #expect(table.nextDeadline == start + .seconds(1))
        var expired: [Int] = []
        table.expire(at: start) { expired.append($0.index) }
        #expect(expired == [])
        table.expire(at: start + .seconds(2)) { expired.append($0.index) }
        #expect(expired == [0, 1])
        #expect(table.nextDeadline == start + .seconds(3))
        table.expire(at: start + .seconds(2)) { expired.append($0.index) }
        #expect(expired == [0, 1])
        table.expire(at: start + .seconds(9)) { expired.append($0.index) }
        #expect(expired == [0, 1, 2, 3])
        #expect(table.nextDeadline == .never)
    }

    @Test("a replaced deadline does not expire")
    func replace() {
        var table = ConnectionTable()
        let connection = connection()
        table.insert(connection)
        table.move(connection, to: .head, until: start + .seconds(1))
        table.move(connection, to: .body, until: start + .seconds(5))
        table.expire(at: start + .seconds(2)) { _ in Issue.record("it had more time") }
        #expect(table.nextDeadline == start + .seconds(5))
    }

    @Test("the table stays consistent when any of its connections is removed", arguments: 0..<4)
    func remove(which: Int) {
        var table = ConnectionTable()
        let connections = (0..<4).map { _ in connection() }
        connections.forEach { table.insert($0) }
        table.remove(connections[which])
        #expect(table.connections.count == 3)
        #expect(!table.connections.contains { $0 === connections[which] })
        for (index, connection) in table.connections.enumerated() {
            #expect(connection.index == index)
        }
    }
}

@Suite("An instant") struct InstantTests {
    @Test("an instant in the far future is never reached")
    func never() {
        #expect(Instant.now + .seconds(Int64.max) == .never)
        #expect(Instant.never + .seconds(1) == .never)
        #expect(Instant.now.milliseconds(until: .never) > 1_000_000_000)
    }

    @Test("the time until an instant is rounded up to milliseconds")
    func wait() {
        let now = Instant.now
        #expect(now.milliseconds(until: now) == 0)
        #expect((now + .seconds(1)).milliseconds(until: now) == 0)
        #expect(now.milliseconds(until: now + Instant.Duration(.microseconds(1))) == 1)
        #expect(now.milliseconds(until: now + .milliseconds(1500)) == 1501)
    }
}
