import Concurrency
import Glibc
import RawHTTP

/// A proxy on a port of this machine before the socket of a PostgreSQL server, with the faults of a network.
final class DatabaseProxy: Sendable {
    /// The state of the network.
    enum Network: Equatable, Sendable {
        case working
        /// Nothing arrives, and neither side learns that.
        ///
        /// The data arrives later, as TCP sends it again.
        case silent
        /// Each piece of data arrives late.
        case slow(milliseconds: UInt32)
    }

    /// A kind of transaction that ends.
    enum Commit: CaseIterable, Sendable {
        /// A session is created or changed.
        case session
        /// An effect ends the transaction in which it has acted.
        case effect

        /// The names of the prepared statements that change sessions, as they are in a Bind message, and the end of a
        /// transaction.
        fileprivate var marks: [[UInt8]] {
            switch self {
            case .session: ["\0create", "\0update"].map { Array($0.utf8) }
            case .effect: [Array("COMMIT".utf8)]
            }
        }
    }

    private struct State {
        var network = Network.working
        /// The number of commits that are still to lose their connection, and their kinds.
        var commitsToCut = 0
        var kinds: Set<Commit> = []
        var commitsCut = 0
    }

    /// The two sides of a connection.
    private final class Link: Sendable {
        let client: CInt
        let server: CInt
        /// Whether the response of the server is dropped.
        let isCut = Lock(false)

        init(client: CInt, server: CInt) {
            (self.client, self.server) = (client, server)
        }

        // The last thread that uses the descriptors closes them, so none is used for another file meanwhile.
        deinit {
            close(client)
            close(server)
        }

        func end() {
            for descriptor in [client, server] { shutdown(descriptor, CInt(SHUT_RDWR)) }
        }
    }

    let port: Int
    private let listener: CInt
    private let path: String
    private let state = Monitor(State())

    /// Starts the proxy.
    ///
    /// - Parameter path: The socket of the server, which need not run.
    /// - Throws: `RawClient.Failure` if there is no port, `ThreadError` if the system provides no thread.
    init(before path: String) throws {
        self.path = path
        (listener, port) = try LoopbackListener.open()
        _ = try NamedThread(name: "database-proxy") { [self] in accept() }
    }

    /// Changes the network, also for connections that are open.
    func set(_ network: Network) { state.withLock { $0.network = network } }

    /// Cuts the connections of the next commits before the client has a response: one after the server has the commit, the
    /// next one before it.
    func cutCommits(_ count: Int, of kinds: Set<Commit>) {
        state.withLock { state in (state.commitsToCut, state.kinds) = (count, kinds) }
    }

    /// The number of commits that have lost their connection.
    var commitsCut: Int { state.withLock { $0.commitsCut } }

    /// Accepts no further connections.
    ///
    /// Open ones end with their client or server.
    func stop() {
        set(.working)
        shutdown(listener, CInt(SHUT_RDWR))
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { break }
            arrive()
            guard let server = UnixSocket.connect(to: path) else {
                close(client)
                continue
            }
            let link = Link(client: client, server: server)
            do {
                _ = try NamedThread(name: "to-database") { [self] in forwardRequests(of: link) }
                _ = try NamedThread(name: "from-database") { [self] in forwardResponses(of: link) }
            } catch {
                link.end()
            }
        }
        close(listener)
    }

    /// Waits as long as the network takes.
    private func arrive() {
        let delay = state.wait(while: { $0.network == .silent }) { state -> UInt32 in
            if case .slow(let milliseconds) = state.network { milliseconds } else { 0 }
        }
        usleep(delay * 1_000)
    }

    private func forwardRequests(of link: Link) {
        while let bytes = UnixSocket.receive(from: link.client) {
            arrive()
            switch cut(bytes) {
            case nil: guard UnixSocket.send(bytes, to: link.server) else { return end(link) }
            case .afterArrival:
                // Before the commit is sent, because its response may arrive at once.
                link.isCut.withLock { $0 = true }
                guard UnixSocket.send(bytes, to: link.server) else { return end(link) }
            case .beforeArrival: return link.end()
            }
        }
        end(link)
    }

    private enum Cut { case beforeArrival, afterArrival }

    /// Returns whether a connection on which a client sends bytes is cut, and when.
    private func cut(_ bytes: [UInt8]) -> Cut? {
        state.withLock { state in
            let isCommit =
                state.commitsToCut > 0
                && state.kinds.contains { $0.marks.contains { bytes.firstRange(of: $0) != nil } }
            guard isCommit else { return nil }
            state.commitsToCut -= 1
            state.commitsCut += 1
            return state.commitsCut.isMultiple(of: 2) ? .beforeArrival : .afterArrival
        }
    }

    /// Tells the server that nothing follows, once everything has arrived.
    private func end(_ link: Link) {
        arrive()
        shutdown(link.server, CInt(SHUT_WR))
    }

    private func forwardResponses(of link: Link) {
        while let bytes = UnixSocket.receive(from: link.server) {
            arrive()
            guard !link.isCut.withLock({ $0 }), UnixSocket.send(bytes, to: link.client) else { break }
        }
        link.end()
    }
}
