import Concurrency
import Coordination
import Foundation
import Sessions
import SessionsTesting
import Testing

@testable import AccountFlows
@testable import Accounts
@testable import Applications
@testable import ServiceDatabase

@Suite("Changing and resetting a password", .eachEngine)
struct PasswordChangeTests {
    let clock = ManualClock()
    let sender = RecordingSender()
    let database: ServiceDatabase
    let directory: LocalAccountDirectory
    let resets: PasswordResets

    init() async throws {
        database = try .forTest()
        directory = try LocalAccountDirectory(in: database, clock: clock, hashing: .cheap)
        let codes = try CodeVerifier(in: database, sender: sender, clock: clock)
        resets = PasswordResets(accounts: directory, codes: codes)
        try await directory.signUp(.of("anna", "correct horse"), key: "anna")
        _ = try await directory.attachPhone(.anna, to: "anna", key: "phone")
    }

    private func change(_ current: String, to password: String) async throws -> ChangePassword.Value {
        try await directory.changePassword(
            PasswordChange(current: Secret(current), password: Secret(password)),
            of: "anna",
            from: .session("s"),
            key: UUID().uuidString
        )
    }

    private func signIn(_ password: String, from session: String = UUID().uuidString) async throws -> String {
        try await directory.signIn(.of("anna", password), from: .session(session), key: UUID().uuidString).text
    }

    private func send(to login: String, from session: String = "s") async throws -> CodeChallenge {
        let result = try await resets.sendCode(to: login, from: .session(session), key: UUID().uuidString)
        resets.waitForDeliveries()
        guard case .sent(let challenge) = result else { throw Unexpected(text: "\(result)") }
        return challenge
    }

    @Test("a sender that does not respond delays no response, so that its time does not tell whether there is a phone")
    func delivery() async throws {
        let gateway = GatedSender()
        let codes = try CodeVerifier(in: database, sender: gateway, clock: clock)
        let resets = PasswordResets(accounts: directory, codes: codes)
        let result = try await resets.sendCode(to: "anna", from: .session("s"), key: "1")
        guard case .sent = result else { throw Unexpected(text: "\(result)") }
        #expect(gateway.sentCount == 0)
        gateway.open()
        resets.waitForDeliveries()
        #expect(gateway.sentCount == 1)
    }

    private func reset(
        _ challenge: CodeChallenge,
        _ code: Secret,
        _ password: String = "battery staple",
        from session: String = "s"
    ) async throws -> String {
        let entry = PasswordResetEntry(code: code, password: Secret(password))
        let result = try await resets.reset(
            entry,
            of: challenge.id,
            from: .session(session),
            key: UUID().uuidString
        )
        return switch result {
        case .account(let account): "account \(account.id)"
        case .secondFactor: "secondFactor"
        case .wrongCode(let left): "wrong \(left)"
        case .expired: "expired"
        case .weakPassword(let weakness): "weak \(weakness)"
        }
    }

    @Test("a password is changed with the current one only, and only to one that follows the rules")
    func changes() async throws {
        guard case .rejected = try await change("wrong horse", to: "battery staple") else { throw Unexpected() }
        guard case .weakPassword(.common) = try await change("correct horse", to: "password1") else {
            throw Unexpected()
        }
        #expect(try await signIn("correct horse") == "account anna")
        guard case .changed = try await change("correct horse", to: "battery staple") else { throw Unexpected() }
        #expect(try await signIn("correct horse") == "rejected")
        #expect(try await signIn("battery staple") == "account anna")
    }

    @Test("wrong current passwords are throttled like those of a sign-in")
    func throttled() async throws {
        for _ in 0..<5 {
            guard case .rejected = try await change("wrong horse", to: "battery staple") else { throw Unexpected() }
        }
        guard case .tooMany = try await change("correct horse", to: "battery staple") else { throw Unexpected() }
    }

    @Test("a change takes their own counts from all other sessions")
    func forgetsSessions() async throws {
        #expect(try await signIn("correct horse", from: "old") == "account anna")
        guard case .changed = try await change("correct horse", to: "battery staple") else { throw Unexpected() }
        for _ in 0..<20 { _ = try await signIn("wrong horse") }
        #expect(try await signIn("battery staple", from: "old").hasPrefix("tooMany"))
        #expect(try await signIn("battery staple", from: "s") == "account anna")
    }

    @Test("a sign-in is recent for fifteen minutes, in its own session, and a confirmed password renews it")
    func recentSignIn() async throws {
        func isRecent(_ session: String) async throws -> Bool {
            try await directory.hasRecentSignIn(SessionID(session), to: "anna")
        }
        func confirm(_ password: String) async throws -> ConfirmPassword.Value {
            try await directory.confirm(Secret(password), of: "anna", from: .session("s"), key: UUID().uuidString)
        }
        #expect(try await signIn("correct horse", from: "s") == "account anna")
        #expect(try await isRecent("s"))
        #expect(try await !isRecent("other"))
        clock.advance(by: .seconds(15 * 60 + 1))
        #expect(try await !isRecent("s"))
        guard case .rejected = try await confirm("wrong horse") else { throw Unexpected() }
        #expect(try await !isRecent("s"))
        guard case .confirmed = try await confirm("correct horse") else { throw Unexpected() }
        #expect(try await isRecent("s"))
        for _ in 0..<5 { _ = try await confirm("wrong horse") }
        guard case .tooMany = try await confirm("correct horse") else { throw Unexpected() }
    }

    @Test("a sign-in is recent after many others at the same time")
    func simultaneousSignIns() async throws {
        for number in 0..<40 {
            #expect(try await signIn("correct horse", from: "session \(number)") == "account anna")
            #expect(try await directory.hasRecentSignIn(SessionID("session \(number)"), to: "anna"))
        }
    }

    @Test("a forgotten password is set with the code that was sent to the phone, once")
    func resets() async throws {
        let challenge = try await send(to: " Anna")
        let code = Secret(try #require(sender.codes.last))
        #expect(try await reset(challenge, wrong(code.exposed)) == "wrong 4")
        #expect(try await reset(challenge, code, "password") == "weak common")
        #expect(try await reset(challenge, code) == "account anna")
        #expect(try await reset(challenge, code, "another password") == "expired")
        #expect(try await signIn("correct horse") == "rejected")
        #expect(try await signIn("battery staple") == "account anna")
    }

    @Test("only the session that requested the code can use it")
    func otherSession() async throws {
        let challenge = try await send(to: "anna")
        let code = Secret(try #require(sender.codes.last))
        #expect(try await reset(challenge, code, from: "other") == "expired")
        #expect(try await reset(challenge, code) == "account anna")
    }

    @Test("a login without a phone or an account gets the responses of any other, and no code")
    func unknownLogin() async throws {
        try await directory.signUp(.of("ben", "correct horse"), key: "ben")
        var seen: [[String]] = []
        for (number, login) in ["anna", "ben", "unknown", "\u{200B}"].enumerated() {
            let challenge = try await send(to: login, from: "s\(number)")
            var texts = ["\(challenge.resendAvailableAt) \(challenge.expiresAt) \(challenge.attemptsLeft)"]
            texts.append(try await reset(challenge, Secret("x"), "password", from: "s\(number)"))
            let code = sender.codes.last ?? "000000"
            for _ in 0..<6 { texts.append(try await reset(challenge, wrong(code), from: "s\(number)")) }
            seen.append(texts)
        }
        #expect(Set(seen).count == 1)
        #expect(
            seen.first?.dropFirst() == [
                "weak common", "wrong 4", "wrong 3", "wrong 2", "wrong 1", "wrong 0", "expired",
            ]
        )
        #expect(sender.codes.count == 1)
    }

    @Test("a session can't have codes sent without end")
    func limited() async throws {
        for _ in 0..<5 { _ = try await send(to: "anna") }
        guard case .tooMany = try await resets.sendCode(to: "anna", from: .session("s"), key: "6") else {
            throw Unexpected()
        }
        #expect(sender.codes.count <= 5)
    }

    @Test("a reset gives the owner a way in when a login admits one attempt a day")
    func wayIn() async throws {
        var failures = 0
        while failures < 100 {
            if try await signIn("wrong horse") == "rejected" { failures += 1 } else { clock.advance(by: .seconds(900)) }
        }
        #expect(try await signIn("correct horse", from: "owner") == "tooMany \(clock.now + 86_400)")
        let challenge = try await send(to: "anna", from: "owner")
        let code = Secret(try #require(sender.codes.last))
        #expect(try await reset(challenge, code, from: "owner") == "account anna")
        #expect(try await signIn("battery staple", from: "owner") == "account anna")
        #expect(try await signIn("battery staple", from: "new") == "account anna")
    }
}

/// A sender that blocks until a test opens it.
private final class GatedSender: CodeSender {
    private let state = Monitor((isOpen: false, sentCount: 0))

    var sentCount: Int { state.withLock { $0.sentCount } }

    func open() { state.withLock { $0.isOpen = true } }

    func send(_ message: CodeMessage, key: String) async throws {
        state.wait(while: { !$0.isOpen }) { $0.sentCount += 1 }
    }
}
