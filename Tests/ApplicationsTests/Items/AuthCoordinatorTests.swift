import CoordinationTesting
import JSON
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("The auth flow of items")
struct AuthCoordinatorTests {
    private static func stack(_ stack: String) -> String { "\(stack) ItemsCoordinator(AuthCoordinator)" }

    @Test("login, sign-up and terms are pushed onto one stack (P4, P5)")
    func screens() throws {
        let session = try TestSession.items()
        #expect(session.stack == ["login"])
        try session.report(Login.signUp)
        #expect(session.stack == ["login", "signUp"])
        #expect(session.screen(SignUp.self) == SignUp(confirmed: false))
        try session.report(SignUp.terms)
        #expect(session.stack == ["login", "signUp", "terms"])
        #expect(session.screen(Terms.self) == Terms(confirmed: false))
    }

    @Test("sign-up and terms show the same state while one covers the other (P6)")
    func terms() throws {
        let session = try TestSession.items()
        try session.report(Login.signUp)
        try session.report(SignUp.terms)
        try session.report(Terms.confirmChanged, true)
        #expect(session.stack == ["login", "signUp", "terms"])
        #expect(session.screen(SignUp.self) == SignUp(confirmed: true))
        #expect(session.screen(Terms.self) == Terms(confirmed: true))
        try session.back()
        #expect(session.stack == ["login", "signUp"])
        try session.report(SignUp.terms)
        #expect(session.screen(Terms.self) == Terms(confirmed: true))
        try session.report(Terms.confirmChanged, false)
        #expect(session.screen(SignUp.self) == SignUp(confirmed: false))
    }

    @Test("the acceptance of the terms ends with the sign-up, because the next one may be another person's")
    func termsOfNextPerson() throws {
        let session = try TestSession.items()
        try session.report(Login.signUp)
        try session.report(SignUp.terms)
        try session.report(Terms.confirmChanged, true)
        try session.back(to: Login.self)
        try session.report(Login.signUp)
        #expect(session.screen(SignUp.self) == SignUp(confirmed: false))
    }

    @Test("sign-up is disabled until the terms are accepted")
    func unconfirmed() throws {
        let session = try TestSession.items()
        try session.report(Login.signUp)
        #expect(throws: NavigationError.outputUnavailable("submit", screen: "signUp")) { try session.signUp("new") }
        #expect(session.description == Self.stack("[login, signUp]"))
    }

    @Test("a sign-up is followed by the phone, and the phone by the tutorial (P8)")
    func signUp() throws {
        let session = try TestSession.items()
        try session.report(Login.signUp)
        try session.report(SignUp.terms)
        try session.report(Terms.confirmChanged, true)
        try session.back()
        try session.signUp("new")
        #expect(
            session.description
                == "[login, signUp, phoneList] ItemsCoordinator(AuthCoordinator(PhoneVerifyCoordinator))"
        )
        try session.report(PhoneList.addPhone)
        try session.enter(phone: "+49 170 1234567")
        try session.enter(code: "123456")
        #expect(session.description == ItemsLaunchTests.onboarding)
        #expect(session.flowState(ItemsCoordinator.self)?.account == Account(id: "new", phones: [.ada]))
    }

    @Test("no account exists before its phone is verified, so going back and signing up again works")
    func signUpAgain() throws {
        let session = try signUpForm()
        try session.signUp("bob")
        try session.back()
        try session.signUp("bob", password: "another password")
        #expect(session.messages == [])
        #expect(session.stack == ["login", "signUp", "phoneList"])
    }

    @Test("a taken login is told only after a phone is verified, and the next login needs no code")
    func taken() throws {
        let session = try signUpForm()
        try session.signUp("ada")
        #expect(session.messages == [])
        #expect(session.stack == ["login", "signUp", "phoneList"])
        try session.report(PhoneList.addPhone)
        try session.enter(phone: "+447700900123")
        try session.enter(code: "123456")
        #expect(session.description == Self.stack("[login, signUp]"))
        #expect(session.messages == ["auth.taken"])
        try session.signUp("new")
        #expect(session.description == ItemsLaunchTests.onboarding)
        #expect(session.flowState(ItemsCoordinator.self)?.account == Account(id: "new", phones: [.other]))
    }

    @Test(
        "a phone that was verified for a login that is taken is not given to the next person who signs up",
        arguments: [
            { try $0.back() },
            {
                try $0.open("usher://items/login")
                return true
            },
        ] as [@Sendable (TestSession) throws -> Bool]
    )
    func phoneOfNextPerson(leaves: @Sendable (TestSession) throws -> Bool) throws {
        let session = try signUpForm()
        try session.signUp("ada")
        try session.report(PhoneList.addPhone)
        try session.enter(phone: "+447700900123")
        try session.enter(code: "123456")
        #expect(session.messages == ["auth.taken"])
        _ = try leaves(session)
        #expect(session.stack == ["login"])
        try session.report(Login.signUp)
        try session.report(SignUp.terms)
        try session.report(Terms.confirmChanged, true)
        try session.back()
        try session.signUp("new")
        #expect(session.stack == ["login", "signUp", "phoneList"])
        #expect(session.pendingEffectNames == [])
    }

    @Test("a sign-up in which the phone is postponed continues with a new account, or with another login")
    func postponed() throws {
        let session = try TestSession.market()
        try session.selectTab("favorites")
        try session.report(FavoriteList.logIn)
        try session.report(Login.signUp)
        try session.report(SignUp.terms)
        try session.report(Terms.confirmChanged, true)
        try session.back()
        try session.signUp("ada")
        #expect(session.stack == ["login", "signUp", "phoneList"])
        try session.report(PhoneList.later)
        #expect(session.stack == ["login", "signUp"])
        #expect(session.messages == ["auth.taken"])
        try session.signUp("new")
        try session.report(PhoneList.later)
        #expect(session.flowState(MarketCoordinator.self)?.shopper.account == Account(id: "new"))
    }

    @Test(
        "an account that can't be created leads back to the sign-up with the reason",
        arguments: [
            (.taken, "auth.taken"), (.expired, "auth.signUpExpired"),
            (.tooMany(retryAt: Timestamp(milliseconds: 0)), "auth.tooMany"),
        ] as [(CreateAccount.Value, String)]
    )
    func notCreated(result: CreateAccount.Value, code: String) throws {
        let session = try signUpForm()
        session.setResult(for: CreateAccount.self) { _ in result }
        try session.signUp("new")
        try session.report(PhoneList.addPhone)
        try session.enter(phone: "+447700900123")
        try session.enter(code: "123456")
        #expect(session.description == Self.stack("[login, signUp]"))
        #expect(session.messages == [code])
    }

    @Test(
        "a rejected sign-up leaves a message on the same screen",
        arguments: [("new", "short", "auth.weakPassword"), (" ", "enigma12", "auth.invalidLogin")]
    )
    func signUpRejected(login: String, password: String, code: String) throws {
        let session = try signUpForm()
        try session.signUp(login, password: password)
        #expect(session.description == Self.stack("[login, signUp]"))
        #expect(session.messages == [code])
    }

    @Test("a sign-up that must wait says for how long, and the form stays")
    func signUpWaits() throws {
        let session = try signUpForm()
        session.setResult(for: PrepareAccount.self) { _ in .tooMany(retryAt: Timestamp(milliseconds: 0)) }
        try session.signUp("new")
        #expect(session.description == Self.stack("[login, signUp]"))
        #expect(session.messages == ["auth.tooMany"])
    }

    @Test("each reason against a password has a message of its own at the field")
    func weaknesses() throws {
        let weaknesses: [PasswordWeakness] = [
            .tooShort(minimumLength: 8), .tooLong(maximumLength: 200), .common, .predictable, .containsKnownWord,
        ]
        var codes: Set<String> = []
        for weakness in weaknesses {
            let session = try signUpForm()
            session.setResult(for: PrepareAccount.self) { _ in .weakPassword(weakness) }
            try session.signUp("new")
            codes.formUnion(session.messages)
        }
        #expect(codes.count == weaknesses.count)
    }

    /// Returns a session that shows the sign-up with accepted terms.
    private func signUpForm() throws -> TestSession {
        let session = try TestSession.items()
        try session.report(Login.signUp)
        try session.report(SignUp.terms)
        try session.report(Terms.confirmChanged, true)
        try session.back()
        return session
    }

    @Test(
        "a rejected login leaves a message on the same screen, and the next login works",
        arguments: [
            ("ada", "wrong", "auth.refused"), ("nobody", "enigma12", "auth.refused"),
            ("eve", "enigma12", "auth.tooMany"),
        ]
    )
    func loginRejected(login: String, password: String, code: String) throws {
        let session = try TestSession.items()
        try session.signIn(login, password: password)
        #expect(session.description == Self.stack("[login]"))
        #expect(session.messages == [code])
        try session.signIn("ada")
        #expect(session.description == ItemsLaunchTests.onboarding)
    }

    @Test(
        "incomplete credentials are rejected",
        arguments: [
            [:], ["login": "ada"], ["password": "enigma12"], ["login": "", "password": "enigma12"],
            ["login": "ada", "password": ""], ["login": "ada", "password": "enigma12", "admin": true],
        ] as [JSONValue]
    )
    func incomplete(payload: JSONValue) throws {
        let session = try TestSession.items()
        do {
            try session.report(Login.submit, json: payload)
            Issue.record("This was taken.")
        } catch NavigationError.invalidPayload(let error) {
            #expect(
                error.violations.allSatisfy { ["required", "minLength", "additionalProperties"].contains($0.code) }
            )
        }
        #expect(session.revision == 1)
    }

    @Test("a sign-in blocks its screen, and a link can leave it meanwhile")
    func busy() throws {
        let session = try TestSession.items()
        session.removeResult(for: SignIn.self)
        try session.signIn("ada")
        #expect(session.pendingEffectNames == ["signIn"])
        #expect(throws: NavigationError.busy(effect: "signIn")) { try session.signIn("ada") }
        try session.open("usher://items/onboarding")
        #expect(session.description == ItemsLaunchTests.onboarding)
        try session.complete(SignIn.self, .account(Account(id: "ada", phones: [.ada])))
        #expect(session.description == ItemsLaunchTests.onboarding)
        #expect(session.flowState(ItemsCoordinator.self)?.account == nil)
    }

    @Test("a sign-in that fails, or is interrupted by a restart, can be repeated")
    func failed() throws {
        let session = try TestSession.items()
        session.removeResult(for: SignIn.self)
        try session.signIn("ada")
        try session.fail(SignIn.self)
        #expect(session.messages == ["effect.failed"])
        try session.signIn("ada")
        try session.restart()
        #expect(session.messages == ["effect.interrupted"])
        #expect(session.description == Self.stack("[login]"))
    }

    @Test("the auth flow starts again when the account is gone before the phone is attached")
    func accountGone() throws {
        let session = try TestSession.items()
        session.setResult(for: AttachPhone.self) { _ in nil }
        try session.signIn("bob")
        try session.report(PhoneList.addPhone)
        try session.enter(phone: "+447700900123")
        try session.enter(code: "123456")
        #expect(session.description == Self.stack("[login]"))
        #expect(session.messages == ["auth.refused"])
    }
}
