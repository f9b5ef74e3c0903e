import Concurrency
import Coordination
import Cryptography
import Foundation
import Sessions
import SessionsTesting
import Testing

@testable import AccountFlows
@testable import Accounts
@testable import Applications
@testable import ServiceDatabase

@Suite("One-time codes", .eachEngine)
struct CodeVerifierTests {
    let clock = ManualClock()
    let sender = RecordingSender()
    let verifier: CodeVerifier

    init() throws {
        verifier = try CodeVerifier(in: .forTest(), sender: sender, clock: clock)
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
        #expect(try verifier.counts.codes == 0)
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
            clock.advance(by: .seconds(24 * 3_600))
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

    @Test(
        "a session gets the same code again after thirty seconds, and another one after half its life"
    )
    func resend() async throws {
        let first = try await challenge()
        _ = try await verifier.check(wrong(sender.codes[0]), of: first.id, key: "w")
        clock.advance(by: .seconds(30) - .milliseconds(1))
        let early = try await verifier.send(to: .anna, key: "2")
        #expect(early.retryAt == first.resendAvailableAt)
        #expect(early.stillValid?.id == first.id && early.stillValid?.attemptsLeft == 4)
        clock.advance(by: .milliseconds(1))
        let again = try await challenge(.anna, "3")
        #expect(again.id == first.id && again.attemptsLeft == 4 && again.expiresAt == first.expiresAt)
        #expect(sender.codes == [sender.codes[0], sender.codes[0]])
        #expect(Set(sender.keys.withLock { $0 }).count == 2)
        #expect(sender.messages.withLock { $0.last?.text.exposed.contains("It expires in 9 minutes.") } == true)
        clock.advance(by: .seconds(271))
        let another = try await challenge(.anna, "4")
        #expect(another.id != first.id && another.attemptsLeft == 5)
        #expect(try await verifier.check(Secret(sender.codes[0]), of: first.id, key: "5").text == "expired")
        #expect(try await verifier.check(Secret(sender.codes[2]), of: another.id, key: "6").text == "verified")
    }

    @Test("a session whose attempts are used up gets another code")
    func resendAfterAttempts() async throws {
        let first = try await challenge()
        for number in 0..<5 { _ = try await verifier.check(wrong(sender.codes[0]), of: first.id, key: "\(number)") }
        clock.advance(by: .seconds(30))
        let second = try await challenge(.anna, "again")
        #expect(second.id != first.id && second.attemptsLeft == 5)
    }

    @Test("a number has one live code: that of another session replaces it after two minutes and not before")
    func oneLiveCode() async throws {
        let first = try await challenge()
        clock.advance(by: .seconds(120) - .milliseconds(1))
        let early = try await verifier.send(to: .anna, from: "stranger", key: "2")
        #expect(early.retryAt == clock.now + .milliseconds(1))
        // The other session does not get to know the challenge.
        #expect(early.stillValid == nil)
        clock.advance(by: .milliseconds(1))
        let second = try #require(try await verifier.send(to: .anna, from: "stranger", key: "3").challenge)
        #expect(try verifier.counts.codes == 1)
        #expect(try await verifier.check(Secret(sender.codes[0]), of: first.id, key: "4").text == "expired")
        #expect(
            try await verifier.check(Secret(sender.codes[1]), of: second.id, session: SessionID("stranger"), key: "5")
                .text == "verified"
        )
    }

    @Test("only the session that requested a code can enter it, and the attempts of others don't count")
    func boundToSession() async throws {
        let challenge = try await challenge()
        let code = sender.codes[0]
        for number in 0..<9 {
            let result = try await verifier.check(
                number == 0 ? Secret(code) : wrong(code),
                of: challenge.id,
                session: SessionID("stranger"),
                key: "\(number)"
            )
            #expect(result.text == "expired")
        }
        #expect(try await verifier.check(Secret(code), of: challenge.id, key: "own").text == "verified")
    }

    @Test("a number gets five codes, and then one every thirty minutes")
    func perPhone() async throws {
        let start = clock.now
        for number in 0..<5 {
            #expect(try await verifier.send(to: .anna, from: "\(number)", key: "a\(number)").challenge != nil)
            clock.advance(by: .seconds(120))
        }
        #expect(try await verifier.send(to: .anna, from: "5", key: "b").retryAt == start + 1_800)
        clock.advance(by: .seconds(1_200))
        #expect(try await verifier.send(to: .anna, from: "6", key: "c").challenge != nil)
        #expect(try await verifier.send(to: .anna, from: "7", key: "d").retryAt == start + 3_600)
        #expect(try await verifier.send(to: .ben, from: "8", key: "e").challenge != nil)
        #expect(sender.codes.count == 7)
    }

    @Test("strangers can't use up the codes and the attempts of an account that has verified the number")
    func ownersShare() async throws {
        for number in 0..<5 {
            let session = "\(number)"
            let challenge = try #require(try await verifier.send(to: .anna, from: session, key: session).challenge)
            for attempt in 0..<5 {
                _ = try await verifier.check(
                    wrong(sender.codes[number]),
                    of: challenge.id,
                    session: SessionID(session),
                    key: "\(number).\(attempt)"
                )
            }
        }
        #expect(try await verifier.send(to: .anna, from: "5", key: "5").retryAt == clock.now + 1_800)
        let owner = CodeRequest(phone: .anna, session: SessionID("owner"), account: "anna", isOwner: true)
        #expect(try await verifier.send(owner, key: "owner").challenge?.attemptsLeft == 5)
        // A stranger's request does not replace the owner's code either, and the owner's replaces a stranger's.
        clock.advance(by: .seconds(30))
        #expect(try await verifier.send(to: .anna, from: "6", key: "6").retryAt != nil)
        #expect(try await verifier.send(owner, key: "owner again").challenge != nil)
    }

    @Test("one session, account or address gets a bounded number of codes, also for many numbers")
    func pumping() async throws {
        var limits = CodeLimits()
        limits.perAddress = RateLimit(burst: 8, interval: .seconds(60))
        let verifier = try CodeVerifier(in: .forTest(), sender: sender, clock: clock, limits: limits)
        func sent(_ request: (Int) -> CodeRequest) async throws -> Int {
            let before = sender.codes.count
            for number in 0..<50 { _ = try await verifier.send(request(number), key: "\(before).\(number)") }
            return sender.codes.count - before
        }
        var next = 0
        func phone() -> PhoneNumber {
            next += 1
            return PhoneNumber("+4917\(1_000_000 + next)") ?? .anna
        }
        #expect(try await sent { _ in CodeRequest(phone: phone(), session: SessionID("one")) } == 5)
        #expect(try await sent { CodeRequest(phone: phone(), session: SessionID("a\($0)"), account: "one") } == 5)
        #expect(
            try await sent { CodeRequest(phone: phone(), session: SessionID("b\($0)"), clientAddress: "192.0.2.1") }
                == 8
        )
        clock.advance(by: .seconds(720))
        #expect(try await sent { _ in CodeRequest(phone: phone(), session: SessionID("one")) } == 1)
    }

    @Test("a stranger at one address can't take all codes of a number that is not verified")
    func sharedNumber() async throws {
        // The stranger requests a code for the number every minute for a day, each time in a new session.
        for round in 0..<1_440 {
            let key = "stranger \(round)"
            _ = try await verifier.send(
                CodeRequest(phone: .anna, session: SessionID(key), clientAddress: "192.0.2.1"),
                key: key
            )
            clock.advance(by: .seconds(60))
        }
        #expect(sender.codes.count <= 4 + 24)
        // The owner requests one just after the stranger, and again as soon as the response allows it.
        let requestedAt = clock.now
        let owner = CodeRequest(phone: .anna, session: SessionID("owner"), clientAddress: "198.51.100.7")
        var answer = try await verifier.send(owner, key: "owner 0")
        if let retryAt = answer.retryAt {
            clock.advance(by: retryAt - clock.now)
            answer = try await verifier.send(owner, key: "owner 1")
        }
        #expect(answer.challenge != nil)
        #expect(clock.now - requestedAt <= .seconds(1_800))
    }

    @Test("one address gets a tenth of a day's codes, and the addresses of one site a fifth")
    func sharedDay() async throws {
        func codesOfADay(from address: (Int) -> String) async throws -> Int {
            let sender = RecordingSender()
            let verifier = try CodeVerifier(in: .forTest(), sender: sender, clock: clock)
            for round in 0..<287 {
                for attempt in 0..<10 {
                    let number = round * 10 + attempt
                    let phone = try #require(PhoneNumber("+4917\(1_000_000 + number)"))
                    let key = "\(number)"
                    _ = try await verifier.send(
                        CodeRequest(phone: phone, session: SessionID(key), clientAddress: address(number)),
                        key: key
                    )
                }
                clock.advance(by: .seconds(300))
            }
            return sender.codes.count
        }
        #expect(try await (90...100).contains(codesOfADay { _ in "192.0.2.1" }))
        #expect(try await (180...200).contains(codesOfADay { "192.0.2.\($0 % 256)" }))
        #expect(try await (180...200).contains(codesOfADay { "2001:db8:1:\(String($0, radix: 16))::" }))
    }

    @Test(
        "the numbers of one country get half of a day's codes, unless no other country is allowed; owners don't count"
    )
    func sharedCountries() async throws {
        func codesOfADay(_ prefixes: [String], isOwner: Bool = false) async throws -> Int {
            let sender = RecordingSender()
            var limits = CodeLimits()
            limits.perDay = 100
            limits.prefixes = prefixes
            let verifier = try CodeVerifier(in: .forTest(), sender: sender, clock: clock, limits: limits)
            clock.advance(by: CodeTables.nextDay(after: clock.now) - clock.now)
            for number in 0..<480 {
                let phone = try #require(PhoneNumber("+44770090\(1_000 + number)"))
                let request = CodeRequest(phone: phone, session: SessionID("\(number)"), isOwner: isOwner)
                _ = try await verifier.send(request, key: "\(number)")
                clock.advance(by: .seconds(179))
            }
            let french = try #require(PhoneNumber("+33612345678"))
            if prefixes.count != 1 { #expect(try await verifier.send(to: french, key: "french").challenge != nil) }
            return sender.codes.count
        }
        #expect(try await (45...51).contains(codesOfADay([])))
        #expect(try await (45...51).contains(codesOfADay(["+44", "+33"])))
        #expect(try await codesOfADay(["+4477"]) == 80)
        #expect(try await codesOfADay(["+44"], isOwner: true) == 100)
    }

    @Test(
        "a number's country has one to three digits",
        arguments: [
            ("+12025550123", "1"), ("+79161234567", "7"), ("+491701234567", "49"), ("+351912345678", "351"),
            ("+1", "1"), ("+4917", "49"), ("+88213123456", "882"),
        ]
    )
    func countries(number: String, digits: String) {
        #expect(CallingCode(number)?.digits == digits)
        #expect(CallingCode("+3") == nil)
    }

    @Test("a failed send of a site's first request leaves it the first one")
    func failedFirst() async throws {
        func request(_ session: String, at address: String) -> CodeRequest {
            CodeRequest(phone: .anna, session: SessionID(session), clientAddress: address)
        }
        for number in 0..<5 {
            let key = "\(number)"
            #expect(try await verifier.send(to: .anna, from: key, key: key).challenge != nil)
            clock.advance(by: .seconds(120))
        }
        let first = request("first", at: "192.0.2.1")
        sender.error.withLock { $0 = RecordingSender.Failure() }
        await #expect(throws: RecordingSender.Failure.self) { try await verifier.send(first, key: "first") }
        sender.error.withLock { $0 = nil }
        #expect(try await verifier.send(first, key: "again").challenge != nil)
        clock.advance(by: .seconds(120))
        #expect(try await verifier.send(request("second", at: "192.0.2.2"), key: "second").retryAt != nil)
        #expect(try await verifier.send(request("third", at: "198.51.100.1"), key: "third").challenge != nil)
    }

    @Test("numbers outside the allowed prefixes get no codes")
    func prefixes() async throws {
        var limits = CodeLimits()
        limits.prefixes = ["+1", "+4917"]
        let verifier = try CodeVerifier(in: .forTest(), sender: sender, clock: clock, limits: limits)
        for (text, isAllowed) in [
            ("+491701234567", true), ("+12025550123", true), ("+493012345678", false), ("+447700900123", false),
        ] {
            let phone = try #require(PhoneNumber(text))
            let result = try await verifier.send(to: phone, from: text, key: text)
            #expect((result.challenge != nil) == isAllowed)
            if !isAllowed { #expect(result.isUnsupportedCountry) }
        }
        #expect(sender.codes.count == 2)
    }

    @Test("without a sender no code is created")
    func unavailable() async throws {
        let verifier = try CodeVerifier(in: .forTest(), sender: nil, clock: clock)
        #expect(try await verifier.send(to: .anna, key: "1").isUnavailable)
        #expect(try verifier.counts == (0, 0))
    }

    @Test("a day's codes are counted exactly across restarts and simultaneous requests, with a reserve for owners")
    func perDay() async throws {
        var limits = CodeLimits()
        limits.perDay = 100
        limits.prefixes = ["+49"]
        let database = try ServiceDatabase.forTest()
        var denied = 0
        for restart in 0..<10 {
            // Each process has the database, and another key: losing the key does not lose the count.
            let verifier = try CodeVerifier(in: database, sender: sender, clock: clock, limits: limits)
            denied += try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let id = "\(restart).\(number)"
                        let phone = PhoneNumber("+49170\(1_000_000 + restart * 100 + number)") ?? .anna
                        return try await verifier.send(to: phone, from: id, key: id).challenge == nil
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
        }
        #expect(sender.codes.count == 80)
        #expect(denied == 120)
        let verifier = try CodeVerifier(in: database, sender: sender, clock: clock, limits: limits)
        let midnight = try #require(Timestamp("2026-11-22T00:00:00Z"))
        for number in 0..<30 {
            let request = CodeRequest(
                phone: try #require(PhoneNumber("+49171\(1_000_000 + number)")),
                session: SessionID("owner\(number)"),
                isOwner: true
            )
            #expect((try await verifier.send(request, key: "\(number)").retryAt == midnight) == (number >= 20))
        }
        #expect(sender.codes.count == 100)
        clock.advance(by: midnight - clock.now)
        #expect(try await verifier.send(to: .anna, from: "next day", key: "next day").challenge != nil)
    }

    @Test("codes, attempts and limits are the same after a restart")
    func restart() async throws {
        let path = NSTemporaryDirectory() + "usher-codes-\(UUID()).db"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let key = CodeVerifier.randomKey()
        func restarted() throws -> CodeVerifier {
            try CodeVerifier(in: ServiceDatabase(path: path), key: key, sender: sender, clock: clock)
        }
        let challenge = try #require(try await restarted().send(to: .anna, key: "send").challenge)
        let code = sender.codes[0]
        for left in [4, 3, 2, 1] {
            #expect(try await restarted().check(wrong(code), of: challenge.id, key: "\(left)").text == "wrong \(left)")
        }
        #expect(try await restarted().send(to: .anna, key: "another").stillValid?.attemptsLeft == 1)
        // The same effect, performed again after the sender accepted the message, sends nothing.
        #expect(try await restarted().send(to: .anna, key: "send").challenge?.id == challenge.id)
        #expect(sender.codes.count == 1)
        #expect(try await restarted().check(Secret(code), of: challenge.id, key: "right").text == "verified")
        #expect(try await restarted().check(Secret(code), of: challenge.id, key: "again").text == "expired")
        for number in 0..<3 {
            clock.advance(by: .seconds(1))
            _ = try await restarted().send(to: .anna, from: "\(number)", key: "\(number)")
            clock.advance(by: .seconds(120))
        }
        #expect(sender.codes.count == 4)
        #expect(try await restarted().send(to: .anna, from: "4", key: "4").challenge != nil)
        clock.advance(by: .seconds(120))
        #expect(try await restarted().send(to: .anna, from: "5", key: "5").retryAt != nil)
    }

    @Test("a message that a crash interrupted is sent again with the same code and the same ID, and counts once")
    func crashWhileSending() async throws {
        let database = try ServiceDatabase.forTest()
        let key = CodeVerifier.randomKey()
        let stuck = StuckSender()
        let crashed = try CodeVerifier(in: database, key: key, sender: stuck, clock: clock)
        let running = Task { try await crashed.send(to: .anna, key: "effect") }
        let (lost, id) = await stuck.message()
        let restarted = try CodeVerifier(in: database, key: key, sender: sender, clock: clock)
        let challenge = try #require(try await restarted.send(to: .anna, key: "effect").challenge)
        #expect(sender.codes == [lost.code.exposed])
        #expect(sender.keys.withLock { $0 } == [id])
        #expect(try await restarted.check(lost.code, of: challenge.id, key: "check").text == "verified")
        #expect(try verifierCount(of: database) == 1)
        stuck.resume()
        _ = try await running.value
    }

    private func verifierCount(of database: ServiceDatabase) throws -> Int {
        try database.read { db in try CodeTables(db: db).sentCount(onDayOf: clock.now) }
    }

    @Test("the database contains neither codes nor telephone numbers nor sessions nor addresses")
    func stored() async throws {
        let path = NSTemporaryDirectory() + "usher-codes-\(UUID()).db"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let verifier = try CodeVerifier(in: ServiceDatabase(path: path), sender: sender, clock: clock)
        let request = CodeRequest(
            phone: .anna,
            session: SessionID("canary-session"),
            account: "canary-account",
            clientAddress: "203.0.113.77"
        )
        _ = try await verifier.send(request, key: "canary-key")
        let content = try Data(contentsOf: URL(fileURLWithPath: path))
        for text in ["491701234567", "canary", "203.0.113.77", sender.codes[0]] {
            #expect(content.range(of: Data(text.utf8)) == nil, "\(text)")
        }
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
        sender.error.withLock { $0 = RecordingSender.Failure() }
        for _ in 0..<3 {
            await #expect(throws: RecordingSender.Failure.self) { try await verifier.send(to: .anna, key: "1") }
        }
        #expect(try verifier.counts.codes == 0)
        sender.error.withLock { $0 = nil }
        #expect(try await verifier.send(to: .anna, key: "1").challenge != nil)
        // The number's limit counts one code and not four.
        for number in 0..<4 {
            clock.advance(by: .seconds(120))
            #expect(try await verifier.send(to: .anna, from: "\(number)", key: "again\(number)").challenge != nil)
        }
    }

    @Test("a session calls a failing sender a bounded number of times")
    func failingSenderIsLimited() async throws {
        sender.error.withLock { $0 = RecordingSender.Failure() }
        var failures = 0
        for number in 0..<20 {
            do { _ = try await verifier.send(to: .anna, key: "\(number)") } catch { failures += 1 }
        }
        #expect(failures == 5)
    }

    @Test("a failed send leaves the code that was sent before")
    func failingResend() async throws {
        let challenge = try await challenge()
        for wait in [30, 300] {
            clock.advance(by: .seconds(wait))
            sender.error.withLock { $0 = RecordingSender.Failure() }
            await #expect(throws: RecordingSender.Failure.self) { try await verifier.send(to: .anna, key: "\(wait)") }
        }
        #expect(try await verifier.check(Secret(sender.codes[0]), of: challenge.id, key: "check").text == "verified")
    }

    @Test("a code whose delivery is not confirmed counts and can be entered")
    func unconfirmed() async throws {
        sender.error.withLock { $0 = UnconfirmedDelivery("The gateway did not respond.") }
        guard case .unconfirmed(let challenge) = try await verifier.send(to: .anna, key: "1") else {
            Issue.record("The result is not '.unconfirmed'.")
            return
        }
        #expect(try await verifier.send(to: .anna, key: "2").stillValid == challenge)
        #expect(try await verifier.check(Secret("12345"), of: challenge.id, key: "3").text == "wrong 4")
    }

    @Test(
        "after fifty wrong attempts at a number, each code allows one, and a right one resets the count"
    )
    func wrongAttemptsOutliveCodes() async throws {
        var attempts: [Int] = []
        func send(_ round: Int) async throws -> CodeChallenge {
            clock.advance(by: .seconds(1_800))
            let challenge = try #require(
                try await verifier.send(to: .anna, from: "\(round)", key: "s\(round)").challenge
            )
            attempts.append(challenge.attemptsLeft)
            return challenge
        }
        func check(_ code: Secret, _ challenge: CodeChallenge, _ round: Int, _ number: Int) async throws -> String {
            try await verifier.check(
                code,
                of: challenge.id,
                session: SessionID("\(round)"),
                key: "\(round).\(number)"
            ).text
        }
        for round in 0..<14 {
            let challenge = try await send(round)
            for number in 0..<5 {
                _ = try await check(wrong(try #require(sender.codes.last)), challenge, round, number)
            }
        }
        // Each code adds five, and the limit replenishes one in between.
        #expect(attempts == Array(repeating: 5, count: 12) + [2, 1])
        let challenge = try await send(14)
        #expect(try await check(Secret(try #require(sender.codes.last)), challenge, 14, 0) == "verified")
        _ = try await send(15)
        #expect(attempts.suffix(2) == [1, 5])
    }

    @Test("obsolete rows are removed, a bounded number at each request")
    func removal() async throws {
        var limits = CodeLimits()
        limits.prefixes = ["+49"]
        let verifier = try CodeVerifier(in: .forTest(), sender: sender, clock: clock, limits: limits)
        for number in 0..<150 {
            let phone = try #require(PhoneNumber("+4917000000\(100 + number)"))
            _ = try await verifier.send(to: phone, from: "\(number)", key: "\(number)")
        }
        #expect(try verifier.counts == (150, 300))
        clock.advance(by: .seconds(24 * 3_600))
        #expect(try await verifier.send(to: .anna, key: "later").challenge != nil)
        #expect(try verifier.counts == (51, 202))
        #expect(try await verifier.send(to: .ben, key: "later still").challenge != nil)
        #expect(try verifier.counts == (2, 103))
    }

    @Test("a server that starts with a clock that is a month ahead removes no code and no limit")
    func startAhead() async throws {
        let database = try ServiceDatabase.forTest()
        let key = CodeVerifier.randomKey()
        let verifier = try CodeVerifier(in: database, key: key, sender: sender, clock: clock)
        for number in 0..<4 {
            _ = try await verifier.send(to: .anna, from: "\(number)", key: "\(number)")
            clock.advance(by: .seconds(120))
        }
        let challenge = try #require(try await verifier.send(to: .anna, from: "owner", key: "owner").challenge)
        let code = try #require(sender.codes.last)
        let ahead = ManualClock(now: clock.now + .seconds(30 * 86_400))
        let early = try CodeVerifier(in: database, key: key, sender: sender, clock: ahead)
        ahead.advance(by: .seconds(3_599))
        #expect(try await early.send(to: .ben, from: "ben", key: "ben").challenge != nil)
        let restarted = try CodeVerifier(in: database, key: key, sender: sender, clock: clock)
        let result = try await restarted.check(
            Secret(code),
            of: challenge.id,
            session: SessionID("owner"),
            key: "check"
        )
        #expect(result.text == "verified")
        #expect(try await restarted.send(to: .anna, from: "next", key: "next").retryAt != nil)
        #expect(try verifierCount(of: database) == 5)
    }

    @Test("a clock that was set forward and back does not extend a wait beyond one interval")
    func clockSetBack() async throws {
        let database = try ServiceDatabase.forTest()
        let key = CodeVerifier.randomKey()
        let wrongClock = ManualClock(now: clock.now + .seconds(30 * 24 * 3_600))
        let early = try CodeVerifier(in: database, key: key, sender: sender, clock: wrongClock)
        for number in 0..<5 {
            _ = try await early.send(to: .anna, from: "\(number)", key: "\(number)")
            wrongClock.advance(by: .seconds(120))
        }
        let verifier = try CodeVerifier(in: database, key: key, sender: sender, clock: clock)
        #expect(try await verifier.send(to: .anna, from: "now", key: "now").retryAt == clock.now + 1_800)
    }

    @Test("every digit is equally likely at every position")
    func uniform() {
        var counts = Array(repeating: Array(repeating: 0, count: 10), count: 6)
        let key = CodeVerifier.randomKey()
        for _ in 0..<20_000 {
            let code = CodeVerifier.code(from: Sodium.randomBytes(16), key: key)
            for (place, digit) in code.utf8.enumerated() { counts[place][Int(digit) - 0x30] += 1 }
        }
        // 2,000 are expected, and seven standard deviations are 300.
        #expect(counts.joined().allSatisfy { (1_700...2_300).contains($0) })
    }
}

/// A sender that receives a message and does not return until a test resumes it.
private final class StuckSender: CodeSender {
    private let received = AsyncStream<(CodeMessage, String)>.makeStream()
    private let released = AsyncStream<Void>.makeStream()

    func send(_ message: CodeMessage, key: String) async throws {
        received.continuation.yield((message, key))
        for await _ in released.stream { break }
    }

    /// Waits for the message and its ID.
    func message() async -> (CodeMessage, String) {
        for await message in received.stream { return message }
        preconditionFailure("The stream ended.")
    }

    func resume() { released.continuation.yield() }
}

extension SendCode.Value {
    fileprivate var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
    fileprivate var isUnsupportedCountry: Bool { if case .unsupportedCountry = self { true } else { false } }
}
