import Foundation
import Testing
import UsherClient
import UsherTestSupport

@testable import UsherRendering

@MainActor
@Suite("A control")
struct ControlTests {
    private static let view: [JSONValue] = [
        ["kind": "search", "output": "search"],
        [
            "kind": "stepper", "label": "Count", "output": "count", "value": 2, "min": 0, "max": 9, "member": "count",
            "payload": ["id": 7, "count": 2],
        ],
        ["kind": "toggle", "label": "News", "output": "news", "value": false],
        ["kind": "button", "label": "Buy", "output": "buy", "payload": ["id": 7]],
        ["kind": "button", "label": "Later", "output": "later", "enabledAt": "1970-01-12T13:47:22Z"],
        [
            "kind": "segments",
            "options": [
                ["key": "a", "label": "A", "selected": true, "report": ["output": "order", "payload": "a"]],
                ["key": "b", "label": "B", "report": ["output": "order", "payload": "b"]],
            ],
        ],
        ["kind": "button", "label": "Gone", "output": "gone"],
        ["kind": "progress", "output": "setPaused", "paused": false],
    ]
    private static let outputs: [String: JSONValue?] = [
        "search": ["type": "object", "properties": ["text": ["type": "string"]]], "count": ["type": "object"],
        "news": ["type": "boolean"], "buy": nil, "later": nil, "order": ["type": "string"],
        "setPaused": ["type": "boolean"],
    ]

    private static func state(_ revision: Int = 1) -> TestState {
        TestState(revision: revision, stack: [("k", screen(view, outputs: outputs))])
    }

    @Test("for a search reports the last text 300 milliseconds after the last key")
    func search() async throws {
        let clock = ManualClock()
        try await withModel(Self.state(), clock: clock) { model, server in
            guard case .search(let search) = try model.element(0).element else { return }
            let id = try model.element(0).id
            model.set("m", of: search, at: id)
            await clock.untilSleeping(for: [.milliseconds(300)])
            clock.advance(by: .milliseconds(299))
            model.set("mi", of: search, at: id)
            #expect(model.value(of: search, at: id) == "mi")
            await clock.untilSleeping(for: [.milliseconds(300)])
            clock.advance(by: .milliseconds(299))
            await clock.untilSleeping(for: [.milliseconds(1)])
            #expect(server.received.isEmpty)
            server.reply(.state(Self.state(2).document))
            clock.advance(by: .milliseconds(1))
            try await changed(model) { $0.state?.revision == 2 }
            #expect(server.received.map(\.body) == [["text": "mi"]])
        }
    }

    @Test("for a search reports at once on Enter and when it is cleared, and nothing twice")
    func searchAtOnce() async throws {
        let clock = ManualClock()
        try await withModel(Self.state(), clock: clock) { model, server in
            guard case .search(let search) = try model.element(0).element else { return }
            let id = try model.element(0).id
            server.reply(.state(Self.state(2).document), .state(Self.state(3).document))
            model.set("milk", of: search, at: id)
            model.submit(search, at: id)
            try await changed(model) { $0.state?.revision == 2 && $0.value(of: search, at: id) == "" }
            model.set("tea", of: search, at: id)
            model.set("", of: search, at: id)
            try await changed(model) { $0.state?.revision == 3 }
            #expect(server.received.map(\.body) == [["text": "milk"], ["text": ""]])
        }
    }

    @Test("for a number shows each press at once and reports the last one after 350 milliseconds")
    func stepper() async throws {
        let clock = ManualClock()
        try await withModel(Self.state(), clock: clock) { model, server in
            guard case .stepper(let stepper) = try model.element(1).element else { return }
            let id = try model.element(1).id
            for _ in 0..<3 { model.step(stepper, isIncrease: true, at: id) }
            model.step(stepper, isIncrease: false, at: id)
            #expect(model.value(of: stepper, at: id) == 4)
            await clock.untilSleeping(for: [.milliseconds(350)])
            server.reply(.held(Self.state(2).document), .state(Self.state(3).document))
            clock.advance(by: .milliseconds(350))
            try await changed(model) { !$0.session.display.waiting.isEmpty }
            // A press meanwhile counts from what the user sees, and is not moved back by the response.
            model.step(stepper, isIncrease: true, at: id)
            #expect(model.value(of: stepper, at: id) == 5)
            server.release()
            try await changed(model) { $0.state?.revision == 2 }
            #expect(model.value(of: stepper, at: id) == 5)
            await clock.untilSleeping(for: [.milliseconds(350)])
            clock.advance(by: .milliseconds(350))
            try await changed(model) { $0.state?.revision == 3 && $0.value(of: stepper, at: id) == 2 }
            #expect(server.received.map(\.body) == [["id": 7, "count": 4], ["id": 7, "count": 5]])
        }
    }

    @Test("that waits is sent before a button that is pressed after it")
    func order() async throws {
        let clock = ManualClock()
        try await withModel(Self.state(), clock: clock) { model, server in
            guard case .stepper(let stepper) = try model.element(1).element,
                case .button(let button) = try model.element(3).element
            else { return }
            server.reply(.state(Self.state(2).document), .state(Self.state(3).document))
            model.step(stepper, isIncrease: true, at: try model.element(1).id)
            model.press(button, at: try model.element(3).id)
            try await changed(model) { $0.state?.revision == 3 }
            #expect(server.received.map(\.body) == [["id": 7, "count": 3], ["id": 7]])
        }
    }

    @Test("for a switch reports at once and shows the value until the response has come")
    func toggle() async throws {
        try await withModel(Self.state()) { model, server in
            guard case .toggle(let toggle) = try model.element(2).element else { return }
            let id = try model.element(2).id
            server.reply(.held(Self.state(2).document))
            model.set(true, of: toggle, at: id)
            #expect(model.value(of: toggle, at: id))
            server.release()
            try await changed(model) { !$0.value(of: toggle, at: id) }
            #expect(model.state?.revision == 2)
            #expect(server.received.map(\.body) == [true])
        }
    }

    @Test("that was pressed works until the response has come, and ignores a second press")
    func pending() async throws {
        try await withModel(Self.state()) { model, server in
            guard case .button(let button) = try model.element(3).element else { return }
            let id = try model.element(3).id
            server.reply(.held(Self.state(2).document))
            model.press(button, at: id)
            #expect(model.availability(of: button, at: id).availability == .pending)
            #expect(model.isWorking)
            model.press(button, at: id)
            server.release()
            try await changed(model) { $0.availability(of: "buy", at: id) == .possible }
            #expect(server.received.count == 1)
            #expect(!model.isWorking)
        }
    }

    @Test("with a time until which it is disabled shows the time that is left by the clock of the server")
    func enabledAt() async throws {
        try await withModel(Self.state()) { model, server in
            guard case .button(let button) = try model.element(4).element else { return }
            let id = try model.element(4).id
            #expect(model.availability(of: button, at: id).availability == .disabled)
            #expect(model.availability(of: button, at: id).countdown == "0:42")
            model.press(button, at: id)
            #expect(server.received.isEmpty)
        }
    }

    @Test("with a time that has come by the clock of the server is enabled, also if the clock of the device is behind")
    func serverClock() async throws {
        try await withModel(Self.state(), clockAhead: 3600) { model, _ in
            guard case .button(let button) = try model.element(4).element else { return }
            let id = try model.element(4).id
            #expect(abs(model.serverTime.timeIntervalSince1970 - 1_003_600) < 5)
            #expect(model.availability(of: button, at: id).availability == .possible)
            #expect(model.availability(of: button, at: id).countdown == nil)
        }
    }

    @Test("for a choice shows the pressed option, and does not report the chosen one again")
    func choice() async throws {
        try await withModel(Self.state()) { model, server in
            guard case .choice(let choice) = try model.element(5).element else { return }
            let id = try model.element(5).id
            server.reply(.held(Self.state(2).document))
            model.press(choice.options[0], of: choice, at: id.part("a"))
            model.press(choice.options[1], of: choice, at: id.part("b"))
            #expect(model.selection(of: choice, at: id) == ["b"])
            server.release()
            try await changed(model) { $0.selection(of: choice, at: id) == ["a"] }
            #expect(server.received.map(\.body) == ["b"])
        }
    }

    @Test("is disabled without its output, and only paused while its screen waits or is covered")
    func availability() async throws {
        try await withModel(Self.state()) { model, server in
            let id = ControlID(screen: "k").part("x")
            #expect(model.availability(of: "gone", at: id) == .disabled)
            #expect(model.availability(of: "buy", at: id) == .possible)
            var busy = Self.state(2)
            busy.status = "busy"
            busy.stack = [("k", screen(Self.view))]
            busy.members = ["busy": ["effect": "buy"]]
            server.push(busy.document)
            try await changed(model) { $0.state?.isBusy == true }
            #expect(model.availability(of: "buy", at: id) == .paused)
            #expect(model.availability(of: "gone", at: id) == .disabled)
            var covered = Self.state(3)
            covered.stack = [("k", screen(Self.view)), ("l", screen([]))]
            server.push(covered.document)
            try await changed(model) { $0.state?.focus == "l" }
            #expect(model.availability(of: "buy", at: id) == .paused)
            #expect(model.availability(of: "gone", at: id) == .disabled)
            #expect(model.availability(of: "buy", at: ControlID(screen: "none")) == .disabled)
        }
    }

    @Test("of the screen beside the one in front goes back to it first")
    func beside() async throws {
        var covered = Self.state()
        covered.stack = [("k", screen(Self.view)), ("l", screen([]))]
        try await withModel(covered) { model, server in
            let id = ControlID(screen: "k").part("button:buy:0")
            model.press(Report("buy"), at: id)
            #expect(model.availability(of: "buy", at: id) == .paused)
            model.isWide = true
            #expect(model.availability(of: "buy", at: id) == .possible)
            server.reply(.state(Self.state(2).document), .state(Self.state(3).document))
            model.press(Report("buy"), at: id)
            try await changed(model) { $0.state?.revision == 3 }
            #expect(server.received.map(\.path) == ["/v1/sessions/1/back", "/v1/sessions/1/screens/k/outputs/buy"])
        }
    }

    @Test("whose report is refused shows a notice, and one that came too late another")
    func refused() async throws {
        try await withModel(Self.state()) { model, server in
            let id = ControlID(screen: "k").part("x")
            var heard: [Announcement] = []
            model.announce = { heard.append($0) }
            server.reply(.problem(422, ["type": "/problems/rejected", "title": "No", "detail": "Sold out."]))
            model.press(Report("buy"), at: id)
            try await changed(model) { $0.notice != nil }
            #expect(model.notice == Notice(text: "That didn’t work. Sold out.", isError: true))
            #expect(heard == [Announcement(text: "That didn’t work. Sold out.", isUrgent: true)])
            #expect(model.rejections == 1)
            model.closeNotice()
            server.reply(.problem(409, ["type": "/problems/stale-screen", "state": Self.state(2).document]))
            model.press(Report("buy"), at: id)
            try await changed(model) { $0.notice != nil }
            #expect(model.notice?.isError == false)
            #expect(model.availability(of: "buy", at: id) == .possible)
        }
    }

    @Test("of a view of the app's own reports by types of the app")
    func native() async throws {
        enum Order: ScreenOutput {
            case order(String)
            var name: String { "order" }
            var payload: (any Encodable & Sendable)? { if case .order(let name) = self { name } else { nil } }
        }
        try await withModel(Self.state()) { model, server in
            let report = ScreenReporter(screen: "k", model: model)
            #expect(report.allows("order") && !report.allows("gone"))
            server.reply(.held(Self.state(2).document))
            report(Order.order("b"))
            #expect(report.isPending("order"))
            server.release()
            try await changed(model) { _ in report.allows("order") }
            #expect(server.received.map(\.body) == ["b"])
        }
    }
}
