import CoordinationTesting
import JSON
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("The phone verification flow")
struct PhoneVerifyTests {
    /// Returns the flow's own steps, each as its screens above the parent's, and its messages.
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
        #expect(session.screen(VerifyPhone.self)?.phone == "+44 7700 900123")
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
                "phoneList addPhone verifyPhone !code.sentAgain",
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
            "+1 800 FLOWERS", "+49 170 one",
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

    @Test(
        "a number is the same in every form in which people type, copy and share it",
        arguments: [
            "+491701234567", "+49 (170) 123-45 67", "+49 (0)170 1234567", "+49 0170 1234567", "+4901701234567",
            "0049 170 1234567", "00491701234567", "0049 (0)170 1234567", "(+49) 170 1234567", "(0049) 170 1234567",
            "tel:+49-170-1234567", "TEL:+49-170/1234567", "+49.170.1234567", "+49/170/1234567", "＋４９１７０１２３４５６７",
            "+٤٩١٧٠١٢٣٤٥٦٧", "+४९१७०१२३४५६७", "\u{202A}+49 170 1234567\u{202C}", "\u{2068}+49 170 1234567\u{2069}",
            "\u{202D}+49 170 1234567\u{202C}", "\u{200E}+491701234567", "+49\u{A0}170\u{202F}1234567",
            "+49 170 1234567\n",
            "+49–170–1234567", "+49\u{2011}170\u{2011}1234567", "+49 170\u{200B}1234567", "+49·170·1234567",
            "+49\t1701234567",
            "+ 49 170 1234567",
        ]
    )
    func written(text: String) {
        #expect(PhoneNumber(text)?.digits == "+491701234567")
    }

    @Test(
        "a zero after the country code is dropped where it is a prefix, and stays where it is a part of the number",
        arguments: [
            ("+44 (0)20 7946 0958", "+442079460958"), ("+39 06 12345678", "+390612345678"),
            ("+39 (0)6 12345678", "+390612345678"),
            ("+378 0549 886377", "+3780549886377"), ("+7 8 495 1234567", "+74951234567"),
            ("+36 06 20 123 4567", "+36201234567"),
            ("+81 (0)90-1234-5678", "+819012345678"), ("+61 (0)412 345 678", "+61412345678"),
            ("+352 (0)621 123 456", "+352621123456"),
            ("+1 (0) 415 555 2671", "+14155552671"), ("+34 (0)612 345 678", "+34612345678"),
            ("+48 (0)501 234 567", "+48501234567"),
            ("+420 0601 123 456", "+420601123456"), ("+225 07 07 12 34 56", "+2250707123456"),
        ]
    )
    func trunkPrefixes(text: String, digits: String) {
        #expect(PhoneNumber(text)?.digits == digits)
    }

    @Test("a number whose country has no number of this length is rejected")
    func lengths() {
        #expect(PhoneNumber("+1234567") == nil)
        #expect(PhoneNumber("+123456789012345") == nil)
        #expect(PhoneNumber("+1234567890123456") == nil)
        #expect(PhoneNumber("+49 170 123456789012345") == nil)
        #expect(PhoneNumber("+999 1234567") == nil)
        #expect(PhoneNumber("") == nil)
        #expect(PhoneNumber("0170 1234567") == nil)
        #expect(PhoneNumber(String(repeating: "+49", count: 100_000)) == nil)
        #expect(PhoneNumber("+49" + String(repeating: "1", count: 100_000)) == nil)
    }

    @Test(
        "a number with an extension leaves a message that says so",
        arguments: [
            "+49 30 123456 ext. 12", "+49 30 123456x12", "tel:+49-30-123456;ext=12", "+49 30 123456#12",
            "+49 30 123456,12",
        ]
    )
    func extensions(phone: String) throws {
        let session = try TestSession.main()
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        try session.report(PhoneList.addPhone)
        try session.enter(phone: phone)
        #expect(session.stack == ["settings", "phoneList", "addPhone"])
        #expect(session.messages == ["phone.extension"])
    }

    @Test("the screen for the code shows the whole number, and lists show it masked")
    func shownNumbers() throws {
        let session = try verifying()
        #expect(session.screen(VerifyPhone.self)?.phone == "+49 170 1234567")
        #expect(PhoneNumber("+491701234567")?.masked == "+49 ••• •• 67")
    }

    @Test(
        "a stored number of an earlier release is restored as it is, and has the canonical number of all its spellings"
    )
    func storedNumbers() throws {
        let stored = try JSONCoding.decode(PhoneNumber.self, from: "+4901701234567")
        #expect(stored.digits == "+4901701234567")
        #expect(stored.canonical.digits == "+491701234567")
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
        #expect(session.messages == ["code.sentAgain"])
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
            (29_999, "code.tooSoon"), (30_000, "code.sentAgain"), (60_000, "code.sentAgain"),
        ]
    )
    func resend(milliseconds: Int, code: String) throws {
        let session = try verifying()
        try session.advance(by: .milliseconds(milliseconds))
        try session.report(VerifyPhone.resend)
        #expect(session.messages == [code])
    }

    @Test("the same code again and a new one have different messages")
    func resendMessages() throws {
        let session = try verifying()
        session.removeResult(for: SendCode.self)
        for (code, text) in [
            ("code.sent", "We sent you a new code."), ("code.sentAgain", "We sent you the same code again."),
        ] {
            try session.advance(by: .seconds(30))
            try session.report(VerifyPhone.resend)
            try session.complete(SendCode.self, .sent(.of("another", at: session.now)))
            #expect(session.messages == [code])
            #expect(session.text == text)
        }
    }

    @Test("a request that comes too soon says for how many seconds, and that the code is still valid")
    func tooSoon() throws {
        let session = try verifying()
        try session.advance(by: .milliseconds(7_500))
        try session.report(VerifyPhone.resend)
        #expect(
            session.text == """
                The code that we sent before is still valid for 9 minutes. You can request another code in 23 seconds.
                """
        )
        session.setResult(for: CheckCode.self) { _ in .expired }
        try session.enter(code: "123456")
        try session.report(VerifyPhone.resend)
        #expect(session.text == "You can request another code in 23 seconds.")
    }

    @Test("a limit does not hide a code that is still valid")
    func stillValid() throws {
        let session = try verifying()
        try session.advance(by: .seconds(30))
        var challenge = CodeChallenge.of("c", at: session.now - .seconds(100))
        challenge.attemptsLeft = 3
        let result = SendCode.Value.tooMany(retryAt: session.now + .seconds(700), stillValid: challenge)
        session.setResult(for: SendCode.self) { _ in result }
        try session.report(VerifyPhone.resend)
        #expect(session.messages == ["code.stillValid"])
        #expect(
            session.text == """
                The code that we sent before is still valid for 8 minutes. If you don't have it, request it again in \
                12 minutes.
                """
        )
        #expect(session.screen(VerifyPhone.self)?.attemptsLeft == 3)
        #expect(session.screen(VerifyPhone.self)?.resendAvailableAt == session.now + .seconds(700))
        // The code can also be entered after the user left the flow and began it again.
        try session.back()
        try session.back()
        try session.report(Settings.changePhone)
        try session.report(PhoneList.phoneSelected, .ada)
        #expect(session.stack == ["settings", "phoneList", "verifyPhone"])
        #expect(session.messages == ["code.stillValid"])
        try session.enter(code: "123456")
        #expect(session.messages == ["phone.saved"])
    }

    @Test("too many codes for a number leave a message on each screen of the flow, and a dead code can't be entered")
    func tooMany() throws {
        let session = try verifying()
        try session.advance(by: .seconds(30))
        let retryAt = session.now + .milliseconds(719_001)
        session.setResult(for: SendCode.self) { _ in .tooMany(retryAt: retryAt) }
        try session.report(VerifyPhone.resend)
        #expect(session.stack == ["settings", "phoneList", "verifyPhone"])
        #expect(session.messages == ["code.tooMany"])
        #expect(session.text == "Too many codes were requested. You can request the next one in 12 minutes.")
        #expect(session.screen(VerifyPhone.self)?.attemptsLeft == 0)
        try session.back()
        try session.report(PhoneList.phoneSelected, .ada)
        #expect(session.stack == ["settings", "phoneList"])
        #expect(session.messages == ["code.tooMany"])
    }

    @Test("a message about a number leaves all screens when a code is sent to another number")
    func messageLeaves() throws {
        let session = try verifying()
        try session.advance(by: .seconds(30))
        let retryAt = session.now + .seconds(720)
        session.setResult(for: SendCode.self) { _ in .tooMany(retryAt: retryAt, stillValid: nil) }
        try session.report(VerifyPhone.resend)
        try session.back()
        try session.report(PhoneList.addPhone)
        let challenge = CodeChallenge(
            id: "other",
            resendAvailableAt: session.now + .seconds(30),
            expiresAt: session.now + .seconds(600),
            attemptsLeft: 5
        )
        session.setResult(for: SendCode.self) { _ in .sent(challenge) }
        try session.report(AddPhone.submit, PhoneEntry(phone: "+49 170 9999999"))
        #expect(session.stack.last == "verifyPhone")
        #expect(session.messages == [])
        try session.back()
        #expect(session.messages == [])
        try session.back()
        #expect(session.stack.last == "phoneList")
        #expect(session.messages == [])
    }

    @Test(
        "a code that can't be sent leaves a message on the screen that requested it",
        arguments: [
            (.unavailable, "code.unavailable"), (.unsupportedCountry, "code.unsupportedCountry"),
        ] as [(SendCode.Value, String)]
    )
    func unsendable(result: SendCode.Value, code: String) throws {
        let session = try TestSession.main()
        session.setResult(for: SendCode.self) { _ in result }
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        try session.report(PhoneList.phoneSelected, .ada)
        #expect(session.stack == ["settings", "phoneList"])
        #expect(session.messages == [code])
        try session.report(PhoneList.addPhone)
        try session.enter(phone: "+44 7700 900123")
        #expect(session.stack == ["settings", "phoneList", "addPhone"])
        #expect(session.messages == [code])
    }

    @Test("a failed delivery leaves a message, and a code that was sent before stays")
    func undelivered() throws {
        let session = try verifying()
        session.removeResult(for: SendCode.self)
        try session.advance(by: .seconds(30))
        try session.report(VerifyPhone.resend)
        try session.fail(SendCode.self)
        #expect(session.messages == ["code.undelivered"])
        #expect(
            session.text
                == "We couldn't send the code again. The code that we sent before is still valid for 9 minutes."
        )
        try session.back()
        try session.report(PhoneList.addPhone)
        try session.enter(phone: "+44 7700 900123")
        try session.fail(SendCode.self)
        #expect(session.stack == ["settings", "phoneList", "addPhone"])
        #expect(session.text == "We couldn't send the code. Check the number, then try again.")
    }

    @Test("a code whose delivery is not confirmed can be entered")
    func unconfirmed() throws {
        let session = try TestSession.main()
        let result = SendCode.Value.unconfirmed(.of("c", at: session.now))
        session.setResult(for: SendCode.self) { _ in result }
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        try session.report(PhoneList.phoneSelected, .ada)
        #expect(session.messages == ["code.unconfirmed"])
        try session.enter(code: "123456")
        #expect(session.messages == ["phone.saved"])
    }

    @Test("the request for a code names the account")
    func account() throws {
        let session = try TestSession.main()
        session.removeResult(for: SendCode.self)
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        try session.report(PhoneList.phoneSelected, .ada)
        #expect(try session.pending(SendCode.self).account == "ada")
    }

    @Test(
        "waits are in whole seconds, minutes or hours",
        arguments: [
            (0, "1 second", "1 second"), (1_000, "1 second", "1 second"), (29_001, "30 seconds", "29 seconds"),
            (30_000, "30 seconds", "30 seconds"), (119_000, "119 seconds", "119 seconds"),
            (120_000, "2 minutes", "2 minutes"), (121_000, "3 minutes", "2 minutes"),
            (720_000, "12 minutes", "12 minutes"), (7_199_000, "120 minutes", "119 minutes"),
            (7_200_000, "2 hours", "2 hours"), (7_201_000, "3 hours", "2 hours"),
        ]
    )
    func words(milliseconds: Int, up: String, down: String) {
        let english = Localization("en", catalog: .accounts, format: PlainTextFormat())
        #expect(english.string(Duration.milliseconds(milliseconds).inWords) == up)
        #expect(english.string(Duration.milliseconds(milliseconds).inWordsRoundedDown) == down)
    }

    @Test("a code is taken as people copy it", arguments: [" 123456", "１２３４５６", "123 456", "123-456\n"])
    func copiedCode(code: String) throws {
        let session = try verifying()
        session.removeResult(for: CheckCode.self)
        try session.enter(code: code)
        #expect(try session.pending(CheckCode.self).code.exposed == "123456")
    }

    @Test("a code must have six digits", arguments: ["12345", "1234567", "12345a", "", "½23456"])
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
        try session.complete(SendCode.self, .sent(.of("c", at: session.now)))
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

extension TestSession {
    /// The text of the first message of the screen in focus.
    fileprivate var text: String? { state.focus?.messages.first?.text.description }
}
