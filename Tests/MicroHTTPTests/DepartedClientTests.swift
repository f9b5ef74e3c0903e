import Concurrency
import Glibc
import HTTPCore
import MicroHTTP
import RawHTTP
import Testing

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
