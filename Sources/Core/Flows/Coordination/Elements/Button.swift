/// A button that reports an output (`button`).
///
/// ```swift
/// Button("Delete", ItemPage.delete, role: .destructive, symbol: "trash")
/// ```
public struct Button: RowControl, ContractElement {
    /// The meaning of a button for the user.
    public enum Role: String, Sendable, CaseIterable {
        /// The action that most users want here.
        case primary
        /// An action that can't be undone.
        case destructive
        /// Leaving without doing anything.
        case cancel
        /// A secondary action.
        case plain
    }

    /// The position of a button.
    public enum Placement: String, Sendable, CaseIterable {
        /// Among the other elements.
        case body
        /// At the start of the navigation bar.
        case leading
        /// At the end of the navigation bar.
        case trailing
    }

    static let kind = "button"
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

    /// Creates a button that reports an output without a payload.
    ///
    /// - Parameters:
    ///   - label: The text on it.
    ///   - output: The output that it reports.
    ///   - role: Its meaning for the user.
    ///   - placement: Its position.
    ///   - symbol: A picture on it, named by its meaning as in ``ImageSource/symbol(_:alternative:)``.
    ///   - enabledAt: The time from which it can be pressed, or `nil` for always.
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

    /// Creates a button that reports an output with a value.
    ///
    /// The other parameters are the same as for an output without a payload.
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

    /// Returns the button with a badge, a short text such as a count, or without a badge for `nil`.
    public func badge(_ badge: String?) -> Button {
        var button = self
        button.badge = badge
        return button
    }

    /// Returns the button marked as on or off, such as a heart for a favorite.
    public func selected(_ isSelected: Bool) -> Button {
        var button = self
        button.isSelected = isSelected
        return button
    }

    /// The content as an ``ElementContent/button(_:)``.
    public var content: ElementContent { .button(self) }

    func visit(_ members: inout some Members) {
        members.text("label", label)
        report.visit(&members)
        members.value("role", role)
        members.value("placement", placement == .body ? nil : placement, "Absent for body.")
        members.value("symbol", symbol)
        members.value("enabledAt", enabledAt, "The time from which it can be pressed.")
        members.text("badge", badge)
        members.value("selected", isSelected, "Whether the option that it stands for is on.")
    }
}
