/// Something to press (`button`).
public struct Button: RowControl {
    /// What pressing means for the user.
    public enum Role: String, Sendable {
        /// What most users want here.
        case primary
        /// Something that can't be undone.
        case destructive
        /// Leaving without doing anything.
        case cancel
        /// Something beside the point.
        case plain
    }

    /// Where a button belongs.
    public enum Placement: String, Sendable {
        /// Among the other elements.
        case body
        /// At the start of the navigation bar.
        case leading
        /// At the end of the navigation bar.
        case trailing
    }

    package let label: String
    package let report: Report
    package private(set) var role: Role?
    package private(set) var placement: Placement
    package private(set) var symbol: String?
    package private(set) var enabledAt: Timestamp?
    package private(set) var badge: String?
    package private(set) var isSelected: Bool?

    private init(
        _ label: String,
        _ report: Report,
        role: Role?,
        placement: Placement,
        symbol: String?,
        enabledAt: Timestamp?
    ) {
        self.label = label
        self.report = report
        self.role = role
        self.placement = placement
        self.symbol = symbol
        self.enabledAt = enabledAt
    }

    /// A button that reports an output without a payload.
    ///
    /// - Parameters:
    ///   - label: What it says.
    ///   - output: What it reports.
    ///   - role: What pressing means.
    ///   - placement: Where it belongs.
    ///   - symbol: A picture for it, by its meaning; see ``Picture/symbol(_:alternative:)``.
    ///   - enabledAt: From when on it can be pressed.
    public init<Source>(
        _ label: String,
        _ output: Output<Source, Nothing>,
        role: Role? = nil,
        placement: Placement = .body,
        symbol: String? = nil,
        enabledAt: Timestamp? = nil
    ) {
        self.init(label, Report(output), role: role, placement: placement, symbol: symbol, enabledAt: enabledAt)
    }

    /// A button that reports an output with a value; the other parameters are as above.
    public init<Source, Value>(
        _ label: String,
        _ output: Output<Source, Value>,
        _ value: Value,
        role: Role? = nil,
        placement: Placement = .body,
        symbol: String? = nil,
        enabledAt: Timestamp? = nil
    ) {
        self.init(label, Report(output, value), role: role, placement: placement, symbol: symbol, enabledAt: enabledAt)
    }

    /// The same button with a short text in a mark on it, such as a count; none for `nil`.
    public func badge(_ badge: String?) -> Button {
        var button = self
        button.badge = badge
        return button
    }

    /// The same button, saying whether what it stands for is on, as of a heart that keeps something.
    public func selected(_ isSelected: Bool) -> Button {
        var button = self
        button.isSelected = isSelected
        return button
    }

    /// A button.
    public var content: ElementContent { .button(self) }

    /// What pressing it reports.
    public var reports: [Report] { [report] }
}
