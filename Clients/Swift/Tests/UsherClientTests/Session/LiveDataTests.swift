import Foundation
import Testing
import UsherTestSupport

@testable import UsherClient

@Suite("Taps beside a session that changes all the time")
struct LiveDataTests {
    @Test("are neither lost nor doubled, also where the network has faults")
    func sameScreen() async throws {
        let (outcomes, counted) = try await tap(.sameScreen)
        #expect(outcomes.allSatisfy { $0 == .accepted })
        #expect(counted == (0..<60).map { .string("a\($0)") })
    }

    @Test("control: are lost if they depend on a revision, so only a tap that says so does")
    func sameContent() async throws {
        let (outcomes, counted) = try await tap(.sameContent)
        #expect(outcomes.contains(.outdated))
        #expect(counted.count < 60)
    }

    /// Taps sixty times on a screen on which another device taps all the time, and counts what the server got.
    private func tap(_ condition: Tap.Condition) async throws -> ([Outcome], [JSONValue]) {
        try await withServer("--session-history", "1000") { server in
            let transport = FaultyTransport()
            let one = makeSession(server, "kanji", transport: transport)
            try await one.open()
            let other = makeSession(server, "kanji")
            try await other.join(code: try await one.handOff().code)
            let list = try await one.front
            let allowance = Allowance()
            let disturbing = Task {
                var number = 0
                while await allowance.take() {
                    number += 1
                    await other.perform(.report("search", .string("b\(number)"), on: list))
                }
            }
            var outcomes: [Outcome] = []
            var counted: [JSONValue] = []
            var last = 0
            for number in 0..<60 {
                if number % 3 == 0 { transport.fail(nextPosts: .responseLost) }
                if number % 7 == 0 { transport.fail(nextPosts: .requestLost, .doubled) }
                var tap = Tap.report("search", .string("a\(number)"), on: list)
                tap.condition = condition
                outcomes.append(await one.perform(tap))
                let entries = try await one.history(after: last)
                await allowance.renew()
                // The history has the latest transitions only.
                #expect(entries.compactMap { $0["revision"]?.int }.min() ?? last + 1 == last + 1)
                for entry in entries {
                    last = entry["revision"]?.int ?? last
                    guard let text = entry["event"]?["payload"], text.string?.hasPrefix("a") == true else { continue }
                    counted.append(text)
                }
            }
            disturbing.cancel()
            await disturbing.value
            await other.close()
            await one.close()
            return (outcomes, counted)
        }
    }
}

/// The taps that the other device may make until the history is read, which has the latest transitions only.
private actor Allowance {
    private var left = 40

    /// Waits until there is one more tap, and returns whether the task still goes on.
    func take() async -> Bool {
        while left == 0, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(2)) }
        left = max(0, left - 1)
        return !Task.isCancelled
    }

    func renew() {
        left = 40
    }
}
