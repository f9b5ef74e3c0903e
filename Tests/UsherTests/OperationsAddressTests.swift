import Concurrency
import Coordination
import HTTPCore
import JSON
import MicroHTTP
import RawHTTP
import Sessions
import SessionsTesting
import Testing
import UsherServer

@Suite("The operations address")
struct OperationsAddressTests {
    @Test("It has the metrics and the readiness, and the public address has neither")
    func separate() async throws {
        try await RunningServer.run(configure: { $0.operationsAddress = ListenAddress("127.0.0.1:0") }) { server in
            let url = try #require(server.server.operationsURL)
            let port = try #require(url.split(separator: ":").last.flatMap { Int($0) })
            let probe = try RawClient(port: port)
            for path in ["/healthz", "/readyz", "/metrics"] {
                #expect(try probe.exchange("GET", path).status == 200)
            }
            #expect(try probe.exchange("POST", "/v1/sessions").status == 404)
            let client = try server.connect()
            #expect(try client.exchange("GET", "/healthz").status == 200)
            for path in ["/readyz", "/metrics"] { #expect(try client.exchange("GET", path).status == 404) }
        }
    }

    @Test("Without it, the public address has all of them")
    func none() async throws {
        try await RunningServer.run { server in
            let client = try server.connect()
            for path in ["/healthz", "/readyz", "/metrics"] {
                #expect(try client.exchange("GET", path).status == 200)
            }
        }
    }

    @Test("Without it, the metrics are for programs on this machine, and not for clients of a proxy on it")
    func metricsOfThisMachine() async throws {
        try await RunningServer.run { server in
            let client = try server.connect()
            for field in ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"] {
                #expect(try client.exchange("GET", "/metrics", fields: [field: "192.0.2.1"]).status == 404)
                #expect(try client.exchange("GET", "/metrics", fields: [field: "127.0.0.1"]).status == 404)
                #expect(try client.exchange("GET", "/readyz", fields: [field: "192.0.2.1"]).status == 200)
            }
            #expect(try client.exchange("GET", "/metrics").status == 200)
        }
    }

    @Test("It serves probes while the public address has reached its connection limit")
    func full() async throws {
        try await RunningServer.run(configure: {
            $0.http.connectionLimit = 1
            $0.operationsAddress = ListenAddress("127.0.0.1:0")
        }) { server in
            let client = try server.start()
            let port = try #require(server.server.operationsURL?.split(separator: ":").last.flatMap { Int($0) })
            #expect(try server.connect().exchange("GET", "/v1/apps").status == 503)
            #expect(try server.connect().exchange("GET", "/healthz").status == 200)
            #expect(try RawClient(port: port).exchange("GET", "/readyz").status == 200)
            try client.read()
        }
    }

    @Test("The Date field of both addresses has the time of the state, whatever the system's clock says")
    func date() async throws {
        try await RunningServer.run(configure: { $0.operationsAddress = ListenAddress("127.0.0.1:0") }) { server in
            let port = try #require(server.server.operationsURL?.split(separator: ":").last.flatMap { Int($0) })
            server.clock.advance(by: .seconds(7))
            for client in [try server.connect(), try RawClient(port: port)] {
                let date = try #require(try client.exchange("GET", "/healthz").field("date"))
                // "Sat, 21 Nov 2026 09:30:07 GMT" and "2026-11-21T09:30:07Z"
                let words = date.split(separator: " ")
                #expect(words.count == 6 && server.clock.now.description.contains("T\(words[4])"), "\(date)")
                #expect(server.clock.now.description.hasPrefix("\(words[3])-"))
            }
        }
    }

    @Test("Probes go on while an address opens connections that never send a whole request")
    func halfRequests() async throws {
        try await RunningServer.run(configure: { $0.operationsAddress = ListenAddress("127.0.0.1:0") }) { server in
            let port = try #require(server.server.operationsURL?.split(separator: ":").last.flatMap { Int($0) })
            var halves: [RawClient] = []
            for round in 0..<30 {
                for _ in 0..<(round == 0 ? 120 : 10) {
                    let half = try RawClient(port: port)
                    try? half.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
                    halves.append(half)
                }
                for path in ["/healthz", "/readyz"] {
                    #expect(try RawClient(port: port).exchange("GET", path).status == 200, "\(path), round \(round)")
                }
            }
            // The connections have two seconds for a request.
            let begin = ContinuousClock.now
            let late = try RawClient(port: port)
            try late.send("GET /healthz HTTP/1.1\r\n")
            #expect(try late.readToEnd() == "")
            #expect(ContinuousClock.now - begin < .seconds(8))
            #expect(halves.count == 410)
        }
    }

    @Test(
        "A text is an address with a port, or a port of the loopback address",
        arguments: [
            ("127.0.0.1:9090", "127.0.0.1:9090"), ("9090", "127.0.0.1:9090"), ("[::1]:9090", "[::1]:9090"),
            ("0.0.0.0:0", "0.0.0.0:0"), ("::1:9090", nil), ("localhost:9090", nil), ("127.0.0.1", nil), ("", nil),
            ("127.0.0.1:65536", nil), ("[::1]", nil), (":9090", nil),
        ]
    )
    func address(_ text: String, _ expected: String?) {
        #expect(ListenAddress(text)?.description == expected)
    }

    @Test("Many probes read the store once a second")
    func cachedReadiness() async throws {
        let store = CountingStore()
        try await RunningServer.run(store: store) { server in
            let client = try server.connect()
            let before = store.loads
            let begin = ContinuousClock.now
            for _ in 0..<50 { #expect(try client.exchange("GET", "/readyz").status == 200) }
            let seconds = Int((ContinuousClock.now - begin).components.seconds)
            #expect(store.loads - before <= seconds + 1)
        }
    }

    private func expect(_ status: Int, from server: RunningServer, host: String) throws {
        let client = try server.connect()
        try client.send("GET /healthz HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        let response = try client.readResponse()
        #expect(response?.status == status)
    }

    @Test("A server on a loopback address accepts only the names of this machine, unless its settings say otherwise")
    func hostNames() async throws {
        try await RunningServer.run { server in
            for host in ["localhost", "LOCALHOST:8080", "127.0.0.1", "[::1]:80"] {
                try expect(200, from: server, host: host)
            }
            for host in ["attacker.example", "localhost.attacker.example", "192.0.2.1"] {
                try expect(421, from: server, host: host)
            }
        }
        try await RunningServer.run(configure: { $0.http.hostNames = ["shop.example"] }) { server in
            try expect(200, from: server, host: "shop.example")
            try expect(421, from: server, host: "localhost")
        }
        try await RunningServer.run(configure: { $0.http.hostNames = ["*"] }) { server in
            try expect(200, from: server, host: "attacker.example")
        }
    }
}

/// A store in memory that counts its loads.
private final class CountingStore: MemoryBackedStore {
    let memory = MemoryStore()
    private let calls = Lock(0)

    var loads: Int { calls.withLock { $0 } }

    func load(_ key: SessionLookup, then completion: StoreCompletion<StoredSession?>) {
        calls.withLock { $0 += 1 }
        memory.load(key, then: completion)
    }
}
