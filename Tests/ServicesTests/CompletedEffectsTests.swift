import Sessions
import SessionsTesting
import Testing

@testable import Accounts

@Suite("Results by effect key")
struct CompletedEffectsTests {
    struct Failure: Error {}

    @Test("a failed call is not remembered, so the next call with the key runs")
    func failureHandsOver() async throws {
        let results = CompletedEffects<Int>(clock: ManualClock())
        await #expect(throws: Failure.self) { try await results.value(for: "a") { throw Failure() } }
        #expect(try await results.value(for: "a") { 2 } == 2)
        #expect(try await results.value(for: "a") { 3 } == 2)
    }

    @Test("the oldest results are removed first, by number and by age")
    func bounded() async throws {
        let clock = ManualClock()
        let results = CompletedEffects<Int>(clock: clock, capacity: 3, retention: .seconds(60))
        for number in 0..<10 { _ = try await results.value(for: "\(number)") { number } }
        #expect(results.count == 3)
        #expect(try await results.value(for: "9") { -1 } == 9)
        #expect(try await results.value(for: "6") { -1 } == -1)
        clock.advance(by: .seconds(60))
        _ = try await results.value(for: "new") { 0 }
        #expect(results.count == 1)
    }
}
