import CoordinationTesting
import JSON
import Testing

@testable import Applications

@Suite("The phone verification flow")
struct PhoneVerifyTests {
    /// Returns the flow's own steps, each as its screens above those of its parent, and its messages.
    private func trace(_ session: TestSession) throws -> [String] {
        let under = session.stack.count - 1
        var trace: [String] = []
        func note() {
            trace.append((session.stack.dropFirst(under) + session.messages.map { "!\($0)" }).joined(separator: " "))
        }
        note()
        try session.report(PhoneList.addPhone)
        note()
        try session.enter(phone: "0170 1234567")
        note()
        try session.enter(phone: "+44 7700 900123")
        note()
        try session.report(VerifyPhone.resend)
        note()
        try session.enter(code: "000000")
        note()
        try session.advance(by: .seconds(30))
        try session.report(VerifyPhone.resend)
        note()
        #expect(session.screen(VerifyPhone.self)?.phone == "+44 ••• •• 23")
        try session.enter(code: "123456")
        #expect(session.isInTree(PhoneVerifyCoordinator.self) == false)
        return trace
    }

    @Test("the flow takes the same steps from auth and from settings, and its parents continue in their own ways (P24)")
    func reuse() throws {
        let auth = try TestSession.items()
        try auth.signIn("bob")
        #expect(auth.description == "[login, phoneList] ItemsCoordinator(AuthCoordinator(PhoneVerifyCoordinator))")
        let fromAuth = try trace(auth)
        #expect(auth.description == ItemsLaunchTests.onboarding)

        let settings = try TestSession.main()
        try settings.selectTab("settings")
        try settings.report(Settings.changePhone)
        #expect(
            settings.description == """
                T0[itemsList] T1*[settings, phoneList] \
                ItemsCoordinator(TabbarCoordinator(ItemCoordinator, SettingsCoordinator(PhoneVerifyCoordinator)))
                """
        )
        let fromSettings = try trace(settings)
        #expect(settings.layout == "T0[itemsList] T1*[settings]")
        #expect(settings.messages == ["phone.saved"])
        #expect(settings.screen(Settings.self)?.account.phones == [.other])

        #expect(fromAuth == fromSettings)
        #expect(
            fromAuth == [
                "phoneList", "phoneList addPhone", "phoneList addPhone !phone.malformed",
                "phoneList addPhone verifyPhone",
                "phoneList addPhone verifyPhone !code.tooSoon", "phoneList addPhone verifyPhone !code.wrong",
                "phoneList addPhone verifyPhone !code.sent",
            ]
        )
    }

    /// Returns a session on the screen that asks for the code, run from the settings.
    private func verifying() throws -> TestSession {
        let session = try TestSession.main()
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        try session.report(PhoneList.phoneSelected, .ada)
        #expect(session.stack == ["settings", "phoneList", "verifyPhone"])
        return session
    }

    @Test("the list offers the known numbers and rejects any other")
    func knownNumbers() throws {
        let session = try TestSession.main()
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        #expect(session.screen(PhoneList.self) == PhoneList(phones: [.ada], isOptional: false))
        #expect(
            throws: NavigationError.rejected(
                Rejection("phone.unknown", "This number isn't in your list. Add it first.")
            )
        ) {
            try session.report(PhoneList.phoneSelected, .other)
        }
        #expect(throws: NavigationError.self) { try session.report(PhoneList.phoneSelected, json: "12") }
        #expect(session.stack == ["settings", "phoneList"])
    }

    @Test(
        "a number that is not in the form of E.164 leaves a message",
        arguments: [
            "0170 1234567", "+0170 1234567", "12", "+1", "call me", "+49 170 12345678901234", "+49+170 1234567", "+",
        ]
    )
    func malformed(phone: String) throws {
        let session = try TestSession.main()
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        try session.report(PhoneList.addPhone)
        try session.enter(phone: phone)
        #expect(session.stack == ["settings", "phoneList", "addPhone"])
        #expect(session.messages == ["phone.malformed"])
        #expect(session.pendingEffectNames == [])
    }

    @Test("a number may have spaces, hyphens and parentheses")
    func written() {
        #expect(PhoneNumber("+49 (170) 123-45 67")?.digits == "+491701234567")
        #expect(PhoneNumber("+491701234567")?.masked == "+49 ••• •• 67")
        #expect(PhoneNumber("+12345678")?.digits == "+12345678")
        #expect(PhoneNumber("+1234567") == nil)
        #expect(PhoneNumber("+123456789012345")?.digits == "+123456789012345")
        #expect(PhoneNumber("+1234567890123456") == nil)
        #expect(PhoneNumber("") == nil)
        #expect(PhoneNumber("+٤٩١٧٠١٢٣٤٥") == nil)
    }

    @Test("wrong codes count down the attempts, and after the last one only a new code helps")
    func wrongCodes() throws {
        let session = try verifying()
        for left in [4, 3, 2, 1] {
            session.setResult(for: CheckCode.self) { _ in .wrong(attemptsLeft: left) }
            try session.enter(code: "000000")
            #expect(session.messages == ["code.wrong"])
            #expect(session.screen(VerifyPhone.self)?.attemptsLeft == left)
        }
        session.setResult(for: CheckCode.self) { _ in .wrong(attemptsLeft: 0) }
        try session.enter(code: "000000")
        #expect(session.messages == ["code.expired"])
        #expect(throws: NavigationError.outputUnavailable("submit", screen: "verifyPhone")) {
            try session.enter(code: "123456")
        }
        try session.advance(by: .seconds(30))
        try session.report(VerifyPhone.resend)
        #expect(session.messages == ["code.sent"])
        #expect(session.screen(VerifyPhone.self)?.attemptsLeft == 5)
        #expect(session.stack == ["settings", "phoneList", "verifyPhone"])
    }

    @Test("an expired code leaves a message")
    func expired() throws {
        let session = try verifying()
        session.setResult(for: CheckCode.self) { _ in .expired }
        try session.enter(code: "123456")
        #expect(session.messages == ["code.expired"])
        #expect(session.screen(VerifyPhone.self)?.attemptsLeft == 0)
    }

    @Test(
        "a second code is sent after 30 seconds and not before",
        arguments: [
            (29_999, "code.tooSoon"), (30_000, "code.sent"), (60_000, "code.sent"),
        ]
    )
    func resend(milliseconds: Int, code: String) throws {
        let session = try verifying()
        try session.advance(by: .milliseconds(milliseconds))
        try session.report(VerifyPhone.resend)
        #expect(session.messages == [code])
    }

    @Test("too many codes for a number leave a message on each screen of the flow")
    func tooMany() throws {
        let session = try verifying()
        session.setResult(for: SendCode.self) { _ in .tooMany(retryAt: Timestamp("2026-11-21T10:31:00Z")!) }
        try session.advance(by: .seconds(30))
        try session.report(VerifyPhone.resend)
        #expect(session.stack == ["settings", "phoneList", "verifyPhone"])
        #expect(session.messages == ["code.tooMany"])
        #expect(session.state.focus?.messages.first?.params == ["retryAt": "2026-11-21T10:31:00Z"])
        try session.back()
        try session.report(PhoneList.phoneSelected, .ada)
        // The code that was sent before can still be entered.
        #expect(session.stack == ["settings", "phoneList", "verifyPhone"])
        #expect(session.messages == ["code.tooMany"])
        try session.back()
        try session.back()
        try session.report(Settings.changePhone)
        try session.report(PhoneList.phoneSelected, .ada)
        #expect(session.stack == ["settings", "phoneList"])
        #expect(session.messages == ["code.tooMany"])
    }

    @Test("a code must have six digits", arguments: ["12345", "1234567", "12345a", "", " 123456", "１２３４５６"])
    func codeForm(code: String) throws {
        let session = try verifying()
        do {
            try session.enter(code: code)
            Issue.record("This was taken.")
        } catch NavigationError.invalidPayload(let error) {
            #expect(error.violations.map { "\($0.pointer) \($0.code)" } == ["/code pattern"])
        }
    }

    @Test("a check that a restart interrupts asks for the code again")
    func interrupted() throws {
        let session = try verifying()
        session.removeResult(for: CheckCode.self)
        try session.enter(code: "987654")
        let bytes = try session.application.encode(session.state)
        #expect(String(decoding: bytes, as: UTF8.self).contains("987654") == false)
        try session.restart()
        #expect(session.stack == ["settings", "phoneList", "verifyPhone"])
        #expect(session.messages == ["effect.interrupted"])
    }

    @Test("a requested code is sent although the server restarts in between")
    func sendSurvives() throws {
        let session = try TestSession.main()
        session.removeResult(for: SendCode.self)
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        try session.report(PhoneList.phoneSelected, .ada)
        try session.restart()
        #expect(try session.pending(SendCode.self).phone == .ada)
        let challenge = CodeChallenge(id: "c", resendAvailableAt: session.now, attemptsLeft: 5)
        try session.complete(SendCode.self, .sent(challenge))
        #expect(session.stack == ["settings", "phoneList", "verifyPhone"])
    }

    @Test(
        "every way out removes the flow from the tree",
        arguments: [
            { try $0.back(to: Settings.self) }, { try $0.selectTab("settings") },
            { try $0.open("usher://items/settings") },
            { try $0.open("usher://items/onboarding") },
            {
                try $0.back()
                return try $0.back()
            },
            { try $0.report(VerifyPhone.submit, json: ["code": "123456"]) },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func lifetime(leave: @Sendable (TestSession) throws -> Bool) throws {
        let session = try verifying()
        #expect(session.isInTree(PhoneVerifyCoordinator.self))
        #expect(try leave(session))
        #expect(session.isInTree(PhoneVerifyCoordinator.self) == false)
        #expect(["settings", "onboarding"].contains(session.stack.last))
    }
}
