import CoordinationTesting
import JSON
import Testing

@testable import AccountFlows
@testable import Applications

@Suite("The anchors of items")
struct ItemsAnchorTests {
    /// Returns the session with version 0 of one flow, from which no migration leads on, as an earlier release has stored it.
    private func restore(
        _ session: TestSession,
        without flow: String,
        results: EffectResults = .items
    ) throws -> TestSession {
        var document = try JSONValue(parsing: session.application.encode(session.state))
        document.updateMember("flows") { $0.setMember(flow, to: 0) }
        return try TestSession(session.application, restoring: document.json, results: results)
    }

    @Test("every session is restored when one of its flows does not match", arguments: GoldenPosition.all.map(\.name))
    func everywhere(name: String) throws {
        let position = try #require(GoldenPosition.all.first { $0.name == name })
        let session = try position.session()
        for flow in Set(session.state.coordinators.map(\.name)) {
            let restored = try restore(session, without: flow, results: EffectResults())
            #expect(restored.changes.contains { $0.flow == flow })
            #expect(restored.state.screens.contains { $0.messages.contains(.appUpdated) })
            #expect(account(restored) == account(session))
        }
    }

    private func account(_ session: TestSession) -> Account? { session.flowState(ItemsCoordinator.self)?.account }

    @Test("a restart at an anchor drops a pending sign-in, whose password is lost, without a message of its own")
    func lostSignIn() throws {
        let session = try TestSession.items()
        session.removeResult(for: SignIn.self)
        try session.signIn("ada")
        let restored = try restore(session, without: "AuthCoordinator")
        #expect(restored.pendingEffectNames == [])
        #expect(restored.messages == ["app.updated"])
        #expect(restored.changes.last == SnapshotChange(flow: "AuthCoordinator", kind: .dropped(effect: "signIn")))
    }

    @Test("a restart of the application keeps the user signed in and shows the list")
    func root() throws {
        let session = try TestSession.main()
        try session.report(ItemsList.createItem)
        let restored = try restore(session, without: "ItemsCoordinator")
        #expect(restored.description == "T0*[itemsList] T1[] ItemsCoordinator(TabbarCoordinator(ItemCoordinator))")
        #expect(restored.messages == ["app.updated"])
    }

    @Test("a restart of the list keeps added items and leaves the settings unchanged")
    func items() throws {
        let session = try TestSession.main()
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        try session.selectTab("items")
        try session.report(ItemsList.createItem)
        try session.report(ItemCreate.complete, ItemTitle(title: "Bicycle"))
        let restored = try restore(session, without: "ItemCoordinator", results: EffectResults())
        #expect(restored.layout == "T0*[itemsList] T1[settings, phoneList]")
        #expect(restored.screen(ItemsList.self)?.items.last?.title == "Bicycle")
    }

    @Test("a restart of the creation flow keeps the draft, and the form shows it")
    func draft() throws {
        let session = try TestSession.main()
        try session.report(ItemsList.createItem)
        try session.report(ItemCreate.chooseCategory)
        try session.report(ItemCategory.categorySelected, "Tool")
        try session.report(ItemCreate.writeNote)
        let restored = try restore(session, without: "ItemCreateCoordinator")
        #expect(restored.layout == "T0*[itemsList] T1[] +modal[itemCreate]")
        #expect(restored.screen(ItemCreate.self) == ItemCreate(category: "Tool", note: nil))
    }

    @Test("after a restart of phone verification a code that was requested before can be entered")
    func code() throws {
        let session = try TestSession.main()
        try session.selectTab("settings")
        try session.report(Settings.changePhone)
        session.removeResult(for: SendCode.self)
        try session.report(PhoneList.phoneSelected, .ada)
        let restored = try restore(session, without: "PhoneVerifyCoordinator")
        #expect(restored.layout == "T0[itemsList] T1*[settings, phoneList, verifyPhone]")
        try restored.enter(code: "123456")
        #expect(restored.layout == "T0[itemsList] T1*[settings]")
    }
}
