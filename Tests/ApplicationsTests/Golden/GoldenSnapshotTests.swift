import JSON
import Testing

@testable import Applications
@testable import CoordinationTesting

@Suite("The snapshots of every release of items")
struct GoldenSnapshotTests {
    /// The descriptions of the changes that this program makes to each snapshot on loading.
    ///
    /// A release that changes the versions of its flows adds the changes to the snapshots of earlier releases here.
    private static let changes: [String: [String]] = [
        "0.1.0/create-category": [itemMigration],
        "0.1.0/create-note": [itemMigration],
        "0.1.0/created": [itemMigration],
        "0.1.0/item-opened-by-link": [itemMigration],
        "0.1.0/items": [itemMigration],
        "0.1.0/login": [authMigration],
        "0.1.0/login-link-parked": [authMigration],
        "0.1.0/login-pending": [authMigration],
        "0.1.0/login-refused": [authMigration],
        "0.1.0/settings": [itemMigration],
        "0.1.0/settings-phone-attaching": [itemMigration],
        "0.1.0/settings-phone-verify": [itemMigration, phoneMigration],
        "0.1.0/sign-up-phone-sending": [authMigration, phoneMigration],
        "0.1.0/sign-up-phone-verify": [authMigration, phoneMigration],
        "0.1.0/terms": [authMigration],
    ]

    private static let authMigration = "AuthCoordinator was migrated from version 1 to 2."
    private static let itemMigration = "ItemCoordinator was migrated from version 1 to 2."
    private static let phoneMigration = "PhoneVerifyCoordinator was migrated from version 1 to 3."

    /// The layout of each session after loading.
    private static let layouts = [
        "0.1.0/create-category": "T0*[itemsList] T1[] +modal[itemCreate, itemCategory]",
        "0.1.0/create-note": "T0*[itemsList] T1[settings] +modal[itemCreate, itemNote]",
        "0.1.0/created": "T0*[itemsList, itemDetail] T1[]",
        "0.1.0/item-opened-by-link": "T0*[itemsList, itemDetail] T1[]",
        "0.1.0/items": "T0*[itemsList] T1[]",
        "0.1.0/login": "[login]",
        "0.1.0/login-link-parked": "[login]",
        "0.1.0/login-pending": "[login]",
        "0.1.0/login-refused": "[login]",
        "0.1.0/onboarding": "[onboarding]",
        "0.1.0/settings": "T0[itemsList] T1*[settings]",
        "0.1.0/settings-phone-attaching": "T0[itemsList] T1*[settings]",
        "0.1.0/settings-phone-verify": "T0[itemsList] T1*[settings, phoneList, verifyPhone]",
        "0.1.0/sign-up-phone-sending": "[login, signUp, phoneList, addPhone]",
        "0.1.0/sign-up-phone-verify": "[login, signUp, phoneList, addPhone, verifyPhone]",
        "0.1.0/terms": "[login, signUp, terms]",
    ]

    @Test("a snapshot is restored to the user's position", arguments: try GoldenSnapshot.all())
    func restored(_ snapshot: GoldenSnapshot) throws {
        let session = try TestSession(ItemsApplication.make(), restoring: snapshot.bytes)
        #expect(session.changes.map(\.description) == Self.changes[snapshot.testDescription] ?? [])
        #expect(session.layout == Self.layouts[snapshot.testDescription])
        #expect(session.state.violations == [])
    }

    @Test("a restored session accepts the outputs of its screen, and links", arguments: try GoldenSnapshot.all())
    func next(_ snapshot: GoldenSnapshot) throws {
        let application = try ItemsApplication.make()
        let session = try TestSession(application, restoring: snapshot.bytes, results: .items)
        // The restart interrupts secret effects, which only the release that recorded the snapshot could run.
        try session.restart()
        #expect(session.pendingEffectNames == [])
        let focus = try #require(session.state.focus)
        var generator = SeededGenerator(seed: 1)
        var taken = 0
        let reports = focus.screen.view.allReports
        for output in application.outputs(of: type(of: focus.screen)) {
            let branch = try TestSession(application, restoring: application.encode(session.state), results: .items)
            let shown = reports.first { $0.output == output.name }?.payload
            do {
                try branch.report(output.name, from: focus.key, shown ?? output.schema?.sample(using: &generator))
                taken += 1
            } catch let error as NavigationError {
                #expect(error == .outputUnavailable(output.name, screen: focus.name))
            }
        }
        #expect(taken > 0 || application.outputs(of: type(of: focus.screen)).isEmpty)
        #expect(try session.open("usher://items/onboarding"))
        #expect(session.layout == "[onboarding]")
    }

    @Test("the recorded positions show every screen")
    func complete() throws {
        let positions = try GoldenPosition.all.map { try $0.session().state }
        let shown = Set(positions.flatMap { $0.screens.map(\.name) })
        #expect(shown == Set(try ItemsApplication.make().screens.map { $0.name }))
    }

    @Test("a recorded release is never recorded again")
    func recordedOnce() throws {
        let release = try #require(try GoldenSnapshot.releases().last)
        #expect(throws: GoldenSnapshotError.isRecorded(release)) { try GoldenSnapshot.record(release) }
    }
}

@Suite("Recording golden snapshots", .enabled(if: GoldenSnapshot.recorded != nil))
struct GoldenRecording {
    @Test("the snapshots of the release in USHER_GOLDEN are recorded")
    func record() throws {
        try GoldenSnapshot.record(#require(GoldenSnapshot.recorded))
    }
}
