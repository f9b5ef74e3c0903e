import Foundation
import UsherClient

/// A row of a list.
public struct Row: Sendable, Hashable, Identifiable {
    /// The marks at the end of a row.
    public enum Accessory: String, Sendable {
        /// The row leads to another screen.
        case disclosure
        /// The row is the chosen one.
        case checkmark
        /// The row has details.
        case detail
        /// The row has no mark.
        case none
    }

    /// The key, which is unique among the rows of the list.
    public let key: String
    /// The title of the row.
    public let title: String
    /// The language of the title (BCP 47), if it is another one than the application's.
    public let language: String?
    /// The second line of the row.
    public let subtitle: String?
    /// The picture at the start.
    public let image: ImageElement?
    /// A short mark, such as a number.
    public let badge: String?
    /// The price at the end.
    public let price: Price?
    /// The mark at the end.
    public let accessory: Accessory
    /// The time of what the row stands for.
    public let time: Date?
    /// The report of a press, or `nil` for a row that is no button.
    public let report: Report?
    /// The control at the end.
    public let control: PartControl?

    /// The key of the row.
    public var id: String { key }

    /// Reads a row.
    ///
    /// - Parameters:
    ///   - document: The row in a state or on a page of rows.
    ///   - index: The position among its neighbors, which stands for a missing key.
    public init(_ document: JSONValue, index: Int) {
        key = document["key"]?.string ?? "\(index)"
        title = document.text("title")
        language = document["lang"]?.string
        subtitle = document["subtitle"]?.string
        image = document["image"].map(ImageElement.init)
        badge = document["badge"]?.string
        price = Price(document["price"])
        control = PartControl(document["control"])
        let isSelected = document["selected"]?.bool
        let mark = document["accessory"]?.string.flatMap(Accessory.init) ?? (isSelected == true ? .checkmark : .none)
        accessory = control != nil || (mark == .checkmark && isSelected == false) ? .none : mark
        time = document["time"]?.date
        report = Report(document["report"])
    }
}

/// A control at the end of a row, below a card or at the bottom edge of a screen.
public enum PartControl: Sendable, Hashable {
    /// A button at the end.
    case button(ButtonElement)
    /// A switch at the end.
    case toggle(ToggleElement)
    /// A number to increase and decrease.
    case stepper(StepperElement)

    init?(_ document: JSONValue?) {
        guard let document else { return nil }
        switch Element(document) {
        case .button(let button): self = .button(button)
        case .toggle(let toggle): self = .toggle(toggle)
        case .stepper(let stepper): self = .stepper(stepper)
        default: return nil
        }
    }
}
