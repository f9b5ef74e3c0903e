import Concurrency
import Glibc
import HTTPCore
import RawHTTP
import Testing

@testable import MicroHTTP

extension MicroHTTPTests {
    @Suite("A client that has gone") struct DepartedClientTests {
        /// The ends that a client can put to its connection.
        enum Departure: CaseIterable {
            case close, halfClose, reset
        }

        @Test(
            "its waiting request is cancelled and its connection closed within five seconds",
            arguments: Departure.allCases
        )
        func waiting(_ departure: Departure) async throws {
            let arrivals = Monitor(0)
            let cancellations = Monitor(0)
            let handler = WaitingHandler(arrivals: arrivals, cancellations: cancellations)
            try await withServer(handler, configure: { $0.connectionLimit = 2 }) { server in
                let before = try descriptorCount()
                var clients: [RawClient] = []
                for _ in 0..<2 {
                    let client = try RawClient(port: server.port)
                    try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    clients.append(client)
                }
                arrivals.wait(while: { $0 < 2 }) { _ in }
                let clock = ContinuousClock()
                let departed = clock.now
                switch departure {
                case .close: clients = []
                case .halfClose: clients.forEach { $0.finishSending() }
                case .reset:
                    for client in clients {
                        var linger = linger(l_onoff: 1, l_linger: 0)
                        unsafe setsockopt(
                            client.descriptor,
                            SOL_SOCKET,
                            SO_LINGER,
                            &linger,
                            socklen_t(MemoryLayout<linger>.size)
                        )
                    }
                    clients = []
                }
                cancellations.wait(while: { $0 < 2 }) { _ in }
                #expect(clock.now - departed < .seconds(5))
                clients = []
                #expect(try eventually { try descriptorCount() <= before })
            }
        }

        @Test("work for it that is dropped without a response is no bug of the handler", arguments: [true, false])
        func dropped(isGone: Bool) async throws {
            let held = Monitor<HTTPReply?>(nil)
            let reports = Lock(0)
            struct Holder: HTTPHandler {
                let held: Monitor<HTTPReply?>

                func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) { held.withLock { $0 = reply } }
            }
            try await withServer(
                Holder(held: held),
                configure: { $0.log = { if case .droppedReply = $0 { reports.withLock { $0 += 1 } } } }
            ) { server in
                var client: RawClient? = try RawClient(port: server.port)
                try client?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                held.wait(while: { $0 == nil }) { _ in }
                if isGone { client = nil }
                #expect(try eventually { held.withLock { $0?.isCancelled } == isGone })
                let reply = held.withLock { reply in
                    defer { reply = nil }
                    return reply
                }
                _ = consume reply
                if let client { #expect(try client.readResponse()?.status == 500) }
            }
            #expect(reports.withLock { $0 } == (isGone ? 0 : 1))
        }

        @Test("one that lost its network is noticed by the kernel within a minute, on each accepted connection")
        func withoutNetwork() throws {
            var configuration = HTTPServer.Configuration()
            configuration.host = "127.0.0.1"
            configuration.port = 0
            configuration.loopCount = 2
            let sockets = try ListeningSockets(configuration: configuration)
            defer { sockets.descriptors.forEach { close($0) } }
            for listener in sockets.descriptors {
                #expect(values(of: listener) == [1, 15, 15, 3, 60_000])
            }
            let client = try RawClient(port: sockets.port)
            defer { withExtendedLifetime(client) {} }
            // The kernel gives the connection to one of the listeners.
            var polled = sockets.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            #expect(unsafe poll(&polled, nfds_t(polled.count), 10_000) == 1)
            let ready = try #require(polled.first { $0.revents != 0 })
            let accepted = accept(ready.fd, nil, nil)
            try #require(accepted >= 0)
            defer { close(accepted) }
            #expect(values(of: accepted) == [1, 15, 15, 3, 60_000])
        }

        /// Returns the values of the options of a socket by which departed clients are noticed.
        private func values(of descriptor: CInt) -> [CInt] {
            DeadPeerDetection.options.map { level, option, _ in
                var value: CInt = -1
                var size = socklen_t(MemoryLayout<CInt>.size)
                unsafe getsockopt(descriptor, level, option, &value, &size)
                return value
            }
        }

        @Test("a connection with half a request gives back its place within five seconds")
        func unfinished() async throws {
            try await withServer(configure: { $0.connectionLimit = 1 }) { server in
                let clock = ContinuousClock()
                do {
                    let client = try RawClient(port: server.port)
                    try client.send("GET / HTTP/1.1\r\nHo")
                    usleep(20_000)
                }
                let departed = clock.now
                #expect(
                    try eventually {
                        let client = try RawClient(port: server.port)
                        try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                        return try client.readResponse()?.status == 200
                    }
                )
                #expect(clock.now - departed < .seconds(5))
            }
        }
    }
}

/// A handler that never responds by itself.
private final class WaitingHandler: HTTPHandler {
    private let arrivals: Monitor<Int>
    private let cancellations: Monitor<Int>
    private let replies = Lock([HTTPReply]())

    init(arrivals: Monitor<Int>, cancellations: Monitor<Int>) {
        self.arrivals = arrivals
        self.cancellations = cancellations
    }

    func handle(_ request: consuming HTTPRequest, _ reply: HTTPReply) {
        reply.onCancel { [cancellations] in cancellations.withLock { $0 += 1 } }
        replies.withLock { $0.append(reply) }
        arrivals.withLock { $0 += 1 }
    }
}
