import Concurrency
import Coordination
import Sessions
import SessionsTesting
import Testing

@testable import Applications
@testable import Services

@Suite("One-time codes")
struct CodeVerifierTests {
    let clock = ManualClock()
    let sender = RecordingSender()
    let verifier: CodeVerifier

    init() {
        verifier = CodeVerifier(sender: sender, clock: clock)
    }

    private func challenge(_ phone: PhoneNumber = .anna, _ key: String = "send") async throws -> CodeChallenge {
        try #require(await verifier.send(to: phone, key: key).challenge)
    }

    @Test("a code is six digits, verifies once and never again")
    func verifies() async throws {
        let challenge = try await challenge()
        #expect(challenge.attemptsLeft == 5)
        #expect(challenge.resendAvailableAt == clock.now + 30)
        let code = try #require(sender.codes.first)
        #expect(code.utf8.count == 6 && code.utf8.allSatisfy { (0x30...0x39).contains($0) })
        #expect(try await verifier.check(Secret(code), of: challenge.id, key: "1").text == "verified")
        #expect(try await verifier.check(Secret(code), of: challenge.id, key: "2").text == "expired")
        #expect(verifier.counts.open == 0)
    }

    @Test("after five wrong codes the right one is rejected too")
    func attempts() async throws {
        let challenge = try await challenge()
        let code = sender.codes[0]
        var texts: [String] = []
        for number in 0..<5 {
            texts.append(try await verifier.check(wrong(code), of: challenge.id, key: "\(number)").text)
        }
        #expect(texts == ["wrong 4", "wrong 3", "wrong 2", "wrong 1", "wrong 0"])
        #expect(try await verifier.check(Secret(code), of: challenge.id, key: "5").text == "expired")
    }

    @Test("of two hundred different codes sent at once five are compared")
    func guessProof() async throws {
        let challenge = try await challenge()
        let code = sender.codes[0]
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<200 {
                let guess = String(1_000_000 + number).suffix(6).description
                group.addTask {
                    try await verifier.check(
                        Secret(guess == code ? "999999" : guess),
                        of: challenge.id,
                        key: "\(number)"
                    ).text
                }
            }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(
            texts.filter { $0.hasPrefix("wrong") }.sorted() == ["wrong 0", "wrong 1", "wrong 2", "wrong 3", "wrong 4"]
        )
        #expect(texts.filter { $0 == "expired" }.count == 195)
        #expect(try await verifier.check(Secret(code), of: challenge.id, key: "right").text == "expired")
    }

    @Test("of two hundred concurrent checks of the right code one verifies")
    func oneWins() async throws {
        for round in 0..<20 {
            clock.advance(by: .seconds(3_600))
            let challenge = try await challenge(.anna, "round\(round)")
            let code = try #require(sender.codes.last)
            let verified = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        try await verifier.check(Secret(code), of: challenge.id, key: "\(round).\(number)").text
                    }
                }
                return try await group.reduce(into: 0) { count, text in if text == "verified" { count += 1 } }
            }
            #expect(verified == 1)
        }
    }

    @Test("a code is valid for ten minutes")
    func expires() async throws {
        let first = try await challenge()
        clock.advance(by: .seconds(600) - .milliseconds(1))
        #expect(try await verifier.check(wrong(sender.codes[0]), of: first.id, key: "1").text == "wrong 4")
        clock.advance(by: .milliseconds(1))
        #expect(try await verifier.check(Secret(sender.codes[0]), of: first.id, key: "2").text == "expired")
    }

    @Test("a number gets its next code after thirty seconds, and other numbers don't wait for it")
    func resend() async throws {
        let first = try await challenge()
        clock.advance(by: .seconds(30) - .milliseconds(1))
        #expect(try await verifier.send(to: .anna, key: "2").retryAt == first.resendAvailableAt)
        #expect(try await verifier.send(to: .ben, key: "3").challenge != nil)
        clock.advance(by: .milliseconds(1))
        #expect(try await verifier.send(to: .anna, key: "4").challenge != nil)
        #expect(sender.codes.count == 3)
    }

    @Test("a number gets at most five codes within an hour")
    func sendsPerHour() async throws {
        let start = clock.now
        for number in 0..<5 {
            #expect(try await verifier.send(to: .anna, key: "a\(number)").challenge != nil)
            clock.advance(by: .seconds(60))
        }
        #expect(try await verifier.send(to: .anna, key: "b").retryAt == start + 3_600)
        clock.advance(by: .seconds(3_300))
        #expect(try await verifier.send(to: .anna, key: "c").challenge != nil)
        #expect(try await verifier.send(to: .anna, key: "d").retryAt == start + 3_660)
        #expect(sender.codes.count == 6)
    }

    @Test("fifty concurrent requests for one number send one code")
    func parallelSends() async throws {
        await withTaskGroup { group in
            for number in 0..<50 { group.addTask { _ = try? await verifier.send(to: .anna, key: "\(number)") } }
        }
        #expect(sender.codes.count == 1)
    }

    @Test("a repeated effect sends once and gives the same challenge")
    func idempotentSend() async throws {
        let first = try await challenge(.anna, "key")
        clock.advance(by: .seconds(60))
        let challenges = try await withThrowingTaskGroup(of: CodeChallenge?.self) { group in
            for _ in 0..<20 { group.addTask { try await verifier.send(to: .anna, key: "key").challenge } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(challenges == Array(repeating: first, count: 20))
        #expect(sender.codes.count == 1)
    }

    @Test("a repeated check counts one attempt")
    func idempotentCheck() async throws {
        let challenge = try await challenge()
        for _ in 0..<9 {
            #expect(try await verifier.check(wrong(sender.codes[0]), of: challenge.id, key: "same").text == "wrong 4")
        }
        #expect(try await verifier.check(Secret(sender.codes[0]), of: challenge.id, key: "other").text == "verified")
        #expect(try await verifier.check(Secret(sender.codes[0]), of: challenge.id, key: "other").text == "verified")
    }

    @Test("a code verifies only its own challenge")
    func boundToChallenge() async throws {
        let anna = try await challenge(.anna, "1")
        let ben = try await challenge(.ben, "2")
        let codes = sender.codes
        if codes[0] != codes[1] {
            #expect(try await verifier.check(Secret(codes[0]), of: ben.id, key: "3").text == "wrong 4")
        }
        #expect(try await verifier.check(Secret(codes[0]), of: "unknown", key: "4").text == "expired")
        #expect(try await verifier.check(Secret(codes[0]), of: anna.id, key: "5").text == "verified")
    }

    @Test("a failed send leaves nothing behind and can be repeated at once")
    func failingSender() async throws {
        sender.isFailing.withLock { $0 = true }
        await #expect(throws: RecordingSender.Failure.self) { try await verifier.send(to: .anna, key: "1") }
        #expect(verifier.counts.open == 0)
        sender.isFailing.withLock { $0 = false }
        #expect(try await verifier.send(to: .anna, key: "1").challenge != nil)
    }

    @Test(
        "wrong attempts count across codes: after fifty of them a number waits a day"
    )
    func wrongTriesOutliveCodes() async throws {
        for round in 0..<10 {
            let challenge = try await challenge(.anna, "s\(round)")
            for number in 0..<5 {
                _ = try await verifier.check(
                    wrong(sender.codes.last ?? ""),
                    of: challenge.id,
                    key: "\(round).\(number)"
                )
            }
            if round < 9 { clock.advance(by: .seconds(900)) }
        }
        let last = clock.now
        clock.advance(by: .seconds(3_600))
        #expect(try await verifier.send(to: .anna, key: "x").retryAt == last + 24 * 3_600)
        clock.advance(by: .seconds(23 * 3_600))
        #expect(try await verifier.send(to: .anna, key: "y").challenge != nil)
    }

    @Test("old entries are removed, and the number of open codes is limited")
    func bounded() async throws {
        var limits = CodeLimits()
        limits.open = 10
        let verifier = CodeVerifier(sender: sender, clock: clock, limits: limits)
        for number in 0..<20 {
            let phone = PhoneNumber("+4917000000\(10 + number)")!
            #expect((try await verifier.send(to: phone, key: "\(number)").challenge != nil) == (number < 10))
        }
        #expect(verifier.counts == (10, 10))
        clock.advance(by: .seconds(24 * 3_600))
        #expect(try await verifier.send(to: .anna, key: "later").challenge != nil)
        #expect(verifier.counts == (1, 1))
    }

    @Test("every digit is equally likely at every position")
    func uniform() {
        var counts = Array(repeating: Array(repeating: 0, count: 10), count: 6)
        for _ in 0..<20_000 {
            for (place, digit) in CodeVerifier.randomCode().utf8.enumerated() { counts[place][Int(digit) - 0x30] += 1 }
        }
        // 2,000 are expected; seven standard deviations are 300.
        #expect(counts.joined().allSatisfy { (1_700...2_300).contains($0) })
    }
}
