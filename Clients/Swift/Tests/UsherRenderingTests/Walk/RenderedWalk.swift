import Foundation
import Testing
import UsherClient
import UsherTestSupport

@testable import UsherRendering

/// A user who sees an application by the rendering model alone, and tries what was tried least.
@MainActor
struct RenderedWalk {
    /// The inputs of fields by their names, so that most forms are accepted.
    private static let inputs = [
        "username": "walker", "login": "demo", "password": "demo-password", "name": "Ada", "title": "Lamp",
        "note": "Brass",
        "address": "Linienstraße 12", "street": "Linienstraße 12", "phone": "+49 170 5550001",
        "email": "ada@example.com",
    ]
    let server: URL
    let model: RenderingModel
    /// The names of the screens that were drawn.
    private(set) var drawn: Set<String> = []
    /// The outputs that were possible, and those with a control, by the names of their screens.
    private var outputs: [String: (listed: Set<String>, reached: Set<String>)] = [:]
    /// The kinds of elements that were drawn.
    private(set) var kinds: Set<String> = []
    /// The addresses of pictures that were drawn.
    private(set) var pictures: Set<URL> = []
    private var tries: [String: Int] = [:]
    private var lastCode = 0

    /// A way on from a place.
    private enum Choice {
        case control(ReportingControl)
        case back, dismiss
        case tab(String)
    }

    init(server: URL, model: RenderingModel) {
        self.server = server
        self.model = model
    }

    /// Walks until everything was drawn, or for a number of steps, and starts again when the session is over.
    mutating func walk(until isDone: (RenderedWalk) -> Bool, steps: Int) async throws {
        for _ in 0..<steps where !isDone(self) {
            try await changed(model) { !$0.isWorking }
            if let question = model.question { model.answer(question, discards: true) }
            try await changed(model) { !$0.isWorking }
            if case .status(let page) = model.page {
                await model.perform(page.action)
                continue
            }
            guard case .session(let layout) = model.page else { continue }
            draw(layout)
            let choices = choices(in: layout)
            guard let choice = choices.min(by: { tries[name(of: $0), default: 0] < tries[name(of: $1), default: 0] })
            else {
                // A timer or an effect leads on.
                let revision = model.state?.revision
                try await changed(model) { $0.state?.revision != revision }
                continue
            }
            tries[name(of: choice), default: 0] += 1
            try await make(choice)
        }
    }

    /// The outputs that no control has reported on any state of their screens, such as an output of rows in a list without any.
    var unreachable: Set<String> {
        Set(outputs.flatMap { name, outputs in outputs.listed.subtracting(outputs.reached).map { "\(name).\($0)" } })
    }

    /// Draws each screen of a state, and checks that each part of it has a form on the device.
    private mutating func draw(_ layout: WindowLayout) {
        guard let state = model.state else { return }
        let front = layout.modals.last.map(\.content) ?? layout.content
        #expect(front.front == state.focus || layout.question != nil)
        for key in state.screens.keys {
            guard let content = model.content(of: key) else { continue }
            let place = "\(state.app) \(content.screen.name)"
            drawn.insert(content.screen.name)
            #expect(content.screen.view != nil, "\(place)")
            #expect(content.unknownKinds.isEmpty, "\(place)")
            outputs[content.screen.name, default: ([], [])].listed.formUnion(content.screen.outputs.map(\.name))
            outputs[content.screen.name, default: ([], [])].reached.formUnion(content.controls.map(\.output))
            let parts =
                content.leading + content.trailing + content.elements
                + [content.pinned, content.question].compactMap(\.self)
            kinds.formUnion(parts.map(\.element.kind))
            #expect(Set(parts.map(\.id)).count == parts.count, "\(place)")
            let controls = content.controls.map(\.id)
            #expect(Set(controls).count == controls.count, "\(place)")
            for text in parts.flatMap(\.element.pictures) {
                guard let picture = model.addresses.picture(text) else {
                    Issue.record("The picture \(text) of \(place) has no address.")
                    continue
                }
                #expect(picture.scheme != nil && picture.host() == server.host())
                pictures.insert(picture)
            }
            for button in parts.compactMap({ if case .button(let button) = $0.element { button } else { nil } }) {
                #expect(
                    button.symbol.map { Symbols.systemName(of: $0) != Symbols.unknown } ?? true,
                    "\(place): \(button.symbol ?? "")"
                )
            }
        }
    }

    private func choices(in layout: WindowLayout) -> [Choice] {
        guard let front = model.front else { return [] }
        let controls = front.controls.filter { control in
            model.availability(of: control.output, at: control.id) == .possible
        }
        var choices = controls.map(Choice.control)
        if layout.modals.isEmpty, layout.question == nil, let tabs = layout.content.tabs {
            choices += tabs.tabs.map { .tab($0.key) }
        }
        if model.wayBack(from: front.screen.key) != .none { choices.append(.back) }
        if let modal = layout.modals.last, modal.dismissal != .none { choices.append(.dismiss) }
        return choices
    }

    /// The name of a choice, by which the walk counts its tries.
    private func name(of choice: Choice) -> String {
        let screen = model.front?.screen.name ?? ""
        switch choice {
        case .control(let control):
            // The rows of a list are many ways to the same screen.
            let path = control.id.path.split(separator: "/").first ?? ""
            return "\(screen) \(path) \(control.output)"
        case .back: return "\(screen) back"
        case .dismiss: return "\(screen) dismiss"
        case .tab(let key): return "tab \(key)"
        }
    }

    private mutating func make(_ choice: Choice) async throws {
        switch choice {
        case .back: model.back()
        case .dismiss: model.dismiss()
        case .tab(let key): model.select(tab: key)
        case .control(let control):
            switch control.kind {
            case .press(let report): model.press(report, at: control.id)
            case .form(let form): try await fill(form, at: control.id)
            case .value: set(control.id)
            }
        }
    }

    private mutating func fill(_ form: FormElement, at id: ControlID) async throws {
        for field in form.visibleFields {
            var text = Self.inputs[field.name] ?? model.values(of: id).text(of: field)
            // The second try is a new account, which has another name.
            if field.autocomplete == "username",
                form.visibleFields.contains(where: { $0.autocomplete == "new-password" })
            {
                text = "walker"
            }
            // A new password is the old one, so that the login works after it.
            if field.autocomplete == "new-password" { text = "demo-password" }
            if field.input == .oneTimeCode { text = try await code() ?? "000000" }
            if field.input == .date { text = "2026-12-24" }
            let value = text.isEmpty ? "Walk" : text
            model.edit(form, at: id) { values in
                switch field.input {
                case .toggle: values.set(true, of: field)
                case .choice: values.set(field.choices.first, of: field)
                default: values.set(value, of: field)
                }
            }
        }
        // A code is sent with its last digit.
        if model.availability(of: form.output, at: id) == .possible { model.submit(form, at: id) }
    }

    private func set(_ id: ControlID) {
        for placed in model.front?.elements ?? [] where placed.id == id {
            switch placed.element {
            case .toggle(let toggle): model.set(!model.value(of: toggle, at: id), of: toggle, at: id)
            case .stepper(let stepper):
                model.step(stepper, isIncrease: stepper.value < stepper.range.upperBound, at: id)
            case .search(let search):
                model.set(model.value(of: search, at: id).isEmpty ? "a" : "", of: search, at: id)
                model.submit(search, at: id)
            case .progress(let progress): model.setPaused(!model.isPaused(progress, at: id), progress, at: id)
            default: break
            }
        }
    }

    /// The code that the server has sent last.
    private mutating func code() async throws -> String? {
        for _ in 0..<20 {
            let request = HTTPRequest(.get, server.appending(path: "dev/inbox"), fields: ["Accept": "application/json"])
            let response = try await URLSessionTransport().send(request)
            let messages = try JSONValue(parsing: response.body)["messages"]?.array ?? []
            if let message = messages.last, let id = message["id"]?.int, id > lastCode {
                lastCode = id
                return message["code"]?.string
            }
        }
        return nil
    }
}

extension ContainerLayout {
    /// The tabs of the container.
    fileprivate var tabs: TabsLayout? { if case .tabs(let tabs) = self { tabs } else { nil } }
}
