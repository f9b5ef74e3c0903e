// A renderer of the state API for SwiftUI, to read: see README.md.

import SwiftUI

/// Any JSON value, with members by name.
@dynamicMemberLookup
enum JSON: Hashable, Codable, Sendable {
    case null, bool(Bool), number(Double), string(String), array([JSON]), object([String: JSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() { self = .null }
        else if let value = try? container.decode(Bool.self) { self = .bool(value) }
        else if let value = try? container.decode(Double.self) { self = .number(value) }
        else if let value = try? container.decode(String.self) { self = .string(value) }
        else if let value = try? container.decode([JSON].self) { self = .array(value) }
        else { self = .object(try container.decode([String: JSON].self)) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    subscript(dynamicMember name: String) -> JSON? { self[name] }
    subscript(name: String) -> JSON? { if case .object(let members) = self { members[name] } else { nil } }
    var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    var flag: Bool { self == .bool(true) }
    var double: Double? { if case .number(let value) = self { value } else { nil } }
    var items: [JSON] { if case .array(let value) = self { value } else { [] } }
}

/// A session: its newest state, and the requests that report what the user does.
@MainActor @Observable
final class Session {
    private(set) var state: JSON = .null
    private var token = ""
    private let base: URL

    init(base: URL) { self.base = base }

    func start(app: String) async throws {
        try await send("/v1/sessions", ["app": .string(app), "client": .object(["platform": .string("ios")])])
        Task { await follow() }
    }

    func report(_ output: String, _ payload: JSON?) async throws {
        let listed = screen(state.focus?.stringValue ?? "")?.outputs?.items.first { $0.name?.stringValue == output }
        guard let href = listed?.href?.stringValue else { return }
        try await send(href, payload)
    }

    func gesture(_ name: String, to key: String? = nil) async throws {
        guard let href = state.gestures?[name]?.stringValue else { return }
        try await send(href, key.map { ["to": .string($0)] })
    }

    func select(tab key: String) async throws {
        try await send("/v1/sessions/\(state.id?.stringValue ?? "")/tabs/\(key)", nil as JSON?)
    }

    func screen(_ key: String) -> JSON? { state.screens?[key] }

    func allows(_ output: String, on key: String) -> Bool {
        screen(key)?.outputs?.items.contains { $0.name?.stringValue == output } ?? false
    }

    private func send(_ path: String, _ body: [String: JSON]?) async throws { try await send(path, body.map(JSON.object)) }

    private func send(_ path: String, _ body: JSON?) async throws {
        var request = URLRequest(url: URL(string: path, relativeTo: base)!)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key")
        request.setValue("messages, wait=20", forHTTPHeaderField: "Prefer")
        if let revision { request.setValue("\"\(revision)\"", forHTTPHeaderField: "If-Match") }
        if !token.isEmpty { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        request.httpBody = try body.map { try JSONEncoder().encode($0) }
        let (data, _) = try await URLSession.shared.data(for: request)
        let content = try JSONDecoder().decode(JSON.self, from: data)
        // A problem such as 409 or 412 has the state to draw.
        adopt(content.screens == nil ? content.state ?? .null : content)
    }

    private var revision: Int? { state.revision?.double.map { Int($0) } }

    private func adopt(_ next: JSON) {
        guard let number = next.revision?.double else { return }
        token = next.token?.stringValue ?? token
        // The higher revision is the newer state: a slow response may come after an event of the stream.
        if next.id == state.id, let current = state.revision?.double, number < current { return }
        withAnimation { state = next }
    }

    /// Waits for each next revision.
    ///
    /// A client with an EventSource would follow the stream instead.
    private func follow() async {
        while state.status?.stringValue != "ended", let id = state.id?.stringValue, let revision {
            var request = URLRequest(url: URL(string: "/v1/sessions/\(id)", relativeTo: base)!)
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            request.setValue("\"\(revision)\"", forHTTPHeaderField: "If-None-Match")
            request.setValue("wait=25", forHTTPHeaderField: "Prefer")
            let result = try? await URLSession.shared.data(for: request)
            if let data = result?.0, let next = try? JSONDecoder().decode(JSON.self, from: data) { adopt(next) }
            else if result == nil { try? await Task.sleep(for: .seconds(2)) }
        }
    }
}

/// The whole app: the navigation, and the modals over it.
struct StateView: View {
    let session: Session

    var body: some View {
        if session.state.status?.stringValue == "ended" {
            ContentUnavailableView("Session ended", systemImage: "checkmark")
        } else if let navigation = session.state.navigation {
            ContainerView(session: session, container: navigation)
                .modals(session, session.state.modals?.items ?? [])
        }
    }
}

extension View {
    /// Presents the first modal over this view, and the others over it.
    func modals(_ session: Session, _ modals: [JSON]) -> some View {
        sheet(isPresented: Binding(get: { !modals.isEmpty }, set: { if !$0 { Task { try await session.gesture("dismiss") } } })) {
            if let modal = modals.first, let container = modal.state {
                AnyView(ContainerView(session: session, container: container).modals(session, Array(modals.dropFirst())))
                    .interactiveDismissDisabled(modal.dismissible?.flag != true || session.state.gestures?.confirm != nil)
            }
        }
    }
}

/// Tabs, or a stack of screens.
struct ContainerView: View {
    let session: Session
    let container: JSON

    var body: some View {
        let routes = container.routes?.items ?? []
        if container.type?.stringValue == "tabs" {
            let index = Int(container.index?.double ?? 0)
            let selection = Binding(get: { routes[index].key?.stringValue ?? "" }, set: { key in Task { try await session.select(tab: key) } })
            TabView(selection: selection) {
                ForEach(routes, id: \.key) { route in
                    Group {
                        if let state = route.state { AnyView(ContainerView(session: session, container: state)) } else { ProgressView() }
                    }
                    .tabItem { Label(route.title?.stringValue ?? "", systemImage: "circle") }
                    .badge(route.badge?.stringValue.map { Text($0) })
                    .tag(route.key?.stringValue ?? "")
                }
            }
        } else {
            let keys = routes.compactMap { $0.key?.stringValue }
            // When the system has removed screens, the response says what the stack is now.
            let path = Binding(get: { Array(keys.dropFirst()) }, set: { next in
                let top = next.last ?? keys.first
                if next.count < keys.count - 1 { Task { try await session.gesture("back", to: top) } }
            })
            NavigationStack(path: path) {
                if let root = keys.first {
                    ScreenView(session: session, key: root)
                        .navigationDestination(for: String.self) { ScreenView(session: session, key: $0) }
                }
            }
        }
    }
}

/// A screen with its messages and its elements.
struct ScreenView: View {
    let session: Session
    let key: String

    var body: some View {
        let screen = session.screen(key) ?? .null
        List {
            ForEach(screen.messages?.items ?? [], id: \.self) { message in
                Label(message.text?.stringValue ?? "", systemImage: message.level?.stringValue == "error" ? "exclamationmark.triangle" : "info.circle")
            }
            ForEach(Array((screen.view?.items ?? []).enumerated()), id: \.offset) { ElementView(session: session, key: key, element: $1) }
        }
        .navigationTitle(screen.title?.stringValue ?? "")
        .navigationBarBackButtonHidden(session.state.gestures?.back == nil)
    }
}

/// One element, by its kind.
///
/// An unknown one is drawn by its fallback.
struct ElementView: View {
    let session: Session
    let key: String
    let element: JSON

    var body: some View {
        switch element.kind?.stringValue {
        case "heading": Text(element.text?.stringValue ?? "").font(.headline)
        case "text": Text(element.text?.stringValue ?? "").foregroundStyle(element.style == nil ? .primary : .secondary)
        case "image": PictureView(image: element)
        case "button": button(element)
        case "toggle":
            Toggle(element.label?.stringValue ?? "", isOn: Binding(get: { element.value?.flag ?? false }, set: { report(value: .bool($0)) }))
                .disabled(!isAllowed(element))
        case "stepper":
            Stepper(
                "\(element.label?.stringValue ?? ""): \(Int(element.value?.double ?? 0))",
                value: Binding(get: { element.value?.double ?? 0 }, set: { report(value: .number($0)) }),
                in: (element.min?.double ?? 0)...(element.max?.double ?? 0),
                step: element.step?.double ?? 1
            )
            .disabled(!isAllowed(element))
        case "search": SearchView(element: element) { report(value: .string($0)) }
        case "list":
            ForEach(element.sections?.items ?? [], id: \.key) { section in
                Section(section.header?.stringValue ?? "") {
                    ForEach(section.rows?.items ?? [], id: \.key) { row in
                        line(row)
                        if let control = row.control { AnyView(ElementView(session: session, key: key, element: control)) }
                    }
                }
            }
            if let more = element.more { button(more) }
            if let empty = element.empty { notice(empty) }
        case "map": ForEach(element.markers?.items ?? [], id: \.key) { line($0) }
        case "form": FormView(session: session, element: element, isAllowed: isAllowed(element)) { send(element, $0) }
        case "confirm":
            Text(element.title?.stringValue ?? "").font(.headline)
            Text(element.text?.stringValue ?? "")
            ForEach(element.actions?.items ?? [], id: \.self) { button($0) }
        case "progress": ProgressView(element.label?.stringValue ?? "", value: element.value?.double)
        case "empty": notice(element)
        default: if let fallback = element.fallback { AnyView(ElementView(session: session, key: key, element: fallback)) }
        }
    }

    private func isAllowed(_ thing: JSON) -> Bool { session.allows(thing.output?.stringValue ?? "", on: key) }

    private func send(_ thing: JSON, _ payload: JSON?) {
        Task { try await session.report(thing.output?.stringValue ?? "", payload ?? thing.payload) }
    }

    /// Reports the value of a control: alone, or as a member of its payload.
    private func report(value: JSON) {
        guard let member = element.member?.stringValue, case .object(var payload)? = element.payload else { return send(element, value) }
        payload[member] = value
        send(element, .object(payload))
    }

    private func button(_ button: JSON) -> some View {
        Button(button.label?.stringValue ?? "", role: button.role?.stringValue == "destructive" ? .destructive : nil) { send(button, nil) }
            .disabled(!isAllowed(button))
    }

    @ViewBuilder private func notice(_ notice: JSON) -> some View {
        ContentUnavailableView(notice.title?.stringValue ?? "", systemImage: "tray", description: notice.text?.stringValue.map { Text($0) })
        if let action = notice.action { button(action) }
    }

    private func line(_ row: JSON) -> some View {
        Button { if let report = row.report { send(report, nil) } } label: {
            HStack {
                if let image = row.image { PictureView(image: image) }
                VStack(alignment: .leading) {
                    Text(row.title?.stringValue ?? "")
                    if let subtitle = row.subtitle?.stringValue { Text(subtitle).font(.caption) }
                }
                Spacer()
                if let price = row.price { Text((price.amount?.double ?? 0) / 100, format: .currency(code: price.currency?.stringValue ?? "EUR")) }
                if let badge = row.badge?.stringValue { Text(badge) }
                if row.accessory?.stringValue == "checkmark" || row.selected?.flag == true { Image(systemName: "checkmark") }
            }
        }
        .disabled(row.report.map { !isAllowed($0) } ?? true)
    }
}

/// An image, a symbol or some characters.
struct PictureView: View {
    let image: JSON

    var body: some View {
        if let characters = image.characters?.stringValue {
            Text(characters).accessibilityLabel(image.alt?.stringValue ?? "")
        } else if let url = image.url?.stringValue.flatMap({ URL(string: $0) }) {
            AsyncImage(url: url).accessibilityLabel(image.alt?.stringValue ?? "")
        } else {
            Image(systemName: "circle").accessibilityLabel(image.alt?.stringValue ?? image.symbol?.stringValue ?? "")
        }
    }
}

/// A search that reports when the user submits it.
struct SearchView: View {
    let element: JSON
    let report: (String) -> Void
    @State private var text = ""

    var body: some View {
        TextField(element.placeholder?.stringValue ?? "", text: $text)
            .onAppear { text = element.value?.stringValue ?? "" }
            .onSubmit { report(text) }
    }
}

/// The fields of a form.
///
/// Secrets are emptied when they were sent.
struct FormView: View {
    let session: Session
    let element: JSON
    let isAllowed: Bool
    let submit: (JSON) -> Void
    @State private var values: [String: String] = [:]

    var body: some View {
        ForEach(element.fields?.items ?? [], id: \.name) { field in
            let value = Binding(get: { values[name(field)] ?? field.value?.stringValue ?? "" }, set: { values[name(field)] = $0 })
            if field.secret?.flag == true {
                SecureField(field.label?.stringValue ?? "", text: value)
            } else if field.input?.stringValue == "toggle" {
                Toggle(field.label?.stringValue ?? "", isOn: Binding(get: { value.wrappedValue == "true" }, set: { value.wrappedValue = "\($0)" }))
            } else if let choices = field.choices?.items {
                Picker(field.label?.stringValue ?? "", selection: value) {
                    ForEach(choices, id: \.value) { Text($0.label?.stringValue ?? "").tag($0.value?.stringValue ?? "") }
                }
            } else {
                TextField(field.label?.stringValue ?? "", text: value)
            }
        }
        Button(element.submit?.stringValue ?? "") { send() }.disabled(!isAllowed)
    }

    private func name(_ field: JSON) -> String { field.name?.stringValue ?? "" }

    private func send() {
        let fields = element.fields?.items ?? []
        let schema = session.screen(session.state.focus?.stringValue ?? "")?.outputs?.items.first { $0.name == element.output }?.schema
        let members = fields.compactMap { field -> (String, JSON)? in
            let text = values[name(field)] ?? field.value?.stringValue ?? ""
            guard !text.isEmpty else { return nil }
            return (name(field), typed(text, schema?.properties?[name(field)] ?? schema))
        }
        submit(schema?.type?.stringValue == "object" ? .object(Dictionary(uniqueKeysWithValues: members)) : members.first?.1 ?? .null)
        for field in fields where field.secret?.flag == true { values[name(field)] = nil }
    }

    /// The value in the type of the schema.
    ///
    /// It is unchanged if it can't be converted, so that the server can reject it.
    private func typed(_ text: String, _ schema: JSON?) -> JSON {
        switch schema?.type?.stringValue {
        case "integer", "number": Double(text).map(JSON.number) ?? .string(text)
        case "boolean": .bool(text == "true")
        default: .string(text)
        }
    }
}
