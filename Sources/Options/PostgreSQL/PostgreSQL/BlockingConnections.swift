import Concurrency
import Glibc

/// Connections for transactions in which a query depends on the result of another.
///
/// ```swift
/// let connections = BlockingConnections(ConnectionSettings("postgres://usher@db.example/usher", count: 4))
/// let isNew = try connections.transaction(.writes) { connection in
///     guard try connection.query("SELECT …").first == nil else { return false }
///     try connection.query("INSERT …")
///     return true
/// }
/// ```
///
/// A call blocks its thread until its transaction has ended, so it belongs on a thread that may block. Connections are opened
/// when they are needed. Transactions are serializable, so that each has the outcome that it would have alone. If the server
/// ends a transaction in favor of another, it is repeated.
package final class BlockingConnections: Sendable {
    /// The number of times that a transaction is repeated.
    private static let repetitionLimit = 20

    private struct State {
        var idle: [Connection] = []
        /// The number of connections that are idle, in use or being opened.
        var count = 0
    }

    private let settings: ConnectionSettings
    private let state = Monitor(State())

    /// Describes the connections, and opens none yet.
    package init(_ settings: ConnectionSettings) {
        self.settings = settings
    }

    /// Runs a function in a transaction, and blocks until it has ended.
    ///
    /// - Parameters:
    ///   - kind: Whether the function changes the database.
    ///   - body: May be called several times, with a connection on which it runs queries. It must have no other effect.
    /// - Returns: The result of the last call, after its transaction was committed.
    /// - Throws: The error of the function, or ``DatabaseError``. Nothing has changed then, unless the kind is
    ///   ``DatabaseError/Kind/unknownOutcome`` because the connection was lost during the commit.
    package func transaction<Result>(_ kind: Transaction.Kind, _ body: (Connection) throws -> Result) throws -> Result {
        for number in 0..<Self.repetitionLimit {
            do {
                return try attempt(kind, body)
            } catch let error as DatabaseError where error.isRepeatable {
                // Random pauses, from 1 ms up to 32 ms, so that the same transactions do not meet again and again.
                usleep(.random(in: 0..<1_000 << UInt32(min(number, 5))))
            }
        }
        return try attempt(kind, body)
    }

    private func attempt<Result>(_ kind: Transaction.Kind, _ body: (Connection) throws -> Result) throws -> Result {
        let connection = try begin(kind)
        do {
            let result = try body(connection)
            try Self.commit(kind, on: connection)
            put(connection)
            return result
        } catch {
            // A connection that can't roll back is lost, and the server ends its transaction.
            let isUsable = (try? connection.execute("ROLLBACK")) != nil
            put(isUsable ? connection : nil)
            throw error
        }
    }

    private static func commit(_ kind: Transaction.Kind, on connection: Connection) throws(DatabaseError) {
        do throws(DatabaseError) {
            try connection.commit()
        } catch {
            // The server may have committed before the connection was lost.
            guard kind == .writes, error.kind == .unavailable else { throw error }
            throw DatabaseError(.unknownOutcome, error.description)
        }
    }

    /// Begins a transaction on a connection, and waits until one is free.
    private func begin(_ kind: Transaction.Kind) throws(DatabaseError) -> Connection {
        while true {
            let (connection, isNew) = try take()
            do throws(DatabaseError) {
                let access = kind == .reads ? "READ ONLY" : "READ WRITE"
                try connection.execute("BEGIN ISOLATION LEVEL SERIALIZABLE \(access)")
                return connection
            } catch {
                put(nil)
                // The server may have ended a connection that was idle.
                guard !isNew else { throw error }
            }
        }
    }

    /// Returns an idle connection or opens one, and waits until there may be one more.
    private func take() throws(DatabaseError) -> (connection: Connection, isNew: Bool) {
        let limit = settings.count
        let idle = state.wait(while: { $0.idle.isEmpty && $0.count >= limit }) { state -> Connection? in
            if let connection = state.idle.popLast() { return connection }
            state.count += 1
            return nil
        }
        if let idle { return (idle, false) }
        do throws(DatabaseError) {
            return (try Connection(settings), true)
        } catch {
            put(nil)
            throw error
        }
    }

    /// Gives a connection back, or `nil` for one that was lost.
    private func put(_ connection: Connection?) {
        state.withLockWakingOne { state in
            if let connection { state.idle.append(connection) } else { state.count -= 1 }
        }
    }
}
