import Testing

@testable import UsherClient

@Suite("A predicted state")
struct PredictionTests {
    private func state() throws -> NavigationState {
        try NavigationState(JSONValue(parsing: Self.document))
    }

    @Test("of going back is the screen below, with the outputs that it had, and without the screens above")
    func back() throws {
        let state = try state()
        let offers: [String: JSONValue] = ["k3": [["name": "open", "href": "/open"]]]
        let next = try #require(state.predicting(Prediction(gesture: .back(from: "k5", to: nil)), offers: offers))
        #expect(next.stack == ["k3", "k4"])
        #expect(next.gestures.back == "/v1/sessions/1/back")
        #expect(Set(next.screens.keys) == ["k3", "k4", "k7"])
        let root = try #require(state.predicting(Prediction(gesture: .back(from: "k5", to: "k3")), offers: offers))
        #expect(root.stack == ["k3"])
        #expect(root.gestures.back == nil)
        #expect(root.front?.output("open")?.href == "/open")
        #expect(root.navigation.routes[0].container?.index == 0)
        #expect(root.revision == state.revision)
    }

    @Test("of a visited tab has its screens in front, and keeps those of the other tab")
    func tab() throws {
        let state = try state()
        let next = try #require(
            state.predicting(Prediction(gesture: .select(tab: "k6", from: "k2", focus: "k5")), offers: [:])
        )
        #expect(next.stack == ["k7"])
        #expect(next.navigation.index == 1)
        #expect(Set(next.screens.keys) == Set(state.screens.keys))
        let again = Prediction(gesture: .select(tab: "k2", from: "k2", focus: "k5"))
        #expect(state.predicting(again, offers: [:])?.stack == ["k3"], "the selected tab goes to its root")
    }

    @Test("of a sheet that is closed is what is below")
    func dismiss() throws {
        var document = try state().document.object ?? [:]
        document["modals"] = [
            [
                "key": "k9", "presentation": "sheet", "dismissible": true,
                "state": ["type": "stack", "key": "k9", "index": 0, "routes": [["key": "k10", "name": "new"]]],
            ]
        ]
        document["stack"] = ["k10"]
        document["focus"] = "k10"
        document["gestures"] = ["dismiss": "/v1/sessions/1/dismiss"]
        var screens = document["screens"]?.object ?? [:]
        screens["k10"] = ["name": "new"]
        document["screens"] = .object(screens)
        let state = try NavigationState(.object(document))
        let next = try #require(state.predicting(Prediction(gesture: .dismiss(modal: "k9")), offers: [:]))
        #expect(next.stack == ["k3", "k4", "k5"])
        #expect(next.modals.isEmpty)
        #expect(next.screens["k10"] == nil)
    }

    @Test(
        "is none where another place is in front than the one at which the user was",
        arguments: [
            .back(from: "k4", to: nil), .back(from: "k5", to: "k99"), .dismiss(modal: "k9"),
            .select(tab: "k6", from: "k6", focus: "k5"), .select(tab: "k8", from: "k2", focus: "k5"),
            .select(tab: "k99", from: "k2", focus: "k5"), .select(tab: "k2", from: "k2", focus: "k4"),
        ] as [Prediction.Gesture]
    )
    func elsewhere(gesture: Prediction.Gesture) throws {
        #expect(try state().predicting(Prediction(gesture: gesture), offers: [:]) == nil)
    }

    private static let document = """
        {"id": "1", "app": "a", "revision": 17, "status": "active", "stack": ["k3", "k4", "k5"], "focus": "k5",
         "navigation": {"type": "tabs", "key": "k1", "index": 0, "routes": [
           {"key": "k2", "name": "one", "state": {"type": "stack", "key": "k2", "index": 2, "routes": [
             {"key": "k3", "name": "list"}, {"key": "k4", "name": "detail"}, {"key": "k5", "name": "more"}]}},
           {"key": "k6", "name": "two", "state": {"type": "stack", "key": "k6", "index": 0, "routes": [
             {"key": "k7", "name": "settings"}]}},
           {"key": "k8", "name": "three"}]},
         "modals": [],
         "screens": {"k3": {"name": "list", "outputs": []}, "k4": {"name": "detail"}, "k5": {"name": "more"},
                     "k7": {"name": "settings"}},
         "gestures": {"back": "/v1/sessions/1/back"}}
        """
}
