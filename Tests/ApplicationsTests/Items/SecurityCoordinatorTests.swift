import CoordinationTesting
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("The security of an account")
struct SecurityCoordinatorTests {
    private func opened() throws -> TestSession {
        let session = try TestSession.main()
        try session.openSecurity()
        #expect(session.stack == ["settings", "security"])
        return session
    }

    @Test("the screen is loaded, and its outputs are those that make sense")
    func loads() throws {
        let session = try TestSession.main()
        session.removeResult(for: LoadAccountSecurity.self)
        try session.openSecurity()
        #expect(throws: NavigationError.self) { try session.report(Security.addPhone) }
        try session.complete(LoadAccountSecurity.self, .ada)
        #expect(session.screen(Security.self)?.security == .ada)
        #expect(throws: NavigationError.self) { try session.report(Security.removeAuthenticator) }
    }

    @Test("an account that is gone ends the flow")
    func gone() throws {
        let session = try TestSession.main()
        session.setResult(for: LoadAccountSecurity.self) { _ in nil }
        try session.openSecurity()
        #expect(session.stack == ["settings"])
    }

    @Test("a phone is removed after a question, on every screen that shows it")
    func removePhone() throws {
        let session = try opened()
        try session.report(Security.removePhone, .ada)
        try session.report(SecurityAlert.cancel)
        #expect(session.screen(Security.self)?.security?.phones == [.ada])
        try session.report(Security.removePhone, .ada)
        try session.report(SecurityAlert.confirm)
        #expect(session.screen(Security.self)?.security?.phones == [])
        #expect(session.messages == ["phone.removed"])
        try session.back()
        #expect(session.screen(Settings.self)?.account.phones == [])
        #expect(session.flowState(ItemsCoordinator.self)?.account?.phones == [])
    }

    @Test("a number that the account does not have is rejected")
    func unknownPhone() throws {
        let session = try opened()
        #expect(throws: NavigationError.self) { try session.report(Security.removePhone, .other) }
    }

    @Test("a phone is added after its code")
    func addPhone() throws {
        let session = try opened()
        try session.report(Security.addPhone)
        try session.report(PhoneList.addPhone)
        try session.enter(phone: "+447700900123")
        try session.enter(code: "123456")
        #expect(session.stack == ["settings", "security"])
        #expect(session.screen(Security.self)?.security?.phones == [.other])
        #expect(session.messages == ["phone.saved"])
    }

    @Test("the request that changes a phone renews the credential, also soon after the sign-in")
    func renewal() throws {
        let session = try opened()
        session.removeResult(for: CheckRecentSignIn.self)
        try session.report(Security.removePhone, .ada)
        #expect(!session.lastStep.renewsCredential)
        try session.report(SecurityAlert.confirm)
        #expect(session.lastStep.renewsCredential)
        try session.complete(CheckRecentSignIn.self, true)
        #expect(session.screen(Security.self)?.security?.phones == [])

        session.setResult(for: CheckRecentSignIn.self) { _ in true }
        session.removeResult(for: CheckCode.self)
        try session.report(Security.addPhone)
        try session.report(PhoneList.addPhone)
        try session.enter(phone: "+447700900123")
        try session.enter(code: "123456")
        // The code is a secret, and a step that performs an effect with one renews the credential.
        #expect(session.lastStep.effects.contains { $0.effect is CheckCode } && CheckCode.isSecret)
        try session.complete(CheckCode.self, .verified)
        #expect(session.screen(Security.self)?.security?.phones == [.other])
    }

    @Test("a change needs the password, if the user signed in some time ago")
    func reauthentication() throws {
        let session = try opened()
        session.setResult(for: CheckRecentSignIn.self) { _ in false }
        try session.report(Security.removePhone, .ada)
        try session.report(SecurityAlert.confirm)
        #expect(session.stack == ["settings", "security", "confirmPassword"])
        try session.back()
        #expect(session.screen(Security.self)?.security?.phones == [.ada])
        try session.report(Security.setUpAuthenticator)
        try session.confirm(password: "enigma12")
        #expect(session.stack == ["settings", "security", "authenticatorSetup"])
        #expect(session.screen(Security.self)?.security?.phones == [.ada])
    }

    @Test("an app is set up with its first code, and recovery codes are shown once")
    func setUp() throws {
        let session = try opened()
        try session.report(Security.setUpAuthenticator)
        try session.report(AuthenticatorSetup.submit, json: ["code": "111111"])
        #expect(session.messages == ["authenticator.wrong"])
        try session.report(AuthenticatorSetup.submit, json: ["code": "123456"])
        #expect(session.stack == ["settings", "security", "recoveryCodes"])
        try session.report(RecoveryCodes.saved)
        #expect(session.screen(Security.self)?.security?.hasAuthenticator == true)
        #expect(session.screen(Security.self)?.security?.recoveryCodes == 2)
        try session.report(Security.removeAuthenticator)
        try session.report(SecurityAlert.confirm)
        #expect(session.screen(Security.self)?.security?.hasAuthenticator == false)
        #expect(session.messages == ["authenticator.off"])
    }

    @Test(
        "a setup that is not completed leaves a message",
        arguments: [
            (.expired, ["settings", "security"], "authenticator.expired"),
            (
                .tooMany(retryAt: Timestamp(milliseconds: 0)), ["settings", "security", "authenticatorSetup"],
                "auth.tooMany"
            ),
        ] as [(ConfirmAuthenticator.Value, [String], String)]
    )
    func setUpFails(result: ConfirmAuthenticator.Value, stack: [String], message: String) throws {
        let session = try opened()
        session.setResult(for: ConfirmAuthenticator.self) { _ in result }
        try session.report(Security.setUpAuthenticator)
        try session.report(AuthenticatorSetup.submit, json: ["code": "123456"])
        #expect(session.stack == stack)
        #expect(session.messages == [message])
    }

    @Test("recovery codes are replaced after a question only if there are any")
    func recoveryCodes() throws {
        let session = try opened()
        try session.report(Security.makeRecoveryCodes)
        #expect(session.stack == ["settings", "security", "recoveryCodes"])
        try session.back()
        try session.report(Security.makeRecoveryCodes)
        try session.report(SecurityAlert.confirm)
        #expect(session.stack == ["settings", "security", "recoveryCodes"])
    }

    @Test("other devices are logged out, one or all")
    func sessions() throws {
        let session = try opened()
        #expect(throws: NavigationError.self) { try session.report(Security.endSession, "s1") }
        try session.report(Security.endSession, "s2")
        try session.report(SecurityAlert.confirm)
        #expect(session.messages == ["session.ended"])
        #expect(throws: NavigationError.self) { try session.report(Security.endOtherSessions) }
    }

    @Test("a login in two steps asks for a code after the password")
    func secondFactor() throws {
        let session = try TestSession.items()
        session.setResult(for: SignIn.self) { _ in .secondFactor(SecondFactorChallenge(id: "f")) }
        try session.signIn("ada")
        #expect(session.stack == ["login", "secondFactor"])
        try session.report(SecondFactor.submit, json: ["code": "111111"])
        #expect(session.messages == ["authenticator.wrong"])
        try session.report(SecondFactor.useRecoveryCode)
        try session.report(SecondFactorRecovery.submit, json: ["code": "wrong"])
        #expect(session.messages == ["auth.refused"])
        try session.report(SecondFactorRecovery.submit, json: ["code": "123456"])
        #expect(session.description == ItemsLaunchTests.onboarding)
    }

    @Test(
        "a second step that fails leaves a message",
        arguments: [
            (.expired, "login", "auth.secondFactorExpired"),
            (.tooMany(retryAt: Timestamp(milliseconds: 0)), "secondFactor", "auth.tooMany"),
        ] as [(CheckSecondFactor.Value, String, String)]
    )
    func secondFactorFails(result: CheckSecondFactor.Value, screen: String, message: String) throws {
        let session = try TestSession.items()
        session.setResult(for: SignIn.self) { _ in .secondFactor(SecondFactorChallenge(id: "f")) }
        session.setResult(for: CheckSecondFactor.self) { _ in result }
        try session.signIn("ada")
        try session.report(SecondFactor.submit, json: ["code": "123456"])
        #expect(session.stack.last == screen)
        #expect(session.messages == [message])
    }

    @Test("an account is recovered with a recovery code")
    func recovery() throws {
        let session = try TestSession.items()
        try session.report(Login.forgotPassword)
        try session.report(ForgottenPassword.useRecoveryCode)
        let entry = { (code: JSONValue) -> JSONValue in
            ["login": "ada", "code": code, "password": "another password"]
        }
        try session.report(AccountRecovery.submit, json: entry("WRONG"))
        #expect(session.messages == ["auth.refused"])
        session.setResult(for: RecoverAccount.self) { _ in .secondFactor(SecondFactorChallenge(id: "f")) }
        try session.report(AccountRecovery.submit, json: entry("ABCD"))
        #expect(session.stack.last == "secondFactor")
        try session.report(SecondFactor.submit, json: ["code": "123456"])
        #expect(session.description == ItemsLaunchTests.onboarding)
    }

    @Test("market and shop have the same screen")
    func otherApplications() throws {
        let market = try TestSession.marketOfAda()
        try market.selectTab("profile")
        try market.report(ProfileOverview.security)
        try market.report(Security.removePhone, .ada)
        try market.report(SecurityAlert.confirm)
        #expect(market.flowState(MarketCoordinator.self)?.shopper.account?.phones == [])
    }
}
