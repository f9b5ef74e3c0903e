import CoordinationTesting
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("The flows for passwords")
struct PasswordFlowTests {
    /// Returns a session that asks for the code of a forgotten password.
    private func forgotten() throws -> TestSession {
        let session = try TestSession.items()
        try session.report(Login.forgotPassword)
        try session.report(ForgottenPassword.submit, LoginEntry(login: "ada"))
        return session
    }

    @Test("a forgotten password is replaced with the code, which signs the user in")
    func reset() throws {
        let session = try forgotten()
        #expect(
            session.description
                == "[login, forgottenPassword, newPassword] ItemsCoordinator(AuthCoordinator(PasswordResetCoordinator))"
        )
        try session.reset(code: "123456")
        #expect(session.description == ItemsLaunchTests.onboarding)
        #expect(session.flowState(ItemsCoordinator.self)?.account == Account(id: "ada", phones: [.ada]))
    }

    @Test(
        "a rejected reset leaves a message, and an expired code leads back to the login's form",
        arguments: [
            (.wrongCode(attemptsLeft: 1), "newPassword", "code.wrong"),
            (.wrongCode(attemptsLeft: 0), "forgottenPassword", "code.expired"),
            (.expired, "forgottenPassword", "code.expired"),
            (.weakPassword(.common), "newPassword", "auth.commonPassword"),
        ] as [(ResetPassword.Value, String, String)]
    )
    func resetRejected(result: ResetPassword.Value, screen: String, code: String) throws {
        let session = try forgotten()
        session.setResult(for: ResetPassword.self) { _ in result }
        try session.reset(code: "111111")
        #expect(session.stack.last == screen)
        #expect(session.messages == [code])
        try session.back(to: Login.self)
        try session.signIn("ada")
        #expect(session.description == ItemsLaunchTests.onboarding)
    }

    @Test("too many requests for codes leave a message with the time to wait")
    func tooMany() throws {
        let session = try TestSession.items()
        let retryAt = session.now + .milliseconds(29_001)
        session.setResult(for: SendResetCode.self) { _ in .tooMany(retryAt: retryAt) }
        try session.report(Login.forgotPassword)
        try session.report(ForgottenPassword.submit, LoginEntry(login: "ada"))
        #expect(session.stack == ["login", "forgottenPassword"])
        #expect(session.messages == ["auth.tooMany"])
        #expect(
            session.state.focus?.messages.last?.text.description
                == "Too many attempts. You can try again in 30 seconds."
        )
    }

    @Test("an account without a phone is asked for one after the reset")
    func resetWithoutPhone() throws {
        let session = try forgotten()
        session.setResult(for: ResetPassword.self) { _ in .account(Account(id: "bob")) }
        try session.reset(code: "123456")
        #expect(session.stack.last == "phoneList")
    }

    @Test("the password is changed from the settings")
    func change() throws {
        let session = try TestSession.main()
        try session.openSecurity()
        try session.report(Security.changePassword)
        #expect(session.stack == ["settings", "security", "changePassword"])
        try session.changePassword()
        #expect(session.stack == ["settings", "security"])
        #expect(session.messages == ["password.changed"])
    }

    @Test(
        "a rejected change leaves a message on the form",
        arguments: [
            (.rejected, "auth.refused"), (.weakPassword(.predictable), "auth.predictablePassword"),
            (.tooMany(retryAt: Timestamp(milliseconds: 0)), "auth.tooMany"),
        ] as [(ChangePassword.Value, String)]
    )
    func changeRejected(result: ChangePassword.Value, code: String) throws {
        let session = try TestSession.main()
        session.setResult(for: ChangePassword.self) { _ in result }
        try session.openSecurity()
        try session.report(Security.changePassword)
        try session.changePassword()
        #expect(session.stack == ["settings", "security", "changePassword"])
        #expect(session.messages == [code])
    }

    @Test("a user who signed in some time ago confirms the password before a change of the phone")
    func reauthentication() throws {
        let session = try TestSession.main()
        session.setResult(for: CheckRecentSignIn.self) { _ in false }
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        #expect(session.stack == ["settings", "confirmPassword"])
        try session.confirm(password: "wrong")
        #expect(session.messages == ["auth.refused"])
        #expect(session.stack == ["settings", "confirmPassword"])
        try session.confirm(password: "enigma12")
        #expect(session.stack == ["settings", "phoneList"])
    }

    @Test("too many wrong passwords leave a message")
    func reauthenticationThrottled() throws {
        let session = try TestSession.main()
        session.setResult(for: CheckRecentSignIn.self) { _ in false }
        session.setResult(for: ConfirmPassword.self) { _ in .tooMany(retryAt: Timestamp(milliseconds: 0)) }
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        try session.confirm(password: "enigma12")
        #expect(session.messages == ["auth.tooMany"])
    }

    @Test("market changes passwords and phones in the same way")
    func market() throws {
        let session = try TestSession.marketOfAda()
        try session.selectTab("profile")
        try session.report(ProfileOverview.security)
        try session.report(Security.changePassword)
        try session.changePassword()
        #expect(session.stack == ["profile", "security"])
        #expect(session.messages == ["password.changed"])
        try session.back()
        session.setResult(for: CheckRecentSignIn.self) { _ in false }
        try session.report(ProfileOverview.changePhone)
        try session.confirm(password: "enigma12")
        #expect(session.stack == ["profile", "phoneList"])
    }
}
