import CoordinationTesting

@testable import AccountFlows
@testable import Applications

/// A position in `items` at which each release records a snapshot.
struct GoldenPosition: Sendable {
    /// The name of the snapshot's file.
    let name: String
    /// Navigates to the position, in a session that starts at a fixed time.
    let session: @Sendable () throws -> TestSession

    init(_ name: String, _ session: @escaping @Sendable () throws -> TestSession) {
        self.name = name
        self.session = session
    }

    /// Positions that show every screen at least once, with every kind of snapshot part that `items` uses.
    static let all: [GoldenPosition] = [
        GoldenPosition("login") { try .items() },
        GoldenPosition("login-refused") {
            let session = try TestSession.items()
            try session.signIn("ada", password: "wrong")
            return session
        },
        GoldenPosition("login-pending") {
            let session = try TestSession.items()
            session.removeResult(for: SignIn.self)
            try session.signIn("ada")
            return session
        },
        GoldenPosition("login-link-parked") { try .items(link: "usher://items/item/5") },
        GoldenPosition("terms") {
            let session = try TestSession.items()
            try session.report(Login.signUp)
            try session.report(SignUp.terms)
            try session.report(Terms.confirmChanged, true)
            return session
        },
        GoldenPosition("sign-up-phone-sending") {
            let session = try signedUp()
            session.removeResult(for: SendCode.self)
            try session.report(PhoneList.addPhone)
            try session.enter(phone: "+49 170 1234567")
            return session
        },
        GoldenPosition("sign-up-phone-verify") {
            let session = try signedUp()
            try session.report(PhoneList.addPhone)
            try session.enter(phone: "+49 170 1234567")
            try session.enter(code: "000000")
            return session
        },
        GoldenPosition("forgotten-password") {
            let session = try TestSession.items()
            try session.report(Login.forgotPassword)
            return session
        },
        GoldenPosition("new-password") {
            let session = try TestSession.items()
            try session.report(Login.forgotPassword)
            try session.report(ForgottenPassword.submit, LoginEntry(login: "ada"))
            try session.reset(code: "000000")
            return session
        },
        GoldenPosition("onboarding") {
            let session = try TestSession.items()
            try session.signIn("ada")
            return session
        },
        GoldenPosition("items") { try .main() },
        GoldenPosition("item-opened-by-link") {
            let session = try TestSession.main()
            try session.open("usher://items/item/5")
            return session
        },
        GoldenPosition("settings") {
            let session = try TestSession.main()
            try session.selectTab("settings")
            return session
        },
        GoldenPosition("settings-password") {
            let session = try TestSession.main()
            try session.openSecurity()
            try session.report(Security.changePassword)
            return session
        },
        GoldenPosition("settings-phone-removal") {
            let session = try TestSession.main()
            try session.openSecurity()
            try session.report(Security.removePhone, .ada)
            return session
        },
        GoldenPosition("settings-authenticator") {
            let session = try TestSession.main()
            try session.openSecurity()
            try session.report(Security.setUpAuthenticator)
            return session
        },
        GoldenPosition("settings-recovery-codes") {
            let session = try TestSession.main()
            try session.openSecurity()
            try session.report(Security.makeRecoveryCodes)
            return session
        },
        GoldenPosition("second-factor") {
            let session = try TestSession.items()
            session.setResult(for: SignIn.self) { _ in .secondFactor(SecondFactorChallenge(id: "f")) }
            try session.signIn("ada")
            try session.report(SecondFactor.useRecoveryCode)
            return session
        },
        GoldenPosition("account-recovery") {
            let session = try TestSession.items()
            try session.report(Login.forgotPassword)
            try session.report(ForgottenPassword.useRecoveryCode)
            return session
        },
        GoldenPosition("settings-reauthentication") {
            let session = try TestSession.main()
            session.setResult(for: CheckRecentSignIn.self) { _ in false }
            try session.selectTab("settings")
            try session.report(Settings.changePhone)
            return session
        },
        GoldenPosition("settings-phone-attaching") {
            let session = try TestSession.main()
            try session.selectTab("settings")
            try session.report(Settings.changePhone)
            try session.report(PhoneList.phoneSelected, .ada)
            session.removeResult(for: AttachPhone.self)
            try session.enter(code: "123456")
            return session
        },
        GoldenPosition("settings-phone-verify") {
            let session = try TestSession.main()
            try session.selectTab("settings")
            try session.report(Settings.changePhone)
            try session.report(PhoneList.phoneSelected, .ada)
            return session
        },
        GoldenPosition("create-category") {
            let session = try TestSession.main()
            try session.report(ItemsList.createItem)
            try session.report(ItemCreate.writeNote)
            try session.report(ItemNote.noteWritten, NoteEntry(note: "Blue"))
            try session.report(ItemCreate.chooseCategory)
            return session
        },
        GoldenPosition("create-note") {
            let session = try TestSession.main()
            try session.selectTab("settings")
            try session.selectTab("items")
            try session.report(ItemsList.itemSelected, 3)
            try session.back()
            try session.report(ItemsList.createItem)
            try session.report(ItemCreate.chooseCategory)
            try session.report(ItemCategory.categorySelected, "Tool")
            try session.report(ItemCreate.writeNote)
            return session
        },
        GoldenPosition("created") {
            let session = try TestSession.main()
            try session.report(ItemsList.createItem)
            try session.report(ItemCreate.complete, ItemTitle(title: "Bicycle"))
            return session
        },
    ]

    /// Returns a session of a new user who has accepted the terms and chosen a password.
    private static func signedUp() throws -> TestSession {
        let session = try TestSession.items()
        try session.report(Login.signUp)
        try session.report(SignUp.terms)
        try session.report(Terms.confirmChanged, true)
        try session.back()
        try session.signUp("new")
        return session
    }
}
