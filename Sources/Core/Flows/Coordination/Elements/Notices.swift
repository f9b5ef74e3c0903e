/// A question that the user must reply to before anything else (`confirm`).
///
/// ```swift
/// Confirm("Delete this item?", actions: [
///     Button("Delete", DeleteItem.confirmed, role: .destructive), Button("Keep", DeleteItem.cancelled, role: .cancel),
/// ])
/// ```
public struct Confirm: ViewElement, ContractElement {
    static let kind = "confirm"
    package let title: String
    package let text: String?
    package let actions: [Button]

    /// Creates a question with a button for each reply.
    public init(_ title: String, text: String? = nil, actions: [Button]) {
        self.title = title
        self.text = text
        self.actions = actions
    }

    /// The content as an ``ElementContent/confirm(_:)``.
    public var content: ElementContent { .confirm(self) }

    func visit(_ members: inout some Members) {
        members.text("title", title)
        members.text("text", text)
        members.value("actions", actions)
    }
}

/// The progress of a task that takes a while (`progress`).
///
/// ```swift
/// Progress("Loading your orders")
/// ```
public struct Progress: ViewElement, ContractElement {
    static let kind = "progress"
    package let label: String?
    package let value: Double?
    package private(set) var pausing: Report?
    package private(set) var isPaused = false

    /// Creates a progress indicator.
    ///
    /// - Parameters:
    ///   - label: The name of the task.
    ///   - value: The completed part from 0 to 1, or `nil` when it is unknown.
    public init(_ label: String? = nil, value: Double? = nil) {
        self.label = label
        self.value = value
    }

    /// Returns the progress of something that goes on by itself and that users can pause, such as a slide show.
    ///
    /// Clients have a button for it, and pause also while the user looks closer, or has asked the system for less motion.
    ///
    /// ```swift
    /// Progress("2 of 3", value: 2.0 / 3).pausable(Upload.setPaused, isPaused: false)
    /// ```
    ///
    /// - Parameters:
    ///   - output: The output that is reported with `true` to pause, and with `false` to go on.
    ///   - isPaused: Whether it is paused now.
    /// - Returns: The progress with a way to pause it.
    public func pausable<Source>(_ output: Output<Source, Bool>, isPaused: Bool) -> Self {
        var progress = self
        progress.pausing = Report(entering: output)
        progress.isPaused = isPaused
        return progress
    }

    /// The content as an ``ElementContent/progress(_:)``.
    public var content: ElementContent { .progress(self) }

    func visit(_ members: inout some Members) {
        members.text("label", label)
        members.value("value", value, "The completed part from 0 to 1; absent if unknown.")
        members.value("output", pausing?.output, "Reported with true to pause what goes on by itself, false to go on.")
        members.value("paused", pausing == nil ? nil : isPaused, "Whether it is paused; there if it can be.")
        members.collect { $0.reports += [pausing].compactMap(\.self) }
    }
}

/// A notice that there is nothing to show (`empty`).
///
/// ```swift
/// Empty("No orders", text: "They will be here.", symbol: "bag", action: Button("To the shop", Orders.toShop))
/// ```
public struct Empty: ViewElement, ContractElement {
    static let kind = "empty"
    package let title: String
    package let text: String?
    package let symbol: String?
    package let action: Button?

    /// Creates a notice that there is nothing to show.
    ///
    /// - Parameters:
    ///   - title: The name of the missing content.
    ///   - text: The reason, or a hint for the user.
    ///   - symbol: A picture for it, named by its meaning as in ``ImageSource/symbol(_:alternative:)``.
    ///   - action: A button that leads on.
    public init(_ title: String, text: String? = nil, symbol: String? = nil, action: Button? = nil) {
        self.title = title
        self.text = text
        self.symbol = symbol
        self.action = action
    }

    /// The content as an ``ElementContent/empty(_:)``.
    public var content: ElementContent { .empty(self) }

    func visit(_ members: inout some Members) {
        members.text("title", title)
        members.text("text", text)
        members.value("symbol", symbol)
        members.value("action", action)
    }
}
