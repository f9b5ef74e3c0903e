import Coordination
import JSON

/// A writer of the components of one screen.
///
/// A component names its children by their ids. An id begins with the key of the screen and the kind of element, so that a component
/// keeps its id when another part of the screen changes. The data of the screen is in the data model under the key of the screen.
struct ComponentWriter {
    typealias ID = String

    /// The style of a text.
    enum TextStyle: String {
        case h1, h2, h3, h4, h5, body, caption

        /// The level of a heading, or `nil` for other texts.
        var level: Int? { rawValue.hasPrefix("h") ? Int(rawValue.dropFirst()) : nil }
    }

    let version: A2UIVersion
    /// The screen in focus.
    let node: ScreenNode
    /// The outputs that can be reported at present.
    let outputs: [any ScreenOutput]
    private(set) var components: [JSONObject] = []
    private(set) var data: JSONObject = [:]
    private(set) var hasSecret = false
    private let open: (SealedText) -> String?
    /// The part of the screen that is drawn, such as `form2`.
    private var part = "frame"
    private var partNumbers: [String: Int] = [:]
    private var count = 0

    init(
        _ version: A2UIVersion,
        _ node: ScreenNode,
        reporting outputs: [any ScreenOutput],
        opening open: @escaping (SealedText) -> String?
    ) {
        self.version = version
        self.node = node
        self.outputs = outputs
        self.open = open
    }

    /// Begins a part of the screen, such as an element.
    ///
    /// Its components have ids of their own.
    mutating func begin(_ kind: String) {
        partNumbers[kind, default: 0] += 1
        part = "\(kind)\(partNumbers[kind] ?? 1)"
        count = 0
    }

    /// Adds a component and returns its id.
    mutating func add(_ component: String, _ members: JSONObject, weight: Int? = nil) -> ID {
        count += 1
        return add(component, members, weight: weight, id: "\(node.key)_\(part)_\(count)")
    }

    /// Adds the component at the top of the tree.
    mutating func addRoot(_ children: [ID]) {
        _ = add("Column", ["children": .array(children.map(JSONValue.string))], weight: nil, id: "root")
    }

    private mutating func add(_ component: String, _ members: JSONObject, weight: Int?, id: ID) -> ID {
        var object: JSONObject = ["id": .string(id), "component": .string(component)]
        for member in members.members { object[member.key] = member.value }
        if let weight { object["weight"] = .integer(Int64(weight)) }
        components.append(object)
        return id
    }

    /// Adds values to the data of the screen and returns the path of the member.
    mutating func bind(_ value: JSONValue) -> String {
        // By the number of the component that follows.
        let name = "\(part)_\(count + 1)"
        data[name] = value
        return "/\(node.key)/\(name)"
    }

    /// Returns a sealed text for the client, or bullets.
    mutating func opened(_ text: SealedText) -> String {
        guard let opened = open(text) else { return SealedText.bullets }
        hasSecret = true
        return opened
    }
}

// MARK: - Simple components

extension ComponentWriter {
    mutating func text(_ text: String, _ style: TextStyle = .body, weight: Int? = nil) -> ID {
        let plain = Markdown.escaped(text)
        guard let level = style.level, !version.hasHeadings else {
            return add("Text", ["text": .string(plain), "variant": .string(style.rawValue)], weight: weight)
        }
        return add("Text", ["text": .string(String(repeating: "#", count: level) + " " + plain)], weight: weight)
    }

    mutating func icon(_ name: String, label: String? = nil) -> ID {
        var members: JSONObject = ["name": .string(name)]
        if let label, !label.isEmpty { members["accessibility"] = ["label": .string(label)] }
        return add("Icon", members)
    }

    /// Adds a row of components, unless there is only one.
    mutating func row(_ children: [ID], weight: Int? = nil) -> ID {
        if children.count == 1, weight == nil { return children[0] }
        return add(
            "Row",
            ["children": .array(children.map(JSONValue.string)), "align": "center"],
            weight: weight
        )
    }

    /// Adds a column of components, unless there is only one.
    mutating func column(_ children: [ID], weight: Int? = nil) -> ID {
        if children.count == 1, weight == nil { return children[0] }
        return add("Column", ["children": .array(children.map(JSONValue.string))], weight: weight)
    }

    mutating func list(_ children: [ID], isHorizontal: Bool = false) -> ID {
        var members: JSONObject = ["children": .array(children.map(JSONValue.string))]
        if isHorizontal { members["direction"] = "horizontal" }
        return add("List", members)
    }

    mutating func card(_ child: ID, weight: Int? = nil) -> ID { add("Card", ["child": .string(child)], weight: weight) }

    mutating func button(
        _ child: ID,
        _ action: JSONValue,
        variant: String? = nil,
        label: String? = nil,
        weight: Int? = nil
    ) -> ID {
        var members: JSONObject = ["child": .string(child), "action": action]
        if let variant { members["variant"] = .string(variant) }
        if let label { members["accessibility"] = ["label": .string(label)] }
        return add("Button", members, weight: weight)
    }
}

// MARK: - Actions

extension ComponentWriter {
    /// Returns whether an output can be reported at present.
    func canReport(_ report: Report) -> Bool { outputs.contains { $0.name == report.output } }

    /// Returns an action, which names the screen that it belongs to.
    func action(_ name: String, _ context: KeyValuePairs<String, JSONValue> = [:]) -> JSONValue {
        var members: JSONObject = [A2UIAction.screenMember: .string(node.key.description)]
        for (key, value) in context { members[key] = value }
        return ["event": ["name": .string(name), "context": .object(members)]]
    }

    /// Returns the action that reports an output with a payload.
    ///
    /// The context of an action can't have objects in the stable version, so these are in the data model.
    mutating func reporting(_ output: String, _ payload: JSONValue?) -> JSONValue {
        switch payload {
        case nil: action(output)
        case .object, .null: action(output, [A2UIAction.payloadMember: version.binding(bind(payload ?? .null))])
        case let payload?: action(output, [A2UIAction.payloadMember: payload])
        }
    }

    mutating func reporting(_ report: Report) -> JSONValue { reporting(report.output, report.payload) }
}
