import Applications
import Concurrency
import HTTPCore
import JSON
import Sessions
import SessionsTesting
import Testing

@Suite("The readiness of a server whose effects hang")
struct ReadinessTests {
    @Test(
        "it counts the calls that hang, ends a minute after the last thread of a queue is held, and returns with a thread"
    )
    func stalledQueue() async throws {
        let isOpen = Monitor(false)
        let waiting = Lock(0)
        let queue = EffectQueue(name: "slow", threads: 2, limit: 10)
        let api = try TestAPI { handlers in
            handlers.on(SignIn.self, in: queue, timeout: .seconds(10)) { _, _ in
                waiting.withLock { $0 += 1 }
                isOpen.wait(while: { !$0 }) { _ in }
                return .rejected
            }
        }
        // So that no thread stays blocked if the test fails.
        defer { isOpen.withLock { $0 = true } }
        try await api.registry.open()
        let client = try await api.start()
        _ = await client.sendOutput(
            "submit",
            ["login": "demo", "password": "demo-password"],
            fields: [.prefer: "wait=0"]
        )
        #expect(await eventually { waiting.withLock { $0 } == 1 })
        #expect(await api.hangingCalls == 0)

        // The call that hangs is made again, and holds the other thread.
        let isCounted = await eventually {
            api.clock.advance(by: .seconds(1))
            return await api.hangingCalls == 1
        }
        #expect(isCounted)
        let isHeld = await eventually {
            api.clock.advance(by: .seconds(1))
            return waiting.withLock { $0 } == 2
        }
        #expect(isHeld)
        api.clock.advance(by: .seconds(60))
        let stalled = await api.send(.get, "/readyz")
        #expect(stalled.status == 503 && stalled.fields[.retryAfter] == "5")
        #expect(stalled["detail"] == "No thread of the effect queue 'slow' has been free for a minute.")

        isOpen.withLock { $0 = true }
        #expect(await eventually { await api.hangingCalls == 0 })
        api.registry.close()
    }
}

extension TestAPI {
    /// The number of hanging calls in the response of `/readyz`, or `nil` if the server is not ready.
    fileprivate var hangingCalls: Int64? {
        get async {
            let reply = await send(.get, "/readyz")
            return reply.status == 200 ? reply["effects"]?["hanging"]?.integerValue : nil
        }
    }
}
