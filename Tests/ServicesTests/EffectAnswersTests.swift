import Sessions
import SessionsTesting
import Testing

@testable import Services

@Suite("Answers by effect key")
struct EffectAnswersTests {
    struct Failure: Error {}

    @Test("when the first call fails, one of those that wait for it acts")
    func failureHandsOver() async throws {
        let answers = EffectAnswers<Int>(clock: ManualClock())
        await #expect(throws: Failure.self) { try await answers.answer(to: "a") { throw Failure() } }
        #expect(try await answers.answer(to: "a") { 2 } == 2)
        #expect(try await answers.answer(to: "a") { 3 } == 2)
    }

    @Test("the oldest answers are forgotten first, by number and by age")
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
