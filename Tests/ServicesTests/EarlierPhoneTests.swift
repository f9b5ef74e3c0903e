import Concurrency
import Coordination
import JSON
import SessionsTesting
import Testing

@testable import AccountFlows
@testable import Accounts
@testable import Applications
@testable import ServiceDatabase
@testable import Sessions

/// Earlier releases stored the zero of a German number that its owner had typed, as in `+49 (0)30 …`.
@Suite("Telephone numbers as earlier releases stored them", .eachEngine)
struct EarlierPhoneTests {
    private static let spellings = ["+490305550001", "+49305550001", "+49 (0)30 555 00 01", "tel:+49-30-5550001"]

    private let clock = ManualClock()
    private let sender = RecordingSender()
    private let database: ServiceDatabase
    private let directory: LocalAccountDirectory
    private let verifier: CodeVerifier

    init() throws {
        database = try .forTest()
        directory = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        verifier = try CodeVerifier(in: database, sender: sender, clock: clock)
    }

    private func stored(_ spelling: String) throws -> PhoneNumber {
        try JSONCoding.decode(PhoneNumber.self, from: .string(spelling))
    }

    /// Stores an account as an earlier release did.
    private func store(_ account: Account) throws {
        let password = try PasswordHasher(cost: .cheap).hash("correct horse")
        try database.write { db in
            _ = try db.change(
                "INSERT INTO account (login, document, password) VALUES (?, ?, ?)",
                Array(account.id.utf8),
                try JSONColumn.text(account),
                password.text
            )
        }
    }

    /// Uses up the codes of strangers for a number, with the spellings in turn.
    private func useUpCodes(_ spellings: [String] = spellings) async throws -> SendCode.Value {
        for number in 0..<5 {
            let phone = try stored(spellings[number % spellings.count])
            let challenge = try #require(
                try await verifier.send(to: phone, from: "\(number)", key: "send \(number)").challenge
            )
            for attempt in 0..<5 {
                let key = "\(number).\(attempt)"
                let session = SessionID("\(number)")
                _ = try await verifier.check(wrong(sender.codes[number]), of: challenge.id, session: session, key: key)
            }
        }
        return try await verifier.send(to: try stored(spellings[0]), from: "last", key: "last")
    }

    @Test("all spellings of a number share its codes and limits, and the codes go to the canonical one")
    func sharedLimits() async throws {
        #expect(try stored(Self.spellings[0]).digits == "+490305550001")
        #expect(try await useUpCodes().retryAt == clock.now + 1_800)
        for spelling in Self.spellings {
            let result = try await verifier.send(to: try stored(spelling), from: spelling, key: spelling)
            #expect(result.retryAt == clock.now + 1_800, "\(spelling)")
        }
        #expect(sender.messages.withLock { Set($0.map(\.phone.digits)) } == ["+49305550001"])
        // The control: another number has its own.
        #expect(try await verifier.send(to: .anna, from: "other", key: "other").challenge != nil)
    }

    @Test("a number has one live code in all its spellings", arguments: spellings, spellings)
    func oneLiveCode(first: String, second: String) async throws {
        let challenge = try #require(try await verifier.send(to: try stored(first), key: "1").challenge)
        let early = try await verifier.send(to: try stored(second), from: "stranger", key: "2")
        #expect(early.retryAt == clock.now + .seconds(120))
        clock.advance(by: .seconds(30))
        #expect(try await verifier.send(to: try stored(second), key: "3").challenge?.id == challenge.id)
        #expect(try await verifier.check(Secret(sender.codes[0]), of: challenge.id, key: "4").text == "verified")
    }

    @Test("an account owns its number in every spelling, so strangers can't use up its codes", arguments: spellings)
    func owner(spelling: String) async throws {
        try store(Account(id: "ann", phones: [try stored(Self.spellings[0])]))
        var handlers = EffectHandlers()
        AccountServices(accounts: directory, codes: verifier).register(in: &handlers)
        #expect(try await useUpCodes().retryAt != nil)
        func send(as account: Account.ID?) async throws -> SendCode.Value {
            let session = SessionID("session of \(account ?? "a stranger")")
            let context = EffectContext(
                idempotencyKey: "\(session)/1",
                session: session,
                now: clock.now,
                client: nil,
                userSessions: UserSessions(of: session, client: nil, in: nil)
            )
            let effect = SendCode(phone: try stored(spelling), account: account)
            return try #require(try await handlers.perform(effect, context) as? SendCode.Value)
        }
        #expect(try await send(as: nil).retryAt != nil)
        #expect(try await send(as: "ann").challenge != nil)
    }

    @Test("a number that is verified again is once in the account, in its canonical spelling", arguments: spellings)
    func verifiedAgain(spelling: String) async throws {
        try store(Account(id: "ann", phones: [try stored(Self.spellings[0]), .ben]))
        let account = try await directory.attachPhone(try stored(spelling), to: "ann", key: "1")
        #expect(account?.phones.map(\.digits) == ["+49305550001", PhoneNumber.ben.digits])
    }

    @Test("a number is removed in every spelling", arguments: spellings)
    func removed(spelling: String) async throws {
        try store(Account(id: "ann", phones: [try stored(Self.spellings[0]), try stored(Self.spellings[1]), .ben]))
        #expect(try await directory.removePhone(try stored(spelling), from: "ann")?.phones == [.ben])
    }

    @Test("all spellings of a verified number share the limit of attempts to sign up")
    func signUps() throws {
        let throttle = SignInThrottle(database: database, expired: ExpiredRows(clock: clock), capacity: 100)
        func admitted(_ spellings: [String]) throws -> Int {
            try (0..<20).count { number in
                let phone = try stored(spellings[number % spellings.count])
                let origin = SignInOrigin.session("\(spellings.count) \(number)")
                return try throttle.begin(withPhone: phone, from: origin, at: clock.now) == nil
            }
        }
        #expect(try admitted(Self.spellings) == 5)
        #expect(try admitted(["+49305550002"]) == 5)
    }
}
