import CoordinationTesting
import JSON
import Testing

@testable import Applications

@Suite("The auth flow of items")
struct AuthCoordinatorTests {
    private static func stack(_ stack: String) -> String { "\(stack) ItemsCoordinator(AuthCoordinator)" }

    @Test("shows login, sign-up and terms, one over the other (P4, P5)")
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

    @Test("keeps sign-up and terms in step while one covers the other (P6)")
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

    @Test("remembers the terms when the user comes back to sign-up")
    func remembered() throws {
        let session = try TestSession.items()
        try session.report(Login.signUp)
        try session.report(SignUp.terms)
        try session.report(Terms.confirmChanged, true)
        try session.back(to: Login.self)
        try session.report(Login.signUp)
        #expect(session.screen(SignUp.self) == SignUp(confirmed: true))
    }

    @Test("takes no sign-up before the terms are accepted")
    func unconfirmed() throws {
        let session = try TestSession.items()
        try session.report(Login.signUp)
        #expect(throws: NavigationError.outputUnavailable("submit", screen: "signUp")) { try session.signUp("new") }
        #expect(session.description == Self.stack("[login, signUp]"))
    }

    @Test("goes on to the phone after a sign-up, and to the tutorial after that (P8)")
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
        #expect(session.remembered(ItemsCoordinator.self)?.account == Account(id: "new", phones: [.ada]))
    }

    @Test("signs in to the account that it has created when the user comes back from the phone and signs up again")
    func signUpAgain() throws {
        let session = try TestSession.items()
        session.answer(CreateAccount.self) { _ in .account(Account(id: "bob")) }
        try session.report(Login.signUp)
        try session.report(SignUp.terms)
        try session.report(Terms.confirmChanged, true)
        try session.back()
        // The account has the login as the directory stores it.
        try session.signUp(" Bob ")
        try session.back()
        session.answer(CreateAccount.self) { _ in .taken }
        session.answer(SignIn.self) { _ in .account(Account(id: "bob")) }
        try session.signUp(" Bob ")
        #expect(session.messages == [])
        #expect(
            session.description
                == "[login, signUp, phoneList] ItemsCoordinator(AuthCoordinator(PhoneVerifyCoordinator))"
        )
    }

    @Test(
        "explains a sign-up that is refused on the same screen",
        arguments: [
            ("ada", "enigma12", "auth.taken"), ("new", "short", "auth.weakPassword"),
        ]
    )
    func signUpRefused(login: String, password: String, code: String) throws {
        let session = try TestSession.items()
        try session.report(Login.signUp)
        try session.report(SignUp.terms)
        try session.report(Terms.confirmChanged, true)
        try session.back()
        try session.signUp(login, password: password)
        #expect(session.description == Self.stack("[login, signUp]"))
        #expect(session.messages == [code])
    }

    @Test(
        "explains a login that is refused on the same screen, until the next one",
        arguments: [
            ("ada", "wrong", "auth.refused"), ("nobody", "enigma12", "auth.refused"),
            ("eve", "enigma12", "auth.tooMany"),
        ]
    )
    func loginRefused(login: String, password: String, code: String) throws {
        let session = try TestSession.items()
        try session.signIn(login, password: password)
        #expect(session.description == Self.stack("[login]"))
        #expect(session.messages == [code])
        try session.signIn("ada")
        #expect(session.description == ItemsLaunchTests.onboarding)
    }

    @Test(
        "refuses credentials that are not complete",
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

    @Test("waits for the answer, and can be left meanwhile")
    func busy() throws {
        let session = try TestSession.items()
        session.wait(for: SignIn.self)
        try session.signIn("ada")
        #expect(session.waitsFor == ["signIn"])
        #expect(throws: NavigationError.busy(effect: "signIn")) { try session.signIn("ada") }
        try session.open("usher://items/onboarding")
        #expect(session.description == ItemsLaunchTests.onboarding)
        try session.complete(SignIn.self, .account(Account(id: "ada", phones: [.ada])))
        #expect(session.description == ItemsLaunchTests.onboarding)
        #expect(session.remembered(ItemsCoordinator.self)?.account == nil)
    }

    @Test("asks again when nothing came of it, or when the server stopped in between")
    func failed() throws {
        let session = try TestSession.items()
        session.wait(for: SignIn.self)
        try session.signIn("ada")
        try session.fail(SignIn.self)
        #expect(session.messages == ["effect.failed"])
        try session.signIn("ada")
        try session.restart()
        #expect(session.messages == ["effect.interrupted"])
        #expect(session.description == Self.stack("[login]"))
    }

    @Test("begins anew when the account is gone before the phone is attached")
    func accountGone() throws {
        let session = try TestSession.items()
        session.answer(AttachPhone.self) { _ in nil }
        try session.signIn("bob")
        try session.report(PhoneList.addPhone)
        try session.enter(phone: "+447700900123")
        try session.enter(code: "123456")
        #expect(session.description == Self.stack("[login]"))
        #expect(session.messages == ["auth.refused"])
    }
}
