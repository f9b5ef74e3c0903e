public import JSON

/// A question that wants an answer before anything else (`confirm`).
public struct Confirm: ViewElement {
    private let title: String
    private let text: String?
    private let actions: [Button]

    /// A question with its answers.
    public init(_ title: String, text: String? = nil, actions: [Button]) {
        self.title = title
        self.text = text
        self.actions = actions
    }

    /// `confirm`.
    public var kind: String { "confirm" }

    /// What the answers report.
    public var reports: [Report] { actions.flatMap(\.reports) }

    /// Writes `title`, `text` and `actions`.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("title", title)
        writer.member("text", text)
        writer.key("actions")
        writer.beginArray()
        for action in actions { action.write(to: &writer) }
        writer.endArray()
    }
}

/// Something that takes a while (`progress`).
public struct Progress: ViewElement {
    private let label: String?
    private let value: Double?

    /// Something that takes a while.
    ///
    /// - Parameters:
    ///   - label: What is going on.
    ///   - value: How much is done, from 0 to 1; `nil` when nobody knows.
    public init(_ label: String? = nil, value: Double? = nil) {
        self.label = label
        self.value = value
    }

    /// `progress`.
    public var kind: String { "progress" }

    /// Writes `label` and `value`.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("label", label)
        writer.member("value", value)
    }
}

/// What stands where there is nothing to show (`empty`).
public struct Empty: ViewElement {
    private let title: String
    private let text: String?
    private let symbol: String?
    private let action: Button?

    /// What stands where there is nothing to show.
    ///
    /// - Parameters:
    ///   - title: What is missing.
    ///   - text: Why, or what to do.
    ///   - symbol: A picture for it, by its meaning; see ``Picture/symbol(_:alternative:)``.
    ///   - action: A way on.
    public init(_ title: String, text: String? = nil, symbol: String? = nil, action: Button? = nil) {
        self.title = title
        self.text = text
        self.symbol = symbol
        self.action = action
    }

    /// `empty`.
    public var kind: String { "empty" }

    /// What the way on reports.
    public var reports: [Report] { action?.reports ?? [] }

    /// Writes `title`, `text`, `symbol` and `action`.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("title", title)
        writer.member("text", text)
        writer.member("symbol", symbol)
        guard let action else { return }
        writer.key("action")
        action.write(to: &writer)
    }
}
