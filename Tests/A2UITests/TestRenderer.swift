import APITesting
import HTTPCore
import JSON
import Testing

/// A renderer of A2UI that knows nothing but the protocol: it keeps components and a data model, and sends actions.
struct TestRenderer {
    private(set) var surface: String?
    private(set) var components: [String: JSONValue] = [:]
    private(set) var data: JSONValue = [:]
    /// The names of the messages that it has got, in order.
    private(set) var log: [String] = []
    private var version = ""

    init() {}

    /// Applies messages, and rejects those that the protocol forbids.
    mutating func apply(_ messages: JSONValue) throws {
        for message in try #require(messages.arrayValue) {
            version = try #require(message["version"]?.stringValue)
            let name = try #require(message.objectValue?.keys.first { $0 != "version" })
            let content = try #require(message[name])
            log.append(name)
            if name == "createSurface" {
                try #require(surface == nil, "The surface is there already.")
                surface = content["surfaceId"]?.stringValue
            }
            try #require(content["surfaceId"]?.stringValue == surface)
            for component in content["components"]?.arrayValue ?? [] {
                components[try #require(component["id"]?.stringValue)] = component
            }
            if name == "updateDataModel" {
                let path = content["path"]?.stringValue.map { $0.split(separator: "/").map(String.init) } ?? []
                data = Self.replacing(data, path[...], by: content["value"])
            }
        }
    }

    private static func replacing(_ old: JSONValue, _ path: ArraySlice<String>, by new: JSONValue?) -> JSONValue {
        guard let name = path.first, case .object(var object) = old else { return new ?? .null }
        object[name] = path.count == 1 ? new : replacing(object[name] ?? [:], path.dropFirst(), by: new)
        return .object(object)
    }

    // MARK: - What the user sees

    /// The components in the tree, parents first.
    var tree: [JSONValue] { visit("root") }

    /// The texts in the tree, as the user reads them.
    var texts: [String] { tree.compactMap { $0["text"]?.stringValue.map(Self.unescaped) } }

    private func visit(_ id: String) -> [JSONValue] {
        guard let component = components[id] else { return [] }
        let children = component["children"]?.arrayValue ?? []
        let single = ["child", "trigger", "content"].compactMap { component[$0] }
        return [component] + (children + single).compactMap(\.stringValue).flatMap(visit)
    }

    private static func unescaped(_ text: String) -> String { text.filter { $0 != "\\" } }

    // MARK: - What the user does

    /// Changes the value of the field with a label.
    mutating func enter(_ value: JSONValue, in label: String) throws {
        let field = try #require(tree.first { $0["label"]?.stringValue == label }, "\(texts)")
        let path = try #require(field["value"].flatMap(path))
        data = Self.replacing(data, path.split(separator: "/").map(String.init)[...], by: value)
    }

    /// Returns the first button that shows a text or an icon.
    func button(_ label: String) -> JSONValue? {
        tree.first { component in
            guard component["component"] == "Button", let child = component["child"]?.stringValue else { return false }
            return visit(child).contains { part in
                part["name"]?.stringValue == label || part["text"]?.stringValue.map(Self.unescaped) == label
            }
        }
    }

    /// Returns the message for a press on the first button that shows a text or an icon.
    func press(_ label: String) throws -> JSONValue {
        let button = button(label)
        let event = try #require(button?["action"]?["event"], "\(texts)")
        let context = event["context"]?.objectValue?.members.map { ($0.key, resolved($0.value)) } ?? []
        return [
            "version": .string(version),
            "action": [
                "name": event["name"] ?? "", "surfaceId": .string(surface ?? ""),
                "sourceComponentId": button?["id"] ?? "", "timestamp": "2026-11-21T09:31:00Z",
                "context": .object(JSONObject(context)),
            ],
        ]
    }

    private func path(of value: JSONValue) -> String? {
        value[version == "v1.0" ? "@path" : "path"]?.stringValue
    }

    private func resolved(_ value: JSONValue) -> JSONValue {
        guard let path = path(of: value) else { return value }
        return path.split(separator: "/").reduce(data) { $0[String($1)] ?? .null }
    }
}

extension TestClient {
    /// Reads the screen as messages.
    func messages(_ type: String = "application/a2ui+json") async throws -> JSONValue {
        let response = await send(.get, "", fields: [.accept: type])
        try #require(response.status == 200, "\(response)")
        return response.json
    }

    /// Sends a message of a renderer.
    func act(_ message: JSONValue, fields: HTTPFields = [:]) async -> TestResponse {
        await send(.post, "/a2ui", message, fields: fields)
    }

    /// Presses a button, and draws the screen that follows.
    mutating func press(_ label: String, in renderer: inout TestRenderer) async throws {
        let response = await act(try renderer.press(label))
        try #require(response.status == 200, "\(response)")
        if let info = response.fields["Authentication-Info"] {
            token = String(info.dropFirst("token=\"".count).dropLast())
        }
        try renderer.apply(response.json)
    }
}
