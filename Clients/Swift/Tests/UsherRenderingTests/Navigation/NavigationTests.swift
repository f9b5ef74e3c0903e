import Testing
import UsherClient

@testable import UsherRendering

@Suite("The navigation")
struct NavigationTests {
    private static let plain = screen([])

    @Test("is a root with a path in a stack, and a stack for each visited tab")
    func containers() throws {
        var state = TestState(stack: [("a", Self.plain), ("b", Self.plain), ("c", Self.plain)])
        guard case .stack(let stack) = ContainerLayout(try state.state.navigation, GestureOverlay()) else { return }
        #expect(stack.root == "a" && stack.path == ["b", "c"] && stack.front == "c")
        #expect(stack.screen(below: "c") == "b" && stack.screen(below: "a") == nil)
        state.tabs = ["Home", "Cart"]
        guard case .tabs(let tabs) = ContainerLayout(try state.state.navigation, GestureOverlay()) else { return }
        #expect(tabs.selected == "t0")
        #expect(tabs.tabs.map(\.title) == ["Home", "Cart"])
        #expect(tabs.tabs[1].content == nil)
        #expect(ContainerLayout.tabs(tabs).front == "c")
    }

    @Test("shows a gesture of the system until the state has changed at its place")
    func overlay() throws {
        let state = try TestState(stack: [("a", Self.plain), ("b", Self.plain)]).state
        var overlay = GestureOverlay()
        overlay.pop(state.navigation, to: ["a"])
        guard case .stack(let shown) = ContainerLayout(state.navigation, overlay) else { return }
        #expect(shown.path == [])
        overlay.follow(state)
        #expect(overlay.screens(of: state.navigation) == ["a"])
        let other = try TestState(stack: [("a", Self.plain), ("c", Self.plain)]).state
        #expect(overlay.screens(of: other.navigation) == nil)
        overlay.follow(other)
        #expect(overlay.screens(of: state.navigation) == nil)

        var tabs = TestState(stack: [("a", Self.plain)])
        tabs.tabs = ["Home", "Cart"]
        let container = try tabs.state.navigation
        overlay.select("t1", in: container)
        #expect(overlay.tab(of: container) == "t1")
        tabs.selected = 1
        overlay.follow(try tabs.state)
        #expect(overlay.tab(of: container) == nil)
    }

    @Test("lets the system go back only if the state allows it and has no question")
    func wayBack() throws {
        var state = TestState(stack: [("a", Self.plain), ("b", Self.plain)])
        #expect(try state.state.wayBack(from: "b", remembered: nil) == .free)
        #expect(try state.state.wayBack(from: "a", remembered: nil) == .none)
        #expect(try state.state.wayBack(from: "a", remembered: true) == .free)
        state.confirm = ["title": "Discard?", "gestures": ["back"]]
        #expect(try state.state.wayBack(from: "b", remembered: nil) == .asks)
        state.confirm = ["title": "Discard?", "gestures": ["dismiss"]]
        #expect(try state.state.wayBack(from: "b", remembered: nil) == .free)
        // A barrier without a legal screen below.
        state.hasBack = false
        #expect(try state.state.wayBack(from: "b", remembered: nil) == .none)
    }

    @Test("lets the system close a modal only if it is dismissible, in front, and nothing is lost")
    func dismissal() throws {
        var state = TestState(stack: [("a", Self.plain)])
        state.modals = [("m", ["presentation": "sheet", "dismissible": true], [("b", Self.plain)])]
        var modal = try #require(state.state.modals.first)
        #expect(try state.state.dismissal(of: modal, hasUnsentText: false) == .free)
        #expect(try state.state.dismissal(of: modal, hasUnsentText: true) == .asks)
        state.confirm = ["title": "Discard?", "gestures": ["dismiss"]]
        #expect(try state.state.dismissal(of: modal, hasUnsentText: false) == .asks)
        state.modals.append(("n", ["presentation": "fullScreen", "dismissible": true], [("c", Self.plain)]))
        #expect(try state.state.dismissal(of: modal, hasUnsentText: false) == .none)
        state.modals = [("m", ["presentation": "sheet", "dismissible": false], [("b", Self.plain)])]
        modal = try #require(state.state.modals.first)
        #expect(try state.state.dismissal(of: modal, hasUnsentText: false) == .none)
    }

    @Test("has the motion that follows from the keys")
    func motions() throws {
        let one = TestState(stack: [("a", Self.plain)])
        let two = TestState(stack: [("a", Self.plain), ("b", Self.plain)])
        let other = TestState(stack: [("c", Self.plain)])
        var modal = one
        modal.modals = [("m", ["presentation": "sheet"], [("d", Self.plain)])]
        var faded = one
        faded.modals = [("m", ["presentation": "sheet", "transition": "crossDissolve"], [("d", Self.plain)])]
        var session = one
        session.members = ["id": "2"]
        let motion = { (before: TestState?, after: TestState) throws in
            Motion.between(try before?.state, try after.state)
        }
        #expect(try motion(nil, one) == .none)
        #expect(try motion(one, one) == .content)
        #expect(try motion(one, two) == .push)
        #expect(try motion(two, one) == .pop)
        #expect(try motion(one, other) == .fade)
        #expect(try motion(one, modal) == .present)
        #expect(try motion(modal, one) == .dismiss)
        #expect(try motion(one, faded) == .fade)
        #expect(try motion(one, session) == .none)
        #expect(Motion.between(try two.state, try one.state, restores: true) == .none)
    }

    @Test("draws a modal that only asks as its question alone")
    @MainActor
    func alert() async throws {
        var state = TestState(stack: [("a", Self.plain)])
        let question: JSONValue = [
            "kind": "confirm", "title": "Buy?", "actions": [["label": "No", "output": "no", "role": "cancel"]],
        ]
        state.modals = [("m", ["presentation": "alert"], [("q", screen([question], outputs: ["no": nil]))])]
        try await withModel(state) { model, _ in
            guard case .session(let layout) = model.page else { return }
            #expect(layout.modals.isEmpty)
            #expect(layout.question?.element.kind == "confirm")
        }
        state.modals = [("m", ["presentation": "fullScreen"], [("q", Self.plain)])]
        try await withModel(state) { model, _ in
            guard case .session(let layout) = model.page else { return }
            #expect(layout.modals.map(\.presentation) == [.cover])
            #expect(layout.question == nil)
        }
    }
}
