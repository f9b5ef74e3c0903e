/// A question that wants an answer before anything else (`confirm`).
public struct Confirm: ViewElement {
    package let title: String
    package let text: String?
    package let actions: [Button]

    /// A question with its answers.
    public init(_ title: String, text: String? = nil, actions: [Button]) {
        self.title = title
        self.text = text
        self.actions = actions
    }

    /// A question.
    public var content: ElementContent { .confirm(self) }

    /// What the answers report.
    public var reports: [Report] { actions.flatMap(\.reports) }
}

/// Something that takes a while (`progress`).
public struct Progress: ViewElement {
    package let label: String?
    package let value: Double?

    /// Something that takes a while.
    ///
    /// - Parameters:
    ///   - label: What is going on.
    ///   - value: How much is done, from 0 to 1; `nil` when nobody knows.
    public init(_ label: String? = nil, value: Double? = nil) {
        self.label = label
        self.value = value
    }

    /// A task that takes a while.
    public var content: ElementContent { .progress(self) }
}

/// What stands where there is nothing to show (`empty`).
public struct Empty: ViewElement {
    package let title: String
    package let text: String?
    package let symbol: String?
    package let action: Button?

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

    /// A notice that there is nothing to show.
    public var content: ElementContent { .empty(self) }

    /// What the way on reports.
    public var reports: [Report] { action?.reports ?? [] }
}
