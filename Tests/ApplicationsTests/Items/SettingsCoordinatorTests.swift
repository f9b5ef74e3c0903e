import CoordinationTesting
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("The settings flow of items")
struct SettingsCoordinatorTests {
    @Test("the flow starts with the settings screen alone")
    func start() throws {
        let session = try TestSession.main()
        try session.selectTab("settings")
        #expect(session.stack == ["settings"])
    }

    @Test("logging out is possible on the settings screen only, and ends the session's login")
    func logOut() throws {
        let session = try TestSession.main()
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        #expect(throws: NavigationError.self) { try session.report(Settings.logOut) }
        try session.back()
        try session.report(Settings.logOut)
        #expect(session.description == ItemsLaunchTests.auth)
    }

    @Test("a phone that can't be saved leaves a message and the old phone")
    func notSaved() throws {
        let session = try TestSession.main()
        session.removeResult(for: AttachPhone.self)
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        try session.report(PhoneList.phoneSelected, .ada)
        try session.enter(code: "123456")
        #expect(session.stack == ["settings"])
        #expect(throws: NavigationError.busy(effect: "attachPhone")) { try session.report(Settings.logOut) }
        try session.fail(AttachPhone.self)
        #expect(session.messages == ["effect.failed"])
        #expect(session.screen(Settings.self)?.account.phones == [.ada])
    }
}
