import APITesting
import Concurrency
import Coordination
import HTTPCore
import JSON
import Notebook
import Sessions
import SessionsTesting
import Testing

@testable import StateAPI

@Suite("Readiness")
struct ReadinessTests {
    @Test("a queue of effects without a free thread for a minute makes /readyz fail until one is free")
    func stalledQueue() async throws {
        let gate = Monitor((isOpen: false, waiting: 0))
        var settings = StateAPI.Settings()
        settings.readinessLifetime = .zero
        let api = try TestAPI(settings: settings) { handlers in
            let queue = EffectQueue(name: "passwords", threads: 2, limit: 8)
            handlers.on(SignIn.self, in: queue) { _, _ in
                gate.withLock { $0.waiting += 1 }
                gate.wait(while: { !$0.isOpen }) { $0.waiting -= 1 }
                return nil
            }
        }
        var clients: [TestClient] = []
        func hold(_ count: Int) async throws {
            while clients.count < count {
                var client = try await api.start()
                let credentials: JSONValue = ["login": "demo", "password": "demo-password"]
                let reply = await client.sendOutput("submit", credentials, fields: [.prefer: "wait=0"])
                #expect(reply.status == 202)
                client.token = reply["token"]?.stringValue ?? client.token
                client.state = reply.json
                clients.append(client)
            }
            #expect(await eventually { gate.withLock { $0.waiting } == count })
        }

        // The control: a queue with a free thread is not stalled, for however long the other one is held.
        try await hold(1)
        api.clock.advance(by: .seconds(600))
        #expect(await api.send(.get, "/readyz").status == 200)

        try await hold(2)
        api.clock.advance(by: .seconds(59))
        #expect(await api.send(.get, "/readyz").status == 200)
        api.clock.advance(by: .seconds(1))
        let reply = await api.send(.get, "/readyz")
        #expect(reply.status == 503)
        #expect(reply.type == "/problems/unavailable")
        #expect(reply["detail"] == "No thread of the effect queue 'passwords' has been free for a minute.")
        #expect(reply.fields[.retryAfter] == "5")
        // Requests without such an effect are still served.
        #expect(await api.send(.get, "/healthz").status == 200)
        #expect(await clients[0].send(.get, "").status == 200)

        gate.withLock { $0.isOpen = true }
        #expect(await eventually { await api.send(.get, "/readyz").status == 200 })
        for client in clients {
            let last = await client.send(.get, "", fields: [.prefer: "wait=5", .ifNoneMatch: "\"\(client.revision)\""])
            #expect(last["status"] == "active", "\(last)")
        }
    }
}
