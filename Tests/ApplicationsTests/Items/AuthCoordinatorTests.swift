import CoordinationTesting
import JSON
import Testing

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

    @Test("the acceptance of the terms is kept when the user leaves sign-up and returns")
    func remembered() throws {
        let session = try TestSession.items()
        try session.report(Login.signUp)
        try session.report(SignUp.terms)
        try session.report(Terms.confirmChanged, true)
        try session.back(to: Login.self)
        try session.report(Login.signUp)
        #expect(session.screen(SignUp.self) == SignUp(confirmed: true))
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

    @Test("signing up again after going back from the phone signs in to the account that was created")
    func signUpAgain() throws {
        let session = try TestSession.items()
        session.setResult(for: CreateAccount.self) { _ in .account(Account(id: "bob")) }
        try session.report(Login.signUp)
        try session.report(SignUp.terms)
        try session.report(Terms.confirmChanged, true)
        try session.back()
        // The directory stores the login in lower case and without blanks.
        try session.signUp(" Bob ")
        try session.back()
        session.setResult(for: CreateAccount.self) { _ in .taken }
        session.setResult(for: SignIn.self) { _ in .account(Account(id: "bob")) }
        try session.signUp(" Bob ")
        #expect(session.messages == [])
        #expect(
            session.description
                == "[login, signUp, phoneList] ItemsCoordinator(AuthCoordinator(PhoneVerifyCoordinator))"
        )
    }

    @Test(
        "a rejected sign-up leaves a message on the same screen",
        arguments: [
            ("ada", "enigma12", "auth.taken"), ("new", "short", "auth.weakPassword"),
        ]
    )
    func signUpRejected(login: String, password: String, code: String) throws {
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
