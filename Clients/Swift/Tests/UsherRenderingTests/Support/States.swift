import Foundation
import UsherClient
import UsherTestSupport

@testable import UsherRendering

/// A state of the tests, with a stack of screens in the window.
struct TestState {
    var revision = 1
    var status: JSONValue = "active"
    /// The screens of the stack by key, with the root first.
    var stack: [(key: String, screen: JSONValue)]
    var modals: [(key: String, members: [String: JSONValue], stack: [(key: String, screen: JSONValue)])] = []
    /// The titles of tabs around the stack, which is in the first one.
    var tabs: [String] = []
    var selected = 0
    var confirm: JSONValue?
    var hasBack: Bool?
    var members: [String: JSONValue] = [:]

    var document: JSONValue {
        let front = modals.last?.stack ?? stack
        var gestures: [String: JSONValue] = [:]
        if hasBack ?? (front.count > 1) { gestures["back"] = "/v1/sessions/1/back" }
        if modals.last?.members["dismissible"] == true { gestures["dismiss"] = "/v1/sessions/1/dismiss" }
        gestures["confirm"] = confirm
        var screens: [String: JSONValue] = [:]
        for (key, screen) in stack + modals.flatMap(\.stack) { screens[key] = screen }
        var document: [String: JSONValue] = [
            "id": "1", "token": "t", "app": "test", "revision": .integer(revision), "status": status,
            "stack": .array(front.map { .string($0.key) }), "focus": front.last.map { .string($0.key) } ?? .null,
            "navigation": navigation, "modals": .array(modals.map(modal)), "screens": .object(screens),
            "gestures": .object(gestures),
        ]
        document.merge(members) { $1 }
        return .object(document)
    }

    private var navigation: JSONValue {
        let content = Self.container("s", stack)
        guard !tabs.isEmpty else { return content }
        let routes = tabs.enumerated().map { index, title -> JSONValue in
            var route: [String: JSONValue] = [
                "key": .string("t\(index)"), "name": .string(title), "title": .string(title),
            ]
            if index == 0 { route["state"] = content }
            if index == 1, selected == 1 {
                route["state"] = Self.container("s1", [])
            }
            return .object(route)
        }
        return ["type": "tabs", "key": "t", "index": .integer(selected), "routes": .array(routes)]
    }

    private func modal(_ modal: (key: String, members: [String: JSONValue], stack: [(key: String, screen: JSONValue)]))
        -> JSONValue
    {
        var members = modal.members
        members["key"] = .string(modal.key)
        members["state"] = Self.container(modal.key, modal.stack)
        return .object(members)
    }

    private static func container(_ key: String, _ stack: [(key: String, screen: JSONValue)]) -> JSONValue {
        [
            "type": "stack", "key": .string(key), "index": .integer(max(0, stack.count - 1)),
            "routes": .array(stack.map { ["key": .string($0.key), "name": $0.screen["name"] ?? ""] }),
        ]
    }

    var state: NavigationState {
        get throws { try NavigationState(document) }
    }
}

/// A screen of the tests with its elements, and its outputs with their schemas.
func screen(
    _ view: [JSONValue]?,
    name: String = "screen",
    title: String = "Screen",
    outputs: [String: JSONValue?] = [:],
    messages: [JSONValue] = [],
    members: [String: JSONValue] = [:]
) -> JSONValue {
    var screen: [String: JSONValue] = [
        "name": .string(name), "title": .string(title), "messages": .array(messages),
        "outputs": .array(
            outputs.sorted { $0.key < $1.key }.map { name, schema in
                var output: [String: JSONValue] = [
                    "name": .string(name), "href": .string("/v1/sessions/1/screens/k/outputs/\(name)"),
                ]
                output["schema"] = schema
                return .object(output)
            }
        ),
    ]
    screen["view"] = view.map(JSONValue.array)
    screen.merge(members) { $1 }
    return .object(screen)
}

/// A screen as a state has it, under the key `k`.
func content(
    _ view: [JSONValue]?,
    title: String = "Screen",
    outputs: [String: JSONValue?] = [:],
    messages: [JSONValue] = [],
    members: [String: JSONValue] = [:]
) throws -> ScreenContent {
    let screen = screen(view, title: title, outputs: outputs, messages: messages, members: members)
    let state = try TestState(stack: [("k", screen)]).state
    guard let front = state.front else { throw CocoaError(.coderInvalidValue) }
    return ScreenContent(front)
}
