import Foundation
import Testing
import UsherClient
import UsherTestSupport

@testable import UsherRendering

@MainActor
@Suite("A gesture of the system")
struct GestureTests {
    private static let plain = screen([])
    private static let form = screen(
        [["kind": "form", "output": "submit", "fields": [["name": "name", "input": "text"]]]],
        outputs: ["submit": ["type": "object"]]
    )

    private static func state(_ revision: Int, _ keys: String...) -> TestState {
        TestState(revision: revision, stack: keys.map { ($0, plain) })
    }

    private static func path(_ model: RenderingModel) -> [String]? {
        guard case .session(let layout) = model.page else { return nil }
        return (layout.modals.last?.content ?? layout.content).frontStack?.screens
    }

    @Test("that has removed a screen is shown at once, and confirmed by the response")
    func back() async throws {
        try await withModel(Self.state(1, "a", "b", "c")) { model, server in
            server.reply(.held(Self.state(2, "a", "b").document))
            model.setPath(of: "s", to: ["b"])
            #expect(Self.path(model) == ["a", "b"])
            // The session predicts it, too, so that it is shown after the path has caught up.
            try await changed(model) { $0.session.display.isPredicted }
            #expect(Self.path(model) == ["a", "b"])
            server.release()
            try await changed(model) { $0.state?.revision == 2 }
            #expect(Self.path(model) == ["a", "b"])
            #expect(server.received == [.init(path: "/v1/sessions/1/back", body: [:])])
        }
    }

    @Test("that has removed several screens names the one that is left")
    func backByTwo() async throws {
        try await withModel(Self.state(1, "a", "b", "c")) { model, server in
            server.reply(.state(Self.state(2, "a").document))
            model.setPath(of: "s", to: [])
            #expect(Self.path(model) == ["a"])
            try await changed(model) { $0.state?.revision == 2 }
            #expect(server.received.map(\.body) == [["to": "a"]])
        }
    }

    @Test("that the server refuses is taken back without a motion")
    func takenBack() async throws {
        try await withModel(Self.state(1, "a", "b")) { model, server in
            var motions: [Motion] = []
            model.animate = { motion, change in
                motions.append(motion)
                change()
            }
            server.reply(.problem(422, ["type": "/problems/rejected", "title": "No", "detail": "Not now."]))
            model.setPath(of: "s", to: [])
            #expect(Self.path(model) == ["a"])
            try await changed(model) { $0.notice != nil }
            #expect(Self.path(model) == ["a", "b"])
            #expect(model.notice?.text == "That didn’t work. Not now.")
            // The system has shown the way back already, and the screen comes back without a motion.
            #expect(!motions.contains(.push))
            #expect(motions.last == Motion.none)
        }
    }

    @Test("that leads to another screen than the one that is shown gives way to it")
    func movedOn() async throws {
        try await withModel(Self.state(1, "a", "b")) { model, server in
            server.reply(.state(Self.state(2, "a", "c").document))
            model.setPath(of: "s", to: [])
            try await changed(model) { $0.state?.revision == 2 }
            #expect(Self.path(model) == ["a", "c"])
        }
    }

    @Test("leaves a screen that is drawn until it is out of sight")
    func departed() async throws {
        try await withModel(Self.state(1, "a", "b")) { model, server in
            let id = ControlID(screen: "b").part("x")
            #expect(model.content(of: "b")?.screen.key == "b")
            server.push(Self.state(2, "a").document)
            try await changed(model) { $0.state?.revision == 2 }
            #expect(model.content(of: "b")?.screen.key == "b")
            #expect(model.availability(of: "x", at: id) == .paused)
            server.push(Self.state(3, "a", "c").document)
            try await changed(model) { $0.state?.revision == 3 }
            #expect(model.content(of: "b") == nil)
            #expect(model.availability(of: "x", at: id) == .disabled)
        }
    }

    @Test("has the path of the stack at once, and in a wide window the screen below beside it")
    func beside() async throws {
        let full = screen([], members: ["hides": ["navigationBar"]])
        try await withModel(TestState(stack: [("a", full), ("b", Self.plain), ("c", Self.plain)])) { model, server in
            guard case .session(let layout) = model.page, let stack = layout.content.frontStack else { return }
            #expect(model.screenBeside(stack) == nil)
            model.isWide = true
            #expect(model.screenBeside(stack) == "b")
            server.reply(.held(TestState(revision: 2, stack: [("a", full), ("b", Self.plain)]).document))
            model.setPath(of: "s", to: ["b"])
            #expect(model.path(of: "s") == ["b"])
            guard case .session(let next) = model.page, let popped = next.content.frontStack else { return }
            #expect(model.screenBeside(popped) == nil)
            server.release()
        }
    }

    @Test("at a barrier changes nothing")
    func barrier() async throws {
        var state = Self.state(1, "a", "b")
        state.hasBack = false
        try await withModel(state) { model, server in
            #expect(model.wayBack(from: "b") == .none)
            model.setPath(of: "s", to: [])
            #expect(Self.path(model) == ["a", "b"])
            #expect(server.received.isEmpty)
        }
    }

    @Test("across a barrier ends at the newest screen that is legal")
    func acrossBarrier() async throws {
        try await withModel(Self.state(1, "a", "b", "c", "d")) { model, server in
            server.reply(.state(Self.state(2, "a", "b").document))
            model.setPath(of: "s", to: ["b", "c"])
            #expect(Self.path(model) == ["a", "b", "c"])
            try await changed(model) { $0.state?.revision == 2 }
            #expect(Self.path(model) == ["a", "b"])
        }
    }

    @Test("with a question asks before it is sent, and keeps the screen until then")
    func question() async throws {
        var state = Self.state(1, "a", "b")
        state.confirm = ["title": "Discard the order?", "text": "It is lost.", "gestures": ["back"]]
        try await withModel(state) { model, server in
            #expect(model.wayBack(from: "b") == .asks)
            model.back()
            try await changed(model) { $0.question != nil }
            #expect(model.question?.title == "Discard the order?" && model.question?.text == "It is lost.")
            #expect(server.received.isEmpty)
            model.answer(try #require(model.question), discards: false)
            #expect(model.question == nil)
            model.back()
            try await changed(model) { $0.question != nil }
            server.reply(.state(Self.state(2, "a").document))
            model.answer(try #require(model.question), discards: true)
            try await changed(model) { $0.state?.revision == 2 }
            #expect(server.received.map(\.path) == ["/v1/sessions/1/back"])
        }
    }

    @Test("that closes a sheet is shown at once")
    func dismissed() async throws {
        var state = Self.state(1, "a")
        state.modals = [("m", ["presentation": "sheet", "dismissible": true], [("b", Self.plain)])]
        try await withModel(state) { model, server in
            server.reply(.held(Self.state(2, "a").document))
            model.dismissed("m")
            guard case .session(let layout) = model.page else { return }
            #expect(layout.modals.isEmpty)
            server.release()
            try await changed(model) { $0.state?.revision == 2 }
            // The views report a sheet, too, that the server has closed.
            model.dismissed("m")
            #expect(server.received.map(\.path) == ["/v1/sessions/1/dismiss"])
        }
    }

    @Test("on a sheet with text that was not sent asks first")
    func unsentText() async throws {
        var state = Self.state(1, "a")
        state.modals = [("m", ["presentation": "sheet", "dismissible": true], [("b", Self.form)])]
        try await withModel(state) { model, server in
            guard case .session(let before) = model.page else { return }
            #expect(before.modals.first?.dismissal == .free)
            let (form, id) = try model.form()
            model.edit(form, at: id) { $0.set("Ada", of: form.fields[0]) }
            guard case .session(let layout) = model.page else { return }
            #expect(layout.modals.first?.dismissal == .asks)
            model.dismissed("m")
            model.dismiss()
            #expect(model.question?.title == "Discard your text?")
            #expect(server.received.isEmpty)
            server.reply(.state(Self.state(2, "a").document))
            model.answer(try #require(model.question), discards: true)
            try await changed(model) { $0.state?.revision == 2 }
            #expect(server.received.map(\.path) == ["/v1/sessions/1/dismiss"])
        }
    }

    @Test("for a tab is shown at once, also for one that was never selected")
    func tab() async throws {
        var state = Self.state(1, "a")
        state.tabs = ["Home", "Cart"]
        try await withModel(state) { model, server in
            let selected = { () -> String? in
                guard case .session(let layout) = model.page, case .tabs(let tabs) = layout.content else { return nil }
                return tabs.selected
            }
            server.reply(.problem(409, ["type": "/problems/stale-tab", "state": state.document]))
            model.select(tab: "t1")
            #expect(selected() == "t1")
            try await changed(model) { $0.notice != nil }
            #expect(selected() == "t0")
            #expect(server.received.map(\.path) == ["/v1/sessions/1/tabs/t1"])
        }
    }

    @Test("of a link asks before it leads away from text that was not sent")
    func link() async throws {
        let state = TestState(stack: [("k", Self.form)])
        try await withModel(state) { model, server in
            let (form, id) = try model.form()
            server.reply(.state(TestState(revision: 2, stack: [("k", Self.form)]).document))
            model.open("usher://test/a")
            try await changed(model) { $0.state?.revision == 2 }
            model.edit(form, at: id) { $0.set("Ada", of: form.fields[0]) }
            model.open("usher://test/b")
            #expect(model.question != nil)
            server.reply(.state(Self.state(3, "a").document))
            model.answer(try #require(model.question), discards: true)
            try await changed(model) { $0.state?.revision == 3 }
            #expect(server.received.map(\.body) == [["url": "usher://test/a"], ["url": "usher://test/b"]])
        }
    }

    @Test("answers a question that does not appear again before the response has come")
    func answered() async throws {
        let confirm: JSONValue = ["kind": "confirm", "title": "Buy?", "actions": [["label": "Yes", "output": "yes"]]]
        var state = TestState(stack: [("k", Self.plain)])
        state.modals = [("m", ["presentation": "alert"], [("q", screen([confirm], outputs: ["yes": nil]))])]
        try await withModel(state) { model, server in
            let question = try #require(model.front?.question)
            server.reply(.held(Self.state(2, "a").document))
            model.press(Report("yes"), at: question.id.part("0"))
            guard case .session(let layout) = model.page else { return }
            #expect(layout.question == nil && layout.modals.isEmpty)
            server.release()
            try await changed(model) { $0.state?.revision == 2 }
        }
        try await withModel(state) { model, server in
            let question = try #require(model.front?.question)
            server.reply(.problem(422, ["type": "/problems/rejected", "title": "No"]))
            model.press(Report("yes"), at: question.id.part("0"))
            try await changed(model) { $0.notice != nil }
            guard case .session(let layout) = model.page else { return }
            #expect(layout.question == question)
        }
    }

    @Test("that cancels a question reports its action that says no")
    func cancel() async throws {
        let confirm: JSONValue = [
            "kind": "confirm", "title": "Buy?",
            "actions": [["label": "Yes", "output": "yes"], ["label": "No", "output": "no", "role": "cancel"]],
        ]
        try await withModel(TestState(stack: [("k", screen([confirm], outputs: ["yes": nil, "no": nil]))])) {
            model,
            server in
            let question = try #require(model.front?.question)
            server.reply(.state(Self.state(2, "a").document))
            model.cancel(question)
            try await changed(model) { $0.state?.revision == 2 }
            #expect(server.received.map { $0.path.split(separator: "/").last } == ["no"])
        }
    }
}
