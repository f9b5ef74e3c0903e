import Coordination
import HTTPCore
import JSON
import Sessions
import StateAPI

/// A message of a renderer about what the user did.
struct A2UIAction: Sendable {
    // The names of actions other than outputs.
    static let back = "navigation.back"
    static let dismiss = "navigation.dismiss"
    static let selectTab = "navigation.selectTab"
    /// The action of a button that opens a question in the renderer, which changes nothing.
    static let ask = "navigation.ask"

    // The members of the context.
    static let screenMember = "screen"
    static let payloadMember = "payload"
    /// The values of a form, in the types of the components.
    static let fieldsMember = "fields"
    static let targetMember = "to"
    static let tabMember = "tab"

    let version: A2UIVersion
    let name: String
    /// The screen that the action belongs to.
    ///
    /// No screen ever has key 0, so it stands for every text that is not a key.
    let screen: Key
    private let context: JSONValue

    /// Reads a message, or returns `nil` for the report of an error in the renderer.
    ///
    /// - Throws: `ProblemType.invalidPayload` for any other message.
    init?(_ message: JSONValue?) throws(APIError) {
        let named = message?["version"].map { $0.stringValue ?? "" }
        guard let version = named.map(A2UIVersion.init(named:)) ?? .stable else {
            let known = A2UIVersion.allCases.map(\.name).joined(separator: ", ")
            throw .problem(.invalidPayload, "The version of the message must be one of \(known).")
        }
        let contents = [message?["action"], message?["userAction"], message?["error"]].compactMap(\.self)
        guard contents.count == 1, contents[0].objectValue != nil else {
            throw .problem(.invalidPayload, "A message of A2UI must have either an action or an error, as an object.")
        }
        if message?["error"] != nil { return nil }
        guard let action = message?["action"] ?? message?["userAction"], let name = action["name"]?.stringValue else {
            throw .problem(.invalidPayload, "The body must be a message of A2UI with an action that has a name.")
        }
        self.version = version
        self.name = name
        context = action["context"] ?? [:]
        screen = context[Self.screenMember]?.stringValue.flatMap { Key($0) } ?? Key(0)
    }

    /// Returns the event in a session, or `nil` for an action that changes nothing.
    ///
    /// - Throws: `NavigationError.staleScreen` for a gesture on a screen that is no longer in focus.
    func event(in view: SessionView) throws(APIError) -> Event? {
        if name.hasPrefix("navigation."), view.record.state.focus?.key != screen {
            throw .session(.navigation(.staleScreen(screen), view))
        }
        switch name {
        case Self.ask: return nil
        // To the screen that the button named, so that a second tap on it does not go back twice.
        case Self.back: return .back(to: key(Self.targetMember))
        case Self.dismiss: return .dismiss(all: false)
        case Self.selectTab: return .tab(key(Self.tabMember))
        default: return .output(name, screen: screen, payload: payload(in: view))
        }
    }

    private func key(_ member: String) -> Key { context[member]?.stringValue.flatMap { Key($0) } ?? Key(0) }

    private func payload(in view: SessionView) -> JSONValue? {
        guard case .object(let fields)? = context[Self.fieldsMember] else { return context[Self.payloadMember] }
        guard let focus = view.record.state.focus,
            let output = view.application.declaredOutputs(of: type(of: focus.screen)).first(where: { $0.name == name }),
            let schema = output.output.schema
        else { return fields.isEmpty ? nil : .object(fields) }
        return schema.payload(from: fields)
    }
}

extension JSONSchema {
    /// Returns the payload from the values of a form, in the types of the schema.
    ///
    /// A value that can't be converted stays as it is, so that the check of the payload says what is wrong with it.
    fileprivate func payload(from fields: JSONObject) -> JSONValue? {
        guard case .object(let rules) = kind else { return fields.members.first.map { value(of: $0.value) } }
        var payload: JSONObject = [:]
        for field in fields.members {
            let property = rules.properties.first { $0.name == field.key }
            let value = property?.schema.value(of: field.value) ?? field.value
            // An empty field is absent, unless it is a text that must be there.
            if value == "" || value.isNull, property?.isRequired != true || property?.schema.isText == false {
                continue
            }
            payload[field.key] = value
        }
        return .object(payload)
    }

    private var isText: Bool {
        switch kind {
        case .string, .any: true
        case .nullable(let schema): schema.isText
        default: false
        }
    }

    private func value(of input: JSONValue) -> JSONValue {
        switch (kind, input) {
        case (.nullable(let schema), _): return schema.value(of: input)
        // A choice is a list of one value.
        case (.string, .array(let choices)), (.enumeration, .array(let choices)): return choices.first ?? ""
        case (.integer, .string(let text)): return Int64(text).map(JSONValue.integer) ?? input
        case (.integer, .number(let number)): return Int64(exactly: number).map(JSONValue.integer) ?? input
        case (.number, .string(let text)):
            guard let number = Double(text), number.isFinite else { return input }
            return .number(number)
        case (.boolean, .string(let text)): return text == "true" ? true : text == "false" ? false : input
        // A renderer may add the time of the day to a date.
        case (.string(let rules), .string(let text)) where rules.pattern == .date && text.utf8.count > 10:
            return .string(String(text.prefix(10)))
        default: return input
        }
    }
}
