import Concurrency
import JSON
import RawHTTP
import Testing

@Suite("Clients that retry and race", .serialized)
struct ConcurrentRequestTests {
    @Test("A wait for a session that another request ends gets 401")
    func endedWhileWaiting() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "items"])
            let waiting = try server.connect()
            let fields = [
                "Authorization": "Bearer \(client.token)", "If-None-Match": "\"\(client.revision)\"",
                "Prefer": "wait=60",
            ]
            try waiting.send(RawClient.request("GET", client.path, fields: fields))
            // The wait has begun once later requests have their responses.
            for _ in 0..<20 { try client.read() }
            #expect(try client.send("DELETE", "").status == 204)
            let response = try #require(try waiting.readResponse())
            #expect(response.status == 401)
        }
    }

    @Test("Two pipelined taps act once")
    func doubleTap() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            let before = client.revision
            let tap = RawClient.request(
                "POST",
                "\(client.path)/screens/\(client.focus)/outputs/itemSelected",
                1,
                fields: ["Authorization": "Bearer \(client.token)"]
            )
            try client.connection.send(tap + tap)
            let first = try #require(try client.connection.readResponse())
            let second = try #require(try client.connection.readResponse())
            #expect(first.status == 200)
            #expect(second.status == 409)
            try client.read()
            #expect(client.layout == "T0*[itemsList, itemDetail] T1[]")
            #expect(client.revision == before + 1)
        }
    }

    @Test("A client whose response was lost repeats the request, and it acts once")
    func lostResponse() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            let before = client.revision
            let fields = [
                "Authorization": "Bearer \(client.token)", "Idempotency-Key": "\"key-1\"", "If-Match": "\"\(before)\"",
            ]
            let path = "\(client.path)/screens/\(client.focus)/outputs/createItem"
            do {
                let lost = try server.connect()
                try lost.send(RawClient.request("POST", path, fields: fields))
                lost.finishSending()
            }
            var response = try server.connect().exchange("POST", path, fields: fields)
            while response.status == 409, response.json["type"] == "/problems/idempotency-key-in-use" {
                response = try server.connect().exchange("POST", path, fields: fields)
            }
            #expect(response.status == 200)
            #expect(response.json["revision"] == .integer(before + 1))
            try client.read()
            #expect(client.layout == "T0*[itemsList] T1[] +modal[itemCreate]")
        }
    }

    @Test("Eight connections race for each revision: one wins, and the others get its result")
    func race() async throws {
        try await RunningServer.run { server in
            let client = try server.startInMain()
            let tokens = (client.id, client.token, server.port)
            let rounds = 40
            let wins = Lock(0)
            for round in 0..<rounds {
                try client.read()
                let revision = client.revision
                let path =
                    round.isMultiple(of: 2)
                    ? "/v1/sessions/\(tokens.0)/screens/\(client.focus)/outputs/itemSelected"
                    : "/v1/sessions/\(tokens.0)/back"
                let body: JSONValue = round.isMultiple(of: 2) ? 1 : [:]
                let threads = try (0..<8).map { number in
                    try NamedThread(name: "racer-\(number)") {
                        let fields = [
                            "Authorization": "Bearer \(tokens.1)", "If-Match": "\"\(revision)\"",
                            "Idempotency-Key": "\(round)-\(number)",
                        ]
                        guard
                            let response = try? RawClient(port: tokens.2).exchange("POST", path, body, fields: fields)
                        else { return }
                        if response.status == 200 { wins.withLock { $0 += 1 } }
                        #expect([200, 409, 412].contains(response.status))
                        if response.status != 200 {
                            #expect(response.json["state"]?["revision"] == .integer(revision + 1))
                        }
                    }
                }
                for thread in threads { thread.join() }
                try client.read()
                #expect(client.revision == revision + 1)
            }
            #expect(wins.withLock { $0 } == rounds)
        }
    }

    @Test("A request that waits when the server stops gets a response")
    func stopWhileWaiting() async throws {
        let answered = Lock<Int?>(nil)
        let thread = Lock<NamedThread?>(nil)
        try await RunningServer.run { server in
            let client = try server.start()
            let (path, token, port) = (client.path, client.token, server.port)
            let started = try NamedThread(name: "waiter") {
                let fields = [
                    "Authorization": "Bearer \(token)", "If-None-Match": "\"1\"", "Prefer": "wait=30",
                ]
                let response = try? RawClient(port: port, timeout: 20).exchange("GET", path, fields: fields)
                answered.withLock { $0 = response?.status ?? 0 }
            }
            thread.withLock { $0 = started }
            // The wait has begun once a later request on a new connection has its response.
            for _ in 0..<20 { try client.read() }
        }
        thread.withLock { $0 }?.join()
        #expect([304, 503, 0].contains(answered.withLock { $0 } ?? -1))
    }
}
