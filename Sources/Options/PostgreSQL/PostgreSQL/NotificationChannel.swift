import CPostgreSQL
import Concurrency
import Glibc

/// A channel over which the clients of a database tell each other that something has changed
/// (https://www.postgresql.org/docs/15/sql-notify.html).
///
/// It has a thread and a connection of its own, so that a commit never contains a notification. A commit that notifies would
/// wait for all other commits that do. The payloads are asked for when they are sent, at most once in an interval, so that many
/// changes share a notification. While the connection is lost, notifications are lost, too.
package final class NotificationChannel: Sendable {
    /// A piece of news from the channel.
    package enum Event: Sendable {
        /// The channel is connected.
        ///
        /// Notifications from before may be lost.
        case connected
        /// The connection of the channel is lost.
        ///
        /// The channel connects again by itself.
        case disconnected
        /// Notifications have arrived, of this client and of others.
        case received([String])
    }

    /// The length of the longest payload in bytes, because PostgreSQL takes less than 8,000.
    package static let longestPayload = 7_900

    /// The intervals between attempts to connect.
    private static let firstPause: Duration = .milliseconds(50)
    private static let longestPause: Duration = .seconds(5)

    private struct State {
        var hasNews = false
        var isClosed = false
    }

    private let settings: ConnectionSettings
    private let name: String
    private let interval: Duration
    private let payloads: @Sendable () -> [String]
    private let receive: @Sendable (Event) -> Void
    private let waker: Waker
    private let state = Lock(State())

    /// Opens a channel, which connects on its own thread.
    ///
    /// - Parameters:
    ///   - settings: The settings of the connection.
    ///   - name: The name of the channel, of at most 63 bytes.
    ///   - interval: The shortest time between two notifications.
    ///   - payloads: Returns what there is to say, in texts of at most ``longestPayload`` bytes.
    ///   - receive: Called with news, on the thread of the channel.
    /// - Throws: ``DatabaseError`` or `ThreadError` if the system gives no descriptor or no thread.
    package init(
        _ settings: ConnectionSettings,
        name: String,
        interval: Duration,
        payloads: @escaping @Sendable () -> [String],
        receive: @escaping @Sendable (Event) -> Void
    ) throws {
        self.settings = settings
        self.name = name
        self.interval = interval
        self.payloads = payloads
        self.receive = receive
        waker = try Waker()
        // The thread is not referred to again, because it ends after `close()`.
        _ = try NamedThread(name: "notifications") { [self] in run() }
    }

    /// Tells the channel that there is something to say.
    package func notify() {
        let isFirst = state.withLock { state in
            defer { state.hasNews = true }
            return !state.hasNews
        }
        if isFirst { waker.signal() }
    }

    /// Ends the connection and the thread, soon after it returns.
    package func close() {
        state.withLock { $0.isClosed = true }
        waker.signal()
    }

    private var isClosed: Bool { state.withLock { $0.isClosed } }

    private func run() {
        var pause = Self.firstPause
        while !isClosed {
            var isConnected = false
            do throws(DatabaseError) {
                let connection = try Connection(settings)
                // No caller waits for a notification, so nothing has to be on the disk.
                try connection.execute("SET synchronous_commit TO off; LISTEN \(ConnectionSettings.quoted(name))")
                pause = Self.firstPause
                isConnected = true
                receive(.connected)
                try serve(connection)
            } catch {
                if isConnected { receive(.disconnected) }
                wait(until: .now + pause, on: nil)
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }

    private func serve(_ connection: Connection) throws(DatabaseError) {
        var next = ContinuousClock.now
        while !isClosed {
            let now = ContinuousClock.now
            // Cleared before the payloads are taken, so news that comes in between leads to another notification.
            let hasNews = state.withLock { state in
                defer { if now >= next { state.hasNews = false } }
                return state.hasNews
            }
            if hasNews, now >= next {
                next = now + interval
                try send(payloads(), over: connection)
            }
            let received = connection.takeNotifications()
            if !received.isEmpty { receive(.received(received)) }
            if wait(until: hasNews && now < next ? next : nil, on: connection) { try connection.read() }
        }
    }

    private func send(_ payloads: [String], over connection: Connection) throws(DatabaseError) {
        guard !payloads.isEmpty else { return }
        var parameters = Parameters()
        parameters.append(text: name)
        parameters.append(texts: payloads)
        _ = try connection.query("SELECT pg_notify($1::text, payload) FROM unnest($2::text[]) AS payload", parameters)
    }

    /// Waits for a time, a call from another thread, or bytes on a connection, and returns whether there are such bytes.
    @discardableResult
    private func wait(until time: ContinuousClock.Instant?, on connection: Connection?) -> Bool {
        var polled = [pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)]
        if let connection { polled.append(pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)) }
        guard unsafe poll(&polled, nfds_t(polled.count), time?.pollTimeout ?? -1) > 0 else { return false }
        if polled[0].revents != 0 { waker.clear() }
        return polled.count > 1 && polled[1].revents != 0
    }
}
