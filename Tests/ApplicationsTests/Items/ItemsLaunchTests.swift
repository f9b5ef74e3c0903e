import CoordinationTesting
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("The launch of items")
struct ItemsLaunchTests {
    static let auth = "[login] ItemsCoordinator(AuthCoordinator)"
    static let onboarding = "[onboarding] ItemsCoordinator(OnboardingCoordinator)"
    static let main = "T0*[itemsList] T1[] ItemsCoordinator(TabbarCoordinator(ItemCoordinator))"

    @Test("the launch shows the flows that the session still needs (P1, P2, P3)")
    func instructor() throws {
        let session = try TestSession.items()
        #expect(session.description == Self.auth)
        try session.signIn("ada")
        #expect(session.description == Self.onboarding)
        try session.report(Onboarding.finish)
        #expect(session.description == Self.main)
        try session.selectTab("settings")
        try session.report(Settings.logOut)
        #expect(session.description == Self.auth)
        try session.signIn("ada")
        #expect(session.description == Self.main)
    }

    @Test("there is no way back to a completed flow (P8, P9)")
    func noWayBack() throws {
        let session = try TestSession.items()
        try session.report(Login.signUp)
        try session.back()
        try session.signIn("ada")
        #expect(try session.back() == false)
        #expect(session.isInTree(AuthCoordinator.self) == false)
        try session.report(Onboarding.finish)
        #expect(try session.back() == false)
        #expect(session.isInTree(OnboardingCoordinator.self) == false)
        #expect(session.description == Self.main)
    }

    @Test("the tutorial hides the navigation bar and fades into the tabs")
    func look() throws {
        let session = try TestSession.items()
        try session.signIn("ada")
        #expect(session.state.focus?.hides == [.navigationBar])
        try session.report(Onboarding.finish)
        guard case .tabs(let tabs) = session.state.navigation else {
            Issue.record("There are no tabs.")
            return
        }
        #expect(tabs.transition == .fade)
        #expect(
            tabs.items.map { "\($0.name) \($0.title) \($0.symbol ?? "-")" } == [
                "items Items list", "settings Settings gear",
            ]
        )
    }

    @Test("the application has the expected screens and flows")
    func application() throws {
        let application = try ItemsApplication.make()
        #expect(
            application.screens.map { $0.name } == [
                "accountRecovery", "addPhone", "authenticatorSetup", "changePassword", "confirmPassword",
                "forgottenPassword", "itemCategory", "itemCreate", "itemDetail", "itemNote", "itemsList",
                "login", "newPassword", "onboarding", "phoneList", "recoveryCodes", "secondFactor",
                "secondFactorRecovery", "security", "securityAlert", "settings", "signUp", "terms",
                "verifyPhone",
            ]
        )
        #expect(
            application.flowVersions.keys.sorted() == [
                "AuthCoordinator", "ItemCoordinator", "ItemCreateCoordinator", "ItemsCoordinator",
                "OnboardingCoordinator", "PasswordChangeCoordinator", "PasswordResetCoordinator",
                "PhoneVerifyCoordinator", "ReauthenticationCoordinator", "SecurityCoordinator", "SettingsCoordinator",
                "TabbarCoordinator",
            ]
        )
    }
}
