import CoordinationTesting
import JSON
import Testing

@testable import Coordination

@Suite("Sessions of another release that restart at an anchor")
struct AnchorTests {
    fileprivate static let basket = Anchor<BrowseTwoState>.restart { storage in
        BrowseTwoState(town: storage["city"] ?? "Bonn", basket: storage["basket"] ?? [], currency: "EUR")
    }

    private static func keys(_ session: TestSession) -> [String: Key] {
        Dictionary(session.state.screens.map { ($0.name, $0.key) }) { $1 }
    }

    private enum Anchored: Plan {
        static let browse = FlowPlan<BrowseTwoState>(version: 2, anchor: AnchorTests.basket)
    }

    @Test("a flow restarts with its storage, a message, its pending orders and new timers; other flows are unchanged")
    func anchored() throws {
        let before = try TestSession.releaseOne()
        let session = try TestSession(.releaseTwo(Anchored.self), restoring: before.bytes)
        #expect(session.description == "T0*[towns] T1[profile] Shop(Browse, Profile)")
        #expect(session.flowState(BrowseTwo<Anchored>.self) == .init(basket: ["book"], currency: "EUR"))
        #expect(session.messages == ["app.updated"])
        #expect(session.screen(Towns.self) == Towns(town: "Bonn", count: 1))
        #expect(Self.keys(session)["profile"] == Self.keys(before)["profile"])
        #expect(
            session.state.screens.first { $0.name == "profile" } == before.state.screens.first { $0.name == "profile" }
        )
        #expect(session.state.coordinators.map(\.key) == [Key(2), Key(8), Key(11)])
        // The orders of the flow and of the checkout are kept. The old refresh and the expiry are removed.
        #expect(session.pendingEffectNames == ["placeOrder", "placeOrder"])
        #expect(session.timers == ["refresh", "closing"])
        let reason = SnapshotError(
            reason: .missingMigration,
            detail: "Browse has no migration from version 1 to 2."
        )
        #expect(session.changes == [SnapshotChange(flow: "Browse", kind: .restarted(reason))])
        #expect(
            session.changes.map(\.description) == [
                "Browse restarted at its anchor: Browse has no migration from version 1 to 2."
            ]
        )
        try session.report(Towns.add, "pen")
        #expect(session.messages == [])
        try session.complete(PlaceOrder.self, 7)
        #expect(session.screen(Towns.self)?.count == 7)
        // The checkout was removed, so the result of its order goes to its parent.
        try session.complete(PlaceOrder.self, 8)
        #expect(session.screen(Towns.self)?.count == 8)
    }

    @Test("a session without an anchor is rejected, with the mismatch and a remedy")
    func rejected() throws {
        enum None: Plan {}
        let before = try TestSession.releaseOne()
        let error = #expect(throws: SnapshotError.self) {
            try Application.releaseTwo(None.self).decode(before.bytes, at: .test)
        }
        #expect(error?.reason == .missingMigration)
        #expect(
            error?.detail == """
                Browse has no migration from version 1 to 2. None of Browse, Shop has an anchor to restart at; add \
                an anchor or a migration.
                """
        )
    }

    @Test("a flow whose migration fails restarts with the result of the migrations before")
    func failedUpgrade() throws {
        enum Failing: Plan {
            static let browse = FlowPlan<BrowseTwoState>(
                version: 3,
                migrations: [
                    Migration.towns[0],
                    Migration(from: 2) { stored in
                        stored.state = .null
                        throw NoSuchTown()
                    },
                ],
                anchor: .restart(message: Message("shop.moved", "We have moved.")) { storage in
                    #expect(storage.version == 2)
                    return BrowseTwoState(town: storage["town"] ?? "", basket: storage["basket"] ?? [], currency: "EUR")
                }
            )
        }
        let session = try TestSession(.releaseTwo(Failing.self), restoring: TestSession.releaseOne().bytes)
        #expect(session.flowState(BrowseTwo<Failing>.self) == .init(basket: ["book"], currency: "EUR"))
        #expect(session.messages == ["shop.moved"])
        #expect(
            session.changes.map(\.description) == [
                "Browse restarted at its anchor: The migration of Browse from version 2 failed: there is no such town."
            ]
        )
    }

    @Test("the nearest flow with an anchor above the mismatch restarts, in its modal")
    func childInModal() throws {
        enum Child: Plan {
            static let shop = FlowPlan<ShopOne.State>(anchor: .restart)
            static let browse = FlowPlan<BrowseTwoState>(
                version: 3,
                migrations: Migration.towns,
                anchor: AnchorTests.basket
            )
            static let checkout = FlowPlan<CheckoutTwoState>(version: 2, migrations: Migration.total, anchor: .restart)
            static let address = FlowPlan<AddressOne.State>(version: 2)
        }
        let before = try TestSession.releaseOne()
        let session = try TestSession(.releaseTwo(Child.self), restoring: before.bytes)
        #expect(session.layout == "T0*[towns] T1[profile] +modal[payment]")
        #expect(session.tree == "Shop(Browse(Checkout), Profile)")
        #expect(session.messages == ["app.updated"])
        #expect(session.state.modals.map(\.key) == before.state.modals.map(\.key))
        #expect(Self.keys(session)["towns"] == Self.keys(before)["cities"])
        #expect(Self.keys(session)["profile"] == Self.keys(before)["profile"])
        #expect(session.timers == ["expiry", "refresh", "closing"])
        #expect(
            session.changes.map(\.description) == [
                "Browse was migrated from version 1 to 3.",
                "Checkout restarted at its anchor: Address has no migration from version 1 to 2.",
            ]
        )
        try session.report(PaymentTwo.address)
        #expect(session.stack == ["payment", "address"])
    }

    @Test("a flow restarts when a flow below it no longer exists")
    func flowGone() throws {
        enum Gone: Plan {
            static let browse = FlowPlan<BrowseTwoState>(version: 3, migrations: Migration.towns)
            static let checkout = FlowPlan<CheckoutTwoState>(version: 2, migrations: Migration.total, anchor: .restart)
            static let hasAddress = false
        }
        let session = try TestSession(.releaseTwo(Gone.self), restoring: TestSession.releaseOne().bytes)
        #expect(session.layout == "T0*[towns] T1[profile] +modal[payment]")
        #expect(
            session.changes.last?.description
                == "Checkout restarted at its anchor: The application has no flow 'Address'."
        )
    }

    @Test("a flow in a background tab restarts, and its message is shown there")
    func tab() throws {
        let before = try TestSession.releaseOne()
        try before.dismiss()
        try before.selectTab("profile")
        let session = try TestSession(.releaseTwo(Anchored.self), restoring: before.bytes)
        #expect(session.layout == "T0[towns] T1*[profile]")
        #expect(session.messages == [])
        let tabs = { (session: TestSession) in session.state.containers.flatMap(\.allTabs).flatMap(\.items).map(\.key) }
        #expect(tabs(session) == tabs(before))
        try session.selectTab("browse")
        #expect(session.messages == ["app.updated"])
    }

    @Test("the application coordinator restarts, with the flow of its first tab")
    func root() throws {
        enum Rooted: Plan {
            static let shop = FlowPlan<ShopOne.State>(version: 2, anchor: .restart { .init(user: $0["user"] ?? "") })
            static let browse = FlowPlan<BrowseTwoState>(version: 2, anchor: AnchorTests.basket)
        }
        let session = try TestSession(.releaseTwo(Rooted.self), restoring: TestSession.releaseOne().bytes)
        #expect(session.description == "T0*[towns] T1[] Shop(Browse)")
        #expect(session.flowState(ShopTwo<Rooted>.self)?.user == "ada")
        #expect(session.flowState(BrowseTwo<Rooted>.self)?.basket == [])
        #expect(session.messages == ["app.updated"])
        #expect(session.timers == ["refresh", "closing"])
        #expect(session.pendingEffectNames == ["placeOrder", "placeOrder"])
        #expect(session.changes.map(\.flow) == ["Shop"])
        try session.selectTab("profile")
        #expect(session.screen(ProfilePage.self)?.user == "ada")
    }

    @Test("a flow restarts when the anchor of the flow below can't make a state from the storage")
    func declined() throws {
        enum Declined: Plan {
            static let shop = FlowPlan<ShopOne.State>(anchor: .restart)
            static let browse = FlowPlan<BrowseTwoState>(version: 2, anchor: .restart)
        }
        let session = try TestSession(.releaseTwo(Declined.self), restoring: TestSession.releaseOne().bytes)
        #expect(session.description == "T0*[towns] T1[] Shop(Browse)")
        enum Helpless: Plan {
            static let browse = FlowPlan<BrowseTwoState>(version: 2, anchor: .restart)
        }
        let error = #expect(throws: SnapshotError.self) {
            try Application.releaseTwo(Helpless.self).decode(TestSession.releaseOne().bytes, at: .test)
        }
        #expect(error?.detail.contains("The anchor of Browse can't make a state from the stored data") == true)
    }

    @Test("a session stays as it is when a type has changed although the version has not, and the error says why")
    func sameVersion() throws {
        enum Forgotten: Plan {
            static let browse = FlowPlan<BrowseTwoState>(anchor: AnchorTests.basket)
        }
        let error = #expect(throws: SnapshotError.self) {
            try Application.releaseTwo(Forgotten.self).decode(TestSession.releaseOne().bytes, at: .test)
        }
        #expect(error?.isNewer == true)
        #expect(
            error?.detail == """
                The state of Browse can't be decoded: at '/town': the member “town” is required. A later release may have \
                written the session, so it stays as it is. If an earlier release has written it, raise the version of Browse.
                """
        )
    }

    @Test("a change of a type that two flows have is migrated in both, and the error names the flow that was forgotten")
    func halfMigrated() throws {
        enum Half: Plan {
            static let browse = FlowPlan<BrowseTwoState>(version: 3, migrations: Migration.towns)
            static let checkout = FlowPlan<CheckoutTwoState>()
        }
        let error = #expect(throws: SnapshotError.self) {
            try Application.releaseTwo(Half.self).decode(TestSession.releaseOne().bytes, at: .test)
        }
        #expect(error?.isNewer == true)
        #expect(
            error?.detail == """
                The state of Checkout can't be decoded: at '/total': the member “total” is required. A later release may \
                have written the session, so it stays as it is. If an earlier release has written it, raise the version of \
                Checkout.
                """
        )
    }

    @Test("a session stays as it is when a later version wrote its snapshot, whatever the anchors and the other flows")
    func laterVersion() throws {
        let document = try JSONValue(parsing: TestSession.releaseOne().bytes)
        enum Anchors: Plan {
            static let shop = FlowPlan<ShopOne.State>(anchor: .restart)
            static let browse = FlowPlan<BrowseTwoState>(version: 2, anchor: AnchorTests.basket)
            static let address = FlowPlan<AddressOne.State>(anchor: .restart)
        }
        for flow in ["Browse", "Profile", "Address", "Shop"] {
            let error = #expect(throws: SnapshotError.self) {
                try Application.releaseTwo(Anchors.self).decode(
                    document.replacing(["flows", flow], by: 9).json,
                    at: .test
                )
            }
            #expect(error?.isNewer == true)
            #expect(error?.detail.hasPrefix("\(flow) was stored with version 9, but this program has version") == true)
        }
    }

    @Test("pending effects that no longer exist are dropped and listed, also those of flows that have ended")
    func effectGone() throws {
        let before = try TestSession.releaseOne()
        let orphaned = try TestSession.releaseOne()
        try orphaned.dismiss()
        for session in [before, orphaned] {
            let text = String(decoding: try session.bytes, as: UTF8.self)
            let old = text.replacing("\"placeOrder\"", with: "\"oldOrder\"")
            let after = try TestSession(.releaseTwo(Anchored.self), restoring: Array(old.utf8))
            #expect(after.pendingEffectNames == [])
            // The effect of a flow that has ended belongs to the flow's parent.
            let flows = session === orphaned ? ["Browse"] : ["Browse", "Checkout"]
            #expect(
                after.changes.dropFirst()
                    == flows.map { SnapshotChange(flow: $0, kind: .dropped(effect: "oldOrder")) }[...]
            )
        }
    }

    @Test("a session is rejected when its only flow with an anchor can't restart")
    func failingStart() throws {
        enum Failing: Plan {
            static let browse = FlowPlan<BrowseTwoState>(
                version: 2,
                anchor: .restart { _ in .init(town: "nowhere", currency: "EUR") }
            )
        }
        let error = #expect(throws: SnapshotError.self) {
            try Application.releaseTwo(Failing.self).decode(TestSession.releaseOne().bytes, at: .test)
        }
        #expect(error?.reason == .failedRestart)
        #expect(
            error?.detail.hasPrefix("Browse can't restart: Browse shows 'undeclared' without declaring") == true
        )
    }

    @Test("a flow restarts when the flow below it can't")
    func failingStartBelow() throws {
        enum Failing: Plan {
            static let shop = FlowPlan<ShopOne.State>(anchor: .restart)
            static let browse = FlowPlan<BrowseTwoState>(
                version: 2,
                anchor: .restart { _ in .init(town: "nowhere", currency: "EUR") }
            )
        }
        let session = try TestSession(.releaseTwo(Failing.self), restoring: TestSession.releaseOne().bytes)
        #expect(session.description == "T0*[towns] T1[] Shop(Browse)")
        #expect(session.messages == ["app.updated"])
        #expect(session.changes.map(\.flow) == ["Shop"])
        #expect(
            session.changes.first?.description.hasPrefix("Shop restarted at its anchor: Browse can't restart") == true
        )
    }

    @Test("a session is rejected when the application coordinator has another name")
    func renamedRoot() throws {
        let document = try JSONValue(parsing: TestSession.releaseOne().bytes)
        let renamed = document.replacing(["coordinators", "0", "name"], by: "Store")
            .replacing(["flows"], by: ["Store": 1, "Browse": 1, "Checkout": 1, "Address": 1, "Profile": 1])
        let error = #expect(throws: SnapshotError.self) {
            try Application.releaseTwo(Anchored.self).decode(renamed.json, at: .test)
        }
        // The snapshot may also come from a later release.
        #expect(error?.reason == .newerRelease)
        #expect(error?.detail.hasPrefix("The application coordinator is Shop, but the stored one is Store.") == true)
    }

    @Test("a flow restarts while the flows above it are migrated")
    func besideMigrations() throws {
        enum Deep: Plan {
            static let browse = FlowPlan<BrowseTwoState>(version: 3, migrations: Migration.towns)
            static let checkout = FlowPlan<CheckoutTwoState>(version: 2, migrations: Migration.total)
            static let address = FlowPlan<AddressOne.State>(version: 2, anchor: .restart)
        }
        let session = try TestSession(.releaseTwo(Deep.self), restoring: TestSession.releaseOne().bytes)
        #expect(session.layout == "T0*[towns] T1[profile] +modal[payment, address]")
        #expect(session.messages == ["app.updated"])
        #expect(session.changes.map(\.flow) == ["Browse", "Checkout", "Address"])
    }
}
