import Sessions
import SessionsTesting
import Testing

@testable import Services

@Suite("Results by effect key")
struct EffectAnswersTests {
    struct Failure: Error {}

    @Test("a failed call is not remembered, so the next call with the key runs")
    func failureHandsOver() async throws {
        let answers = EffectAnswers<Int>(clock: ManualClock())
        await #expect(throws: Failure.self) { try await answers.answer(to: "a") { throw Failure() } }
        #expect(try await answers.answer(to: "a") { 2 } == 2)
        #expect(try await answers.answer(to: "a") { 3 } == 2)
    }

    @Test("the oldest results are removed first, by number and by age")
    func bounded() async throws {
        let clock = ManualClock()
        let answers = EffectAnswers<Int>(clock: clock, capacity: 3, remembered: .seconds(60))
        for number in 0..<10 { _ = try await answers.answer(to: "\(number)") { number } }
        #expect(answers.count == 3)
        #expect(try await answers.answer(to: "9") { -1 } == 9)
        #expect(try await answers.answer(to: "6") { -1 } == -1)
        clock.advance(by: .seconds(60))
        _ = try await answers.answer(to: "new") { 0 }
        #expect(answers.count == 1)
    }
}
