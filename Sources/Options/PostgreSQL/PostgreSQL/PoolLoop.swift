import Concurrency
import DequeModule
import Glibc

/// The connections of a pool and the transactions on them, used by the thread of the pool.
struct PoolLoop {
    /// A connection with the calls that it owes a result, in the order in which they were sent.
    private struct Member {
        let connection: Connection
        var calls = Deque<SentCall>()
        var hasUnsentBytes = false
    }

    private struct SentCall {
        let call: PoolCall
        let kind: Transaction.Kind
        let at: ContinuousClock.Instant
    }

    /// The intervals between attempts to connect.
    private static let firstPause: Duration = .milliseconds(50)
    private static let longestPause: Duration = .seconds(2)
    /// The number of calls that may wait for a connection.
    private static let waitingLimit = 10_000

    private let settings: ConnectionSettings
    private let inbox: PoolInbox
    private let connectors: WorkerThreads
    private let observe: @Sendable (_ connections: Int, _ waiting: Int) -> Void
    /// The numbers that were observed last.
    private var observed = (connections: 0, waiting: 0)
    private var members: [Member] = []
    private var waiting = Deque<PoolCall>()
    /// The number of connections that are being opened.
    private var openingCount = 0
    /// The reason why the last attempt to connect failed, or `nil` after one that succeeded, and before the first has ended.
    private var failure: DatabaseError?
    /// The time of the next attempt, and the interval that led to it, which is `zero` after a success.
    private var nextAttempt = ContinuousClock.now
    private var pause: Duration = .zero
    private var closings: [@Sendable () -> Void] = []

    init(
        _ settings: ConnectionSettings,
        _ inbox: PoolInbox,
        _ connectors: WorkerThreads,
        _ observe: @escaping @Sendable (_ connections: Int, _ waiting: Int) -> Void
    ) {
        self.settings = settings
        self.observe = observe
        self.inbox = inbox
        self.connectors = connectors
    }

    /// Runs until the pool is closed and no call is left.
    mutating func run() {
        repeat {
            read(inbox.take())
            openConnections()
            assign()
            expire()
            report()
            if isDone { break }
            wait()
        } while true
        members = []
        for closing in closings { closing() }
    }

    private mutating func report() {
        guard observed != (members.count, waiting.count) else { return }
        observed = (members.count, waiting.count)
        observe(members.count, waiting.count)
    }

    private var isClosing: Bool { !closings.isEmpty }
    private var isDone: Bool {
        isClosing && waiting.isEmpty && openingCount == 0 && members.allSatisfy { $0.calls.isEmpty }
    }

    private mutating func read(_ content: PoolInbox.Content) {
        closings += content.closings
        for opened in content.opened {
            openingCount -= 1
            switch opened {
            case .success(let connection):
                members.append(Member(connection: connection))
                failure = nil
                pause = .zero
                nextAttempt = .now
            case .failure(let error):
                failure = error
                pause = min(max(pause * 2, Self.firstPause), Self.longestPause)
                nextAttempt = .now + pause
            }
        }
        waiting.append(contentsOf: content.calls)
    }

    /// Whether a connection is to be opened.
    ///
    /// They are opened one at a time until the server has accepted one, and then all at once.
    private var lacksConnection: Bool {
        !isClosing && members.count + openingCount < (members.isEmpty ? 1 : settings.count)
    }

    /// Begins to open the connections that are missing.
    private mutating func openConnections() {
        guard ContinuousClock.now >= nextAttempt else { return }
        while lacksConnection {
            let isFirst = members.isEmpty
            let isAccepted = connectors.submit { [settings, inbox] in
                do throws(DatabaseError) {
                    let connection = try Connection(settings)
                    if isFirst { try connection.checkBackend(settings) }
                    try connection.beginPipeline()
                    inbox.add(.success(connection))
                } catch {
                    inbox.add(.failure(error))
                }
            }
            guard isAccepted else { return }
            openingCount += 1
        }
    }

    /// Gives the waiting calls to the connections with the fewest unfinished ones.
    private mutating func assign() {
        while !waiting.isEmpty {
            let free = members.indices.filter { members[$0].calls.count < settings.depth }
            guard let place = free.min(by: { members[$0].calls.count < members[$1].calls.count }),
                let call = waiting.popFirst()
            else { break }
            let transaction = call.make()
            members[place].calls.append(SentCall(call: call, kind: transaction.kind, at: .now))
            attempt(place) { member throws(DatabaseError) in try member.connection.send(transaction) }
        }
        for place in members.indices.reversed() {
            attempt(place) { member throws(DatabaseError) in member.hasUnsentBytes = try member.connection.flush() }
        }
        guard members.isEmpty, let reason = isClosing ? .closed : failure else { return }
        reject(waiting.count, because: reason.description)
    }

    /// Fails the calls that have waited too long, and ends connections that have not answered in time.
    private mutating func expire() {
        let limit = ContinuousClock.now - settings.timeout
        while let first = waiting.first, first.submitted < limit {
            reject(1, because: "No connection to PostgreSQL was free in time.")
        }
        reject(max(waiting.count - Self.waitingLimit, 0), because: "Too many transactions wait for PostgreSQL.")
        for place in members.indices.reversed() {
            guard let first = members[place].calls.first, first.at < limit else { continue }
            remove(place, because: DatabaseError(.unavailable, "PostgreSQL did not answer in time."))
        }
    }

    /// Fails the first of the waiting calls, which have changed nothing.
    private mutating func reject(_ count: Int, because reason: String) {
        for call in waiting.prefix(count) { call.completion(.failure(DatabaseError(.unavailable, reason))) }
        waiting.removeFirst(count)
    }

    /// Uses a connection, and ends it if it turns out to be broken.
    private mutating func attempt(_ place: Int, _ body: (inout Member) throws(DatabaseError) -> Void) {
        // All connections end when one of them finds a pooler.
        guard members.indices.contains(place) else { return }
        do throws(DatabaseError) {
            try body(&members[place])
        } catch .pooled {
            // The other connections have the same pooler. The next one is checked before it is used.
            failure = .pooled
            for place in members.indices.reversed() { remove(place, because: .pooled) }
        } catch {
            remove(place, because: error)
        }
    }

    /// Ends a connection.
    ///
    /// The outcomes of the transactions that were sent on it are unknown if they write.
    private mutating func remove(_ place: Int, because error: DatabaseError) {
        for sent in members.remove(at: place).calls {
            let kind: DatabaseError.Kind = sent.kind == .reads ? .unavailable : .unknownOutcome
            sent.call.completion(.failure(DatabaseError(kind, error.description)))
        }
    }

    // MARK: Waiting

    private mutating func wait() {
        var polled = [pollfd(fd: inbox.waker.descriptor, events: Int16(POLLIN), revents: 0)]
        for member in members {
            let events = POLLIN | (member.hasUnsentBytes ? POLLOUT : 0)
            polled.append(pollfd(fd: member.connection.socket, events: Int16(events), revents: 0))
        }
        let count = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
        guard count > 0 else { return }
        // The loop begins at the end, because a broken connection is removed.
        for place in members.indices.reversed() where polled[place + 1].revents != 0 {
            attempt(place) { member throws(DatabaseError) in
                try member.connection.read()
                while let outcome = try member.connection.next() {
                    let call = member.calls.popFirst()?.call
                    call?.completion(outcome)
                }
            }
        }
    }

    /// The time until something must be done without an event, in milliseconds.
    private var milliseconds: CInt {
        var times = members.compactMap { $0.calls.first?.at } + (waiting.first.map { [$0.submitted] } ?? [])
        times = times.map { $0 + settings.timeout }
        if lacksConnection { times.append(nextAttempt) }
        return times.min()?.pollTimeout ?? -1
    }
}
