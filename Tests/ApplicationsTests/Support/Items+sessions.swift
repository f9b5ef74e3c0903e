import CoordinationTesting
import JSON

@testable import AccountFlows
@testable import Applications

extension PhoneNumber {
    static let ada = fixture("+491701234567")
    static let other = fixture("+447700900123")

    private static func fixture(_ text: String) -> PhoneNumber {
        guard let number = PhoneNumber(text) else { preconditionFailure("\(text) is not a telephone number.") }
        return number
    }
}

extension AccountSecurity {
    /// The security of `ada`, who has one phone and is logged in on two devices.
    static let ada = AccountSecurity(
        phones: [.ada],
        sessions: [.on(nil, "s1", isCurrent: true), .on("ios", "s2", isCurrent: false)]
    )
}

extension SignedInSession {
    static func on(_ platform: String?, _ id: String, isCurrent: Bool) -> SignedInSession {
        .sample(id, platform: platform, isCurrent: isCurrent)
    }
}

extension EffectResults {
    /// Effect results in which `ada` has a verified phone, `bob` has none, every code is `123456` and nothing fails.
    static var items: EffectResults {
        EffectResults()
            .result(for: SignIn.self) { effect in
                switch (effect.credentials.login, effect.credentials.password.exposed) {
                case ("ada", "enigma12"): .account(Account(id: "ada", phones: [.ada]))
                case ("bob", "enigma12"): .account(Account(id: "bob"))
                case ("eve", _): .tooMany(retryAt: Timestamp(milliseconds: 1_795_253_760_000))  // 2026-11-21T09:36:00Z
                default: .rejected
                }
            }
            .result(for: PrepareAccount.self) { effect in
                if effect.credentials.login == " " { return .invalidLogin }
                if effect.credentials.password.exposed.count < 8 { return .weakPassword(.tooShort(minimumLength: 8)) }
                return .prepared(request: effect.credentials.login)
            }
            .result(for: CreateAccount.self) { effect in
                effect.request == "ada"
                    ? .taken : .account(Account(id: effect.request, phones: effect.phone.map { [$0] } ?? []))
            }
            .result(for: SendCode.self) { _, now in
                .value(SendCode.Value.sent(.of("c", at: now)))
            }
            .result(for: CheckCode.self) { $0.code.exposed == "123456" ? .verified : .wrong(attemptsLeft: 4) }
            .result(for: SendResetCode.self) { _, now in
                .value(
                    SendResetCode.Value.sent(
                        CodeChallenge(
                            id: "c",
                            resendAvailableAt: now + .seconds(30),
                            expiresAt: now + .seconds(600),
                            attemptsLeft: 5
                        )
                    )
                )
            }
            .result(for: ResetPassword.self) { effect in
                if effect.entry.password.exposed.count < 8 { return .weakPassword(.tooShort(minimumLength: 8)) }
                return effect.entry.code.exposed == "123456"
                    ? .account(Account(id: "ada", phones: [.ada])) : .wrongCode(attemptsLeft: 4)
            }
            .result(for: CheckRecentSignIn.self) { _ in true }
            .result(for: ConfirmPassword.self) { $0.password.exposed == "enigma12" ? .confirmed : .rejected }
            .result(for: ChangePassword.self) { effect in
                if effect.passwords.current.exposed != "enigma12" { return .rejected }
                return effect.passwords.password.exposed.count < 8
                    ? .weakPassword(.tooShort(minimumLength: 8)) : .changed
            }
            .result(for: LoadItems.self) { _ in [] }
            .result(for: SaveItem.self) { SavedItems(items: [$0.item], saved: $0.item) }
            .result(for: AttachPhone.self) { Account(id: $0.account, phones: [$0.phone]) }
            .result(for: LoadAccountSecurity.self) { _ in .ada }
            .result(for: RemovePhone.self) { Account(id: $0.account) }
            .result(for: BeginAuthenticator.self) { _ in SealedText(sealed: "key") }
            .result(for: ConfirmAuthenticator.self) {
                $0.code.exposed == "123456"
                    ? .confirmed(recoveryCodes: [SealedText(sealed: "r1"), SealedText(sealed: "r2")]) : .rejected
            }
            .result(for: RemoveAuthenticator.self) { _ in Nothing() }
            .result(for: MakeRecoveryCodes.self) { _ in [SealedText(sealed: "r3")] }
            .result(for: EndAccountSessions.self) { _ in AccountSecurity(phones: [.ada]) }
            .result(for: CheckSecondFactor.self) {
                $0.code.exposed == "123456" ? .account(Account(id: "ada", phones: [.ada])) : .rejected
            }
            .result(for: RecoverAccount.self) {
                $0.entry.code.exposed == "ABCD" ? .account(Account(id: "ada", phones: [.ada])) : .rejected
            }
    }
}

extension TestSession {
    /// Returns a session of `items` in which no user has signed in.
    static func items(link: String? = nil, factory: any ItemFactory = DemoItemFactory()) throws -> TestSession {
        try TestSession(ItemsApplication.make(factory: factory), link: link, results: .items)
    }

    /// Returns a session of `items` in which `ada` has signed in and seen the tutorial.
    static func main() throws -> TestSession {
        let session = try items()
        try session.signIn("ada")
        try session.report(Onboarding.finish)
        return session
    }

    func signIn(_ login: String, password: String = "enigma12") throws {
        try report(Login.submit, json: ["login": .string(login), "password": .string(password)])
    }

    func signUp(_ login: String, password: String = "enigma12") throws {
        try report(SignUp.submit, json: ["login": .string(login), "password": .string(password)])
    }

    func reset(code: String, password: String = "another password") throws {
        try report(NewPassword.submit, json: ["code": .string(code), "password": .string(password)])
    }

    func changePassword(current: String = "enigma12", password: String = "another password") throws {
        try report(ChangePasswordForm.submit, json: ["current": .string(current), "password": .string(password)])
    }

    /// Opens the security of the account from the settings.
    func openSecurity() throws {
        try selectTab("settings")
        try report(Settings.security)
    }

    func confirm(password: String) throws {
        try report(ConfirmPasswordForm.submit, json: ["password": .string(password)])
    }

    func enter(phone: String) throws { try report(AddPhone.submit, json: ["phone": .string(phone)]) }

    func enter(code: String) throws { try report(VerifyPhone.submit, json: ["code": .string(code)]) }
}

extension CodeChallenge {
    /// Returns the challenge of a code that was sent at a time.
    static func of(_ id: String, at time: Timestamp) -> CodeChallenge {
        CodeChallenge(
            id: id,
            resendAvailableAt: time + .seconds(30),
            expiresAt: time + .seconds(600),
            attemptsLeft: 5
        )
    }
}
