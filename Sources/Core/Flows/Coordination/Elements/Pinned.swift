/// The main control of a screen, which stays in reach at its bottom edge while the rest scrolls (`pinned`).
///
/// A screen has at most one.
///
/// ```swift
/// Pinned(Button("Check out", CartList.checkOut, role: .primary), title: "Total", price: total)
/// ```
public struct Pinned: ViewElement, ContractElement {
    static let kind = "pinned"
    package let control: any RowControl
    package let title: String?
    package let price: Price?

    /// Creates a control at the bottom edge of the screen.
    ///
    /// The title and the price are a reminder. Clients without this element show only the control, so the screen says both
    /// elsewhere, too.
    ///
    /// - Parameters:
    ///   - control: The button, stepper or toggle.
    ///   - title: A short text beside it.
    ///   - price: A price beside it.
    public init(_ control: some RowControl, title: String? = nil, price: Price? = nil) {
        self.control = control
        self.title = title
        self.price = price
    }

    /// The content as an ``ElementContent/pinned(_:)``.
    public var content: ElementContent { .pinned(self) }

    /// The control among the other elements.
    public var fallback: (any ViewElement)? { control }

    func visit(_ members: inout some Members) {
        members.text("title", title, "A short text beside the control.")
        members.value("price", price)
        members.value(
            "control",
            ControlValue(control),
            "The control at the bottom edge of the screen; a screen has at most one."
        )
    }
}
