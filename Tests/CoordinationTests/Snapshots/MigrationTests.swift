import CoordinationTesting
import JSON
import Testing

@testable import Coordination

@Suite("Sessions of another release that are migrated")
struct MigrationTests {
    private enum Migrated: Plan {
        static let browse = FlowPlan<BrowseTwoState>(version: 3, migrations: Migration.towns)
        static let checkout = FlowPlan<CheckoutTwoState>(version: 2, migrations: Migration.total)
    }

    @Test("a session is migrated version by version, with a member and a screen renamed, and stays where it was")
    func renamed() throws {
        let before = try TestSession.releaseOne()
        #expect(before.layout == "T0*[cities] T1[profile] +modal[payment, address]")
        #expect(before.tree == "Shop(Browse(Checkout(Address)), Profile)")
        let session = try TestSession(.releaseTwo(Migrated.self), restoring: before.bytes)
        #expect(session.layout == "T0*[towns] T1[profile] +modal[payment, address]")
        #expect(session.tree == before.tree)
        #expect(
            session.changes == [
                SnapshotChange(flow: "Browse", kind: .migrated(from: 1, to: 3)),
                SnapshotChange(flow: "Checkout", kind: .migrated(from: 1, to: 2)),
            ]
        )
        #expect(
            session.changes.map(\.description) == [
                "Browse was migrated from version 1 to 3.", "Checkout was migrated from version 1 to 2.",
            ]
        )
        #expect(session.flowState(BrowseTwo<Migrated>.self) == .init(basket: ["book"], currency: "EUR"))
        #expect(session.screen(Towns.self) == Towns(town: "Bonn", count: 1))
        #expect(session.screen(PaymentTwo.self) == PaymentTwo(total: 5))
        #expect(session.state.screens.map(\.key) == before.state.screens.map(\.key))
        #expect(session.state.coordinators.map(\.key) == before.state.coordinators.map(\.key))
        #expect(session.state.pending == before.state.pending)
        #expect(session.messages == [])
    }

    @Test("a migrated session handles events as before")
    func answers() throws {
        let before = try TestSession.releaseOne()
        let session = try TestSession(.releaseTwo(Migrated.self), restoring: before.bytes)
        for session in [before, session] {
            try session.report(AddressForm.done)
            try session.complete(PlaceOrder.self, 7)
        }
        #expect(session.layout == "T0*[towns] T1[profile] +modal[payment]")
        #expect(session.screen(Towns.self)?.count == before.screen(Cities.self)?.count)
        #expect(session.screen(Towns.self)?.count == 7)
        for session in [before, session] { try session.advance(by: .seconds(30)) }
        #expect(session.screen(Towns.self)?.count == 107)
        #expect(session.timers == before.timers)
        try session.dismiss()
        try session.report(Towns.add, "pen")
        #expect(session.flowState(BrowseTwo<Migrated>.self)?.basket == ["book", "pen"])
    }

    @Test("a migration increments the versions of the screens that it changes, and of no others")
    func versions() throws {
        let before = try TestSession.releaseOne()
        let session = try TestSession(.releaseTwo(Migrated.self), restoring: before.bytes)
        let versions = zip(before.state.screens, session.state.screens).map { $1.version - $0.version }
        #expect(session.state.screens.map(\.name) == ["towns", "profile", "payment", "address"])
        #expect(versions == [1, 0, 1, 0])
    }

    @Test("a migration can rename and change pending effects that are not secret")
    func effects() throws {
        enum Plan: CoordinationTests.Plan {
            static let checkout = FlowPlan<CheckoutTwoState>(version: 2, migrations: Migration.total)
            static let browse = FlowPlan<BrowseTwoState>(
                version: 3,
                migrations: [
                    Migration(from: 1) { stored in
                        #expect(stored.name == "Browse")
                        #expect(stored.screens.map(\.name) == ["cities"])
                        #expect(stored.effects.map(\.name) == ["oldOrder"])
                        stored.renameEffect("oldOrder", to: "placeOrder")
                        stored.updateEffects("placeOrder") { order in
                            order.updateMember("things") { $0 = .array(($0.arrayValue ?? []) + ["bag"]) }
                        }
                        try Migration.towns[0].change(&stored)
                    }, Migration.towns[1],
                ]
            )
        }
        let before = try TestSession.releaseOne()
        let text = String(decoding: try before.bytes, as: UTF8.self)
        // As if release 1 had used another name for the effect in one coordinator.
        let old = text.replacing("\"placeOrder\",\"coordinator\":\"k8\"", with: "\"oldOrder\",\"coordinator\":\"k8\"")
        try #require(old != text)
        let session = try TestSession(.releaseTwo(Plan.self), restoring: Array(old.utf8))
        #expect(session.pendingEffectNames == ["placeOrder", "placeOrder"])
        #expect(try session.pending(PlaceOrder.self).things == ["book", "bag"])
    }
}

@Suite("Members of a stored value")
struct StoredMemberTests {
    @Test("members are set, removed, renamed in place, and updated")
    func operations() {
        var value: JSONValue = ["a": 1, "b": 2, "c": 3]
        value.renameMember("a", to: "d")
        #expect(String(decoding: value.json, as: UTF8.self) == #"{"d":1,"b":2,"c":3}"#)
        value.renameMember("c", to: "b")
        #expect(String(decoding: value.json, as: UTF8.self) == #"{"d":1,"b":3}"#)
        value.renameMember("missing", to: "d")
        value.setMember("e", to: ["x": nil])
        value.updateMember("e") { $0.setMember("x", to: "y") }
        value.removeMember("d")
        #expect(value == ["b": 3, "e": ["x": "y"]])
        var text: JSONValue = "text"
        text.setMember("a", to: 1)
        text.renameMember("a", to: "b")
        text.removeMember("a")
        #expect(text == "text")
    }
}
