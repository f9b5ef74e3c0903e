import CoordinationTesting

@testable import Applications

/// A position in `items` at which each release records a snapshot.
struct GoldenPlace: Sendable {
    /// The name of the snapshot's file.
    let name: String
    /// Navigates to the position, in a session that starts at a fixed time.
    let session: @Sendable () throws -> TestSession

    init(_ name: String, _ session: @escaping @Sendable () throws -> TestSession) {
        self.name = name
        self.session = session
    }

    /// Positions that show every screen at least once, with every kind of snapshot part that `items` uses.
    static let all: [GoldenPlace] = [
        GoldenPlace("login") { try .items() },
        GoldenPlace("login-refused") {
            let session = try TestSession.items()
            try session.signIn("ada", password: "wrong")
            return session
        },
        GoldenPlace("login-pending") {
            let session = try TestSession.items()
            session.wait(for: SignIn.self)
            try session.signIn("ada")
            return session
        },
        GoldenPlace("login-link-parked") { try .items(link: "usher://items/item/5") },
        GoldenPlace("terms") {
            let session = try TestSession.items()
            try session.report(Login.signUp)
            try session.report(SignUp.terms)
            try session.report(Terms.confirmChanged, true)
            return session
        },
        GoldenPlace("sign-up-phone-sending") {
            let session = try signedUp()
            session.wait(for: SendCode.self)
            try session.report(PhoneList.addPhone)
            try session.enter(phone: "+49 170 1234567")
            return session
        },
        GoldenPlace("sign-up-phone-verify") {
            let session = try signedUp()
            try session.report(PhoneList.addPhone)
            try session.enter(phone: "+49 170 1234567")
            try session.enter(code: "000000")
            return session
        },
        GoldenPlace("onboarding") {
            let session = try TestSession.items()
            try session.signIn("ada")
            return session
        },
        GoldenPlace("items") { try .main() },
        GoldenPlace("item-opened-by-link") {
            let session = try TestSession.main()
            try session.open("usher://items/item/5")
            return session
        },
        GoldenPlace("settings") {
            let session = try TestSession.main()
            try session.selectTab("settings")
            return session
        },
        GoldenPlace("settings-phone-attaching") {
            let session = try TestSession.main()
            try session.selectTab("settings")
            try session.report(Settings.changePhone)
            try session.report(PhoneList.phoneSelected, .ada)
            session.wait(for: AttachPhone.self)
            try session.enter(code: "123456")
            return session
        },
        GoldenPlace("settings-phone-verify") {
            let session = try TestSession.main()
            try session.selectTab("settings")
            try session.report(Settings.changePhone)
            try session.report(PhoneList.phoneSelected, .ada)
            return session
        },
        GoldenPlace("create-category") {
            let session = try TestSession.main()
            try session.report(ItemsList.createItem)
            try session.report(ItemCreate.writeNote)
            try session.report(ItemNote.noteWritten, NoteEntry(note: "Blue"))
            try session.report(ItemCreate.chooseCategory)
            return session
        },
        GoldenPlace("create-note") {
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
        GoldenPlace("created") {
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
