import Concurrency
import Coordination
import SessionsTesting
import Testing

@testable import AccountFlows
@testable import Accounts
@testable import Applications
@testable import DemonstrationServices
@testable import Sessions
@testable import UsherProgram

@Suite("The effects in the audit log")
struct AuditedEffectsTests {
    private final class RecordedEvents: AuditLog {
        let events = Lock([AuditEvent]())

        func record(_ event: AuditEvent) { events.withLock { $0.append(event) } }
    }

    private let time = Timestamp(milliseconds: 0)
    private let account = Account(id: "ada")
    private let challenge = CodeChallenge(
        id: "c",
        resendAvailableAt: Timestamp(milliseconds: 0),
        expiresAt: Timestamp(milliseconds: 0),
        attemptsLeft: 5
    )

    /// Returns the events of an effect with a result, as event, outcome and account.
    private func events<E: Effect>(_ effect: E, _ results: E.Value...) async throws -> [String] {
        let clock = ManualClock()
        let log = RecordedEvents()
        for result in results {
            var handlers = EffectHandlers()
            let accounts = try LocalAccountDirectory(clock: clock)
            AccountServices(accounts: accounts, codes: try CodeVerifier(sender: nil, clock: clock)).register(
                in: &handlers
            )
            ShippedServices(
                accounts: accounts,
                customers: try CustomerRecords(clock: clock),
                catalog: DelayedCatalog(),
                purchases: try PurchaseRecords(clock: clock),
                items: try ItemRecords()
            ).register(in: &handlers)
            handlers.on(E.self) { _, _ in result }
            AuditedEffects(log).observe(&handlers)
            let session = SessionID("s")
            let context = EffectContext(
                idempotencyKey: "k",
                session: session,
                now: clock.now,
                client: "192.0.2.1",
                userSessions: UserSessions(of: session, client: "192.0.2.1", in: nil)
            )
            _ = try await handlers.perform(effect, context)
        }
        let events = log.events.withLock { $0 }
        #expect(events.allSatisfy { $0.session == SessionID("s") && $0.client == "192.0.2.1" })
        return events.map {
            ([$0.action.rawValue, $0.outcome] + ($0.account.map { [$0] } ?? [])).joined(separator: " ")
        }
    }

    @Test("a sign-up has its outcome, and one beyond the limits is limited, also before the phone")
    func signUps() async throws {
        #expect(
            try await events(
                CreateAccount(request: "r", phone: nil),
                .account(account),
                .taken,
                .expired,
                .tooMany(retryAt: time)
            ) == [
                "account.sign-up ok ada", "account.sign-up rejected", "account.sign-up rejected",
                "account.sign-up limited",
            ]
        )
        let credentials = Credentials(login: "ada", password: Secret("p"))
        #expect(
            try await events(
                PrepareAccount(credentials: credentials),
                .prepared(request: "r"),
                .invalidLogin,
                .tooMany(retryAt: time)
            ) == ["account.sign-up limited"]
        )
    }

    @Test("sign-ins and their second steps have their outcomes, and the account once it is proved")
    func signIns() async throws {
        let credentials = Credentials(login: "ada", password: Secret("p"))
        #expect(
            try await events(
                SignIn(credentials: credentials),
                .account(account),
                .secondFactor(SecondFactorChallenge(id: "c")),
                .rejected,
                .tooMany(retryAt: time)
            ) == [
                "account.sign-in ok ada", "account.sign-in second-factor", "account.sign-in rejected",
                "account.sign-in limited",
            ]
        )
        #expect(
            try await events(
                CheckSecondFactor(challenge: "c", code: Secret("1")),
                .account(account),
                .rejected,
                .expired,
                .tooMany(retryAt: time)
            ) == [
                "account.second-factor ok ada", "account.second-factor rejected", "account.second-factor rejected",
                "account.second-factor limited",
            ]
        )
    }

    @Test("changes of phones, apps and recovery codes have the account")
    func security() async throws {
        let phone = try #require(PhoneNumber("+491701234567"))
        #expect(
            try await events(AttachPhone(account: "ada", phone: phone), account, nil) == [
                "account.phone-attached ok ada", "account.phone-attached rejected ada",
            ]
        )
        #expect(
            try await events(RemovePhone(account: "ada", phone: phone), account, nil) == [
                "account.phone-removed ok ada", "account.phone-removed rejected ada",
            ]
        )
        #expect(
            try await events(
                ConfirmAuthenticator(account: "ada", code: Secret("1")),
                .confirmed(recoveryCodes: []),
                .rejected,
                .expired,
                .tooMany(retryAt: time)
            ) == [
                "account.authenticator-added ok ada", "account.authenticator-added rejected ada",
                "account.authenticator-added rejected ada", "account.authenticator-added limited ada",
            ]
        )
        #expect(
            try await events(RemoveAuthenticator(account: "ada"), Nothing()) == ["account.authenticator-removed ok ada"]
        )
        #expect(
            try await events(MakeRecoveryCodes(account: "ada"), [SealedText(sealed: "r")], []) == [
                "account.recovery-codes-made ok ada", "account.recovery-codes-made rejected ada",
            ]
        )
    }

    @Test("changes, confirmations, resets and recoveries of a password have their outcomes")
    func passwords() async throws {
        #expect(
            try await events(
                ConfirmPassword(account: "ada", password: Secret("p")),
                .confirmed,
                .rejected,
                .tooMany(retryAt: time)
            ) == [
                "account.password-confirmed ok ada", "account.password-confirmed rejected ada",
                "account.password-confirmed limited ada",
            ]
        )
        let change = PasswordChange(current: Secret("p"), password: Secret("q"))
        #expect(
            try await events(
                ChangePassword(account: "ada", passwords: change),
                .changed,
                .weakPassword(.common),
                .tooMany(retryAt: time)
            ) == [
                "account.password-changed ok ada", "account.password-changed rejected ada",
                "account.password-changed limited ada",
            ]
        )
        #expect(
            try await events(SendResetCode(login: "ada"), .sent(challenge), .tooMany(retryAt: time)) == [
                "account.password-reset-requested ok", "account.password-reset-requested limited",
            ]
        )
        let entry = PasswordResetEntry(code: Secret("1"), password: Secret("q"))
        #expect(
            try await events(
                ResetPassword(challenge: "c", entry: entry),
                .account(account),
                .secondFactor(SecondFactorChallenge(id: "c")),
                .wrongCode(attemptsLeft: 4)
            ) == [
                "account.password-reset ok ada", "account.password-reset second-factor",
                "account.password-reset rejected",
            ]
        )
        #expect(
            try await events(
                RecoverAccount(entry: RecoveryEntry(login: "ada", code: Secret("1"), password: Secret("q"))),
                .account(account),
                .secondFactor(SecondFactorChallenge(id: "c")),
                .rejected,
                .tooMany(retryAt: time)
            ) == [
                "account.recovered ok ada", "account.recovered second-factor", "account.recovered rejected",
                "account.recovered limited",
            ]
        )
    }

    @Test("codes that are sent and checked have their outcomes, and no number")
    func codes() async throws {
        let phone = try #require(PhoneNumber("+491701234567"))
        #expect(
            try await events(
                SendCode(phone: phone, account: "ada"),
                .sent(challenge),
                .unconfirmed(challenge),
                .tooMany(retryAt: time),
                .unsupportedCountry,
                .unavailable
            ) == [
                "code.sent ok ada", "code.sent rejected ada", "code.sent limited ada", "code.sent rejected ada",
                "code.sent rejected ada",
            ]
        )
        #expect(
            try await events(
                CheckCode(challenge: "c", code: Secret("1")),
                .verified,
                .wrong(attemptsLeft: 1),
                .expired
            ) == ["code.checked ok", "code.checked rejected", "code.checked rejected"]
        )
    }
}
