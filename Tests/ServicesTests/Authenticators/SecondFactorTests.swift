import Coordination
import FoundationEssentials
import JSON
import Sessions
import SessionsTesting
import Testing

@testable import AccountFlows
@testable import Accounts
@testable import Applications
@testable import ServiceDatabase

@Suite("Sign-in in two steps", .eachEngine)
struct SecondFactorTests {
    private let clock = ManualClock()
    private let database: ServiceDatabase
    private let secret = CodeVerifier.randomKey()
    private let directory: LocalAccountDirectory
    private let opening: SealingKey

    init() throws {
        database = try .forTest()
        directory = try LocalAccountDirectory(in: database, secret: secret, clock: clock, hashing: .cheap)
        opening = SealingKey(derivedFrom: secret)
    }

    // MARK: Steps of the tests

    private func signUp(_ login: String = "ada") async throws {
        let credentials = Credentials(login: login, password: Secret("horse battery"))
        let prepared = try await directory.prepare(credentials, from: .session("s"), key: UUID().uuidString)
        guard case .prepared(let request) = prepared else { throw Unexpected() }
        _ = try await directory.create(request, phone: nil, from: .session("s"), key: UUID().uuidString)
    }

    private func signIn(from session: String = "s") async throws -> SignIn.Value {
        let credentials = Credentials(login: "ada", password: Secret("horse battery"))
        return try await directory.signIn(credentials, from: .session(session), key: UUID().uuidString)
    }

    /// Turns the authenticator app on, and returns its key and the recovery codes.
    private func turnOn() async throws -> (key: [UInt8], recoveryCodes: [String]) {
        try await signUp()
        let sealed = try #require(try await directory.beginAuthenticator(of: "ada"))
        let key = try key(sealed)
        let result = try await directory.confirmAuthenticator(
            Secret(try code(of: key)),
            of: "ada",
            from: .session("s"),
            key: UUID().uuidString
        )
        guard case .confirmed(let codes) = result else { throw Unexpected() }
        return (key, try codes.map { try #require(opening.open($0)) })
    }

    private func key(_ sealed: SealedText) throws -> [UInt8] {
        let text = try #require(opening.open(sealed))
        return try #require(Base32.bytes(text.split(separator: " ").joined()))
    }

    private func code(of key: [UInt8]) throws -> String {
        try #require(TimeBasedCode.code(of: key, at: TimeBasedCode.step(at: clock.now)))
    }

    private func check(_ code: String, _ result: SignIn.Value, from session: String = "s") async throws -> String {
        guard case .secondFactor(let challenge) = result else { throw Unexpected() }
        return try await check(code, challenge, from: session)
    }

    private func check(_ code: String, _ challenge: SecondFactorChallenge, from session: String) async throws -> String
    {
        let result = try await directory.checkSecondFactor(
            Secret(code),
            of: challenge.id,
            from: .session(session),
            key: UUID().uuidString
        )
        return switch result {
        case .account(let account): "account \(account.id)"
        case .rejected: "rejected"
        case .expired: "expired"
        case .tooMany: "tooMany"
        }
    }

    private func recover(_ code: String, login: String = "ada", from session: String = "s") async throws -> String {
        let entry = RecoveryEntry(login: login, code: Secret(code), password: Secret("new horse battery"))
        let result = try await directory.recover(entry, from: .session(session), key: UUID().uuidString)
        return switch result {
        case .account(let account): "account \(account.id)"
        case .secondFactor: "secondFactor"
        case .rejected: "rejected"
        case .weakPassword: "weakPassword"
        case .tooMany: "tooMany"
        }
    }

    // MARK: Codes of an app

    @Test("an app is in use once its first code is confirmed, and the password alone signs nobody in then")
    func twoSteps() async throws {
        try await signUp()
        _ = try await directory.beginAuthenticator(of: "ada")
        #expect(try await signIn().text == "account ada")
        #expect(try await directory.security(of: "ada")?.hasAuthenticator == false)
        let wrong = try await directory.confirmAuthenticator(
            Secret("000000"),
            of: "ada",
            from: .session("s"),
            key: UUID().uuidString
        )
        guard case .rejected = wrong else { throw Unexpected() }
        #expect(try await signIn().text == "account ada")
    }

    @Test("a code works once, in the session of the password and within ten minutes")
    func codes() async throws {
        let (key, _) = try await turnOn()
        #expect(try await directory.security(of: "ada")?.hasAuthenticator == true)
        // The code that confirmed the app was used.
        #expect(try await check(code(of: key), signIn()) == "rejected")
        clock.advance(by: .seconds(30))
        let signIn = try await signIn()
        #expect(try await check(code(of: key), signIn, from: "other") == "expired")
        #expect(try await check(code(of: key), signIn) == "account ada")
        #expect(try await check(code(of: key), signIn) == "expired")
        #expect(try await check(code(of: key), self.signIn(from: "t"), from: "t") == "rejected")
        let late = try await self.signIn(from: "t")
        clock.advance(by: .seconds(600))
        #expect(try await check(code(of: key), late, from: "t") == "expired")
    }

    @Test("the codes are those of the system's time, which an authenticator app has, too")
    func systemTime() async throws {
        let (key, _) = try await turnOn()
        let jumped = JumpedClock(clock: clock)
        let directory = try LocalAccountDirectory(in: database, secret: secret, clock: jumped, hashing: .cheap)
        let credentials = Credentials(login: "ada", password: Secret("horse battery"))
        let result = try await directory.signIn(credentials, from: .session("s"), key: "1")
        guard case .secondFactor(let challenge) = result else { throw Unexpected() }
        let step = TimeBasedCode.step(at: jumped.timeOfDay)
        let code = Secret(try #require(TimeBasedCode.code(of: key, at: step)))
        let checked = try await directory.checkSecondFactor(code, of: challenge.id, from: .session("s"), key: "2")
        guard case .account = checked else { throw Unexpected() }
    }

    @Test("the right password gives no more attempts at the code")
    func guesses() async throws {
        _ = try await turnOn()
        var results: [String] = []
        for _ in 0..<40 {
            guard case .secondFactor(let challenge) = try await signIn(from: "attacker") else { break }
            results.append(try await check("000000", challenge, from: "attacker"))
        }
        #expect(results == Array(repeating: "rejected", count: 5))
        guard case .tooMany = try await signIn(from: "attacker") else { throw Unexpected() }
        for session in 0..<100 {
            guard case .secondFactor(let challenge) = try await signIn(from: "a\(session)") else { continue }
            results.append(try await check("000000", challenge, from: "a\(session)"))
        }
        #expect(results.filter { $0 == "rejected" }.count == 20)
    }

    @Test("without the app the password is enough again, and a key is made anew for each setup")
    func turnOff() async throws {
        let (key, _) = try await turnOn()
        try await directory.removeAuthenticator(of: "ada")
        #expect(try await signIn().text == "account ada")
        let sealed = try #require(try await directory.beginAuthenticator(of: "ada"))
        #expect(try self.key(sealed) != key)
        clock.advance(by: .seconds(15 * 60))
        let late = try await directory.confirmAuthenticator(
            Secret("000000"),
            of: "ada",
            from: .session("s"),
            key: UUID().uuidString
        )
        guard case .expired = late else { throw Unexpected() }
    }

    // MARK: Recovery codes

    @Test("a recovery code stands in for the app once, however it is grouped and written")
    func recoveryCode() async throws {
        let (_, codes) = try await turnOn()
        #expect(codes.count == 10 && Set(codes).count == 10)
        #expect(codes.allSatisfy { $0.utf8.count == 19 })
        let typed = codes[0].lowercased().split(separator: "-").joined(separator: " ")
        #expect(try await check(typed, signIn()) == "account ada")
        #expect(try await check(codes[0], signIn()) == "rejected")
        #expect(try await directory.security(of: "ada")?.recoveryCodes == 9)
        let new = try await directory.makeRecoveryCodes(of: "ada")
        #expect(try await check(codes[1], signIn()) == "rejected")
        let first = try #require(opening.open(new[1]))
        #expect(try await check(first, signIn()) == "account ada")
    }

    @Test("a recovery code sets a new password, and an account with an app still asks for a second code")
    func recovery() async throws {
        try await signUp()
        let codes = try await directory.makeRecoveryCodes(of: "ada").map { try #require(opening.open($0)) }
        #expect(try await recover("AAAA-AAAA-AAAA-AAAA") == "rejected")
        #expect(try await recover(codes[0], login: "bob") == "rejected")
        #expect(try await recover(codes[0]) == "account ada")
        #expect(try await signIn().text == "rejected")
        #expect(try await recover(codes[0]) == "rejected")
        let sealed = try #require(try await directory.beginAuthenticator(of: "ada"))
        let key = try key(sealed)
        _ = try await directory.confirmAuthenticator(
            Secret(try code(of: key)),
            of: "ada",
            from: .session("s"),
            key: UUID().uuidString
        )
        #expect(try await recover(codes[1]) == "secondFactor")
    }

    @Test("guesses of recovery codes are slowed down like those of passwords")
    func recoveryGuesses() async throws {
        try await signUp()
        var results: [String] = []
        for _ in 0..<10 { results.append(try await recover("AAAA-AAAA-AAAA-AAAA", from: "attacker")) }
        #expect(results.filter { $0 == "rejected" }.count == 5)
        #expect(results.last == "tooMany")
    }

    @Test("a reset by phone does not replace the second factor")
    func reset() async throws {
        _ = try await turnOn()
        let result = try await directory.setPassword(Secret("new horse battery"), of: "ada", from: .session("t"))
        #expect(result?.text == "secondFactor")
        #expect(try await directory.hasRecentSignIn(SessionID("t"), to: "ada") == false)
    }

    // MARK: Storage

    @Test("the database has no key and no recovery code that can be used without the secret")
    func storage() async throws {
        let (key, codes) = try await turnOn()
        let rows = try database.read { db in
            try db.rows("SELECT key FROM authenticator").map { try Array($0.text(0).utf8) }
                + db.rows("SELECT code FROM recovery_code").map { try $0.bytes(0) }
        }
        #expect(rows.count == 11)
        let secrets = [key, Array(Base32.text(key).utf8)] + codes.map { Array($0.utf8) }
        for secret in secrets { #expect(!rows.contains { $0.contains(secret) }) }
        let other = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        clock.advance(by: .seconds(30))
        guard case .secondFactor(let challenge) = try await signIn() else { throw Unexpected() }
        for code in [try code(of: key), codes[0]] {
            let result = try await other.checkSecondFactor(
                Secret(code),
                of: challenge.id,
                from: .session("s"),
                key: UUID().uuidString
            )
            guard case .rejected = result else { throw Unexpected() }
        }
    }

    @Test("the demonstration account has an app of its own, which ends with the process")
    func demo() async throws {
        let demo = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap, hasDemoAccount: true)
        #expect(try await demo.beginAuthenticator(of: "demo") != nil)
        let count = try database.read { try $0.row("SELECT COUNT(*) FROM authenticator")?.integer(0) }
        #expect(count == 0)
        #expect(try await demo.beginAuthenticator(of: "nobody") == nil)
        #expect(try await demo.makeRecoveryCodes(of: "nobody") == [])
    }

    @Test("a removed phone is gone, and others stay")
    func removePhone() async throws {
        try await signUp()
        let phones = try ["+491701234567", "+447700900123"].map { try #require(PhoneNumber($0)) }
        for phone in phones { _ = try await directory.attachPhone(phone, to: "ada", key: phone.digits) }
        #expect(try await directory.removePhone(phones[0], from: "ada")?.phones == [phones[1]])
        #expect(try await directory.removePhone(phones[0], from: "ada")?.phones == [phones[1]])
        #expect(try await directory.account("ada")?.phones == [phones[1]])
        #expect(try await directory.removePhone(phones[0], from: "nobody") == nil)
    }
}

/// A clock of a system that was corrected by ten minutes.
///
/// The clock does not follow that correction yet.
private struct JumpedClock: WallClock {
    let clock: ManualClock

    var now: Timestamp { clock.now }
    var timeOfDay: Timestamp { clock.now + .seconds(600) }

    func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
        clock.schedule(at: time, action)
    }
}
