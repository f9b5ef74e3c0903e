import UsherClient

/// A choice of one option of a few, or of several.
public struct ChoiceElement: Sendable, Hashable {
    /// The looks of a choice, named as the kinds of elements.
    public enum Style: String, Sendable {
        /// A few options beside each other.
        case segments
        /// Options in a line that scrolls.
        case chips
        /// Colors beside each other.
        case swatches
    }

    /// The look of the choice.
    public let style: Style
    /// The words that name it.
    public let label: String
    /// The options in their order.
    public let options: [ChoiceOption]
    /// Whether any number of options can be on.
    public let allowsSeveral: Bool

    /// The options that are on, as the user sees them.
    ///
    /// - Parameter pressed: The key of the option with a report that has no response yet. It is shown as chosen until then.
    /// - Returns: The keys of the options.
    public func selection(pressed: String?) -> Set<String> {
        var selection = Set(options.filter(\.isSelected).map(\.key))
        guard let pressed else { return selection }
        guard allowsSeveral else { return [pressed] }
        selection.formSymmetricDifference([pressed])
        return selection
    }

    /// Whether a press on an option is to be reported: not again for the chosen one of a single choice.
    public func isReported(_ option: ChoiceOption) -> Bool { allowsSeveral || !option.isSelected }

    init(_ document: JSONValue, style: Style) {
        self.style = style
        label = document.text("label")
        options = (document["options"]?.array ?? []).enumerated().map { ChoiceOption($1, index: $0) }
        allowsSeveral = document["several"]?.bool ?? false
    }
}

/// An option of a choice.
public struct ChoiceOption: Sendable, Hashable, Identifiable {
    /// A color by its parts from 0 to 1.
    public struct Color: Sendable, Hashable {
        /// The part of red.
        public let red: Double
        /// The part of green.
        public let green: Double
        /// The part of blue.
        public let blue: Double

        /// Whether black is easier to see on it than white.
        public var isLight: Bool { 0.299 * red + 0.587 * green + 0.114 * blue > 0.6 }

        /// Reads a color such as `#2f6d8c`, or returns `nil` for any other text.
        public init?(_ text: String) {
            let digits = text.dropFirst()
            guard text.first == "#", digits.count == 6, digits.allSatisfy(\.isHexDigit),
                let number = Int(digits, radix: 16)
            else { return nil }
            red = Double(number >> 16 & 255) / 255
            green = Double(number >> 8 & 255) / 255
            blue = Double(number & 255) / 255
        }
    }

    /// The key, which is unique among the options of the choice.
    public let key: String
    /// The words that name the option.
    public let label: String
    /// The picture of the option.
    public let image: ImageElement?
    /// A short mark, such as a number.
    public let badge: String?
    /// Whether the option is on in the state.
    public let isSelected: Bool
    /// The color of the product that the option stands for.
    public let color: Color?
    /// The report of a press, or `nil` for an option that is not possible.
    public let report: Report?

    /// The key of the option.
    public var id: String { key }

    init(_ document: JSONValue, index: Int) {
        key = document["key"]?.string ?? "\(index)"
        label = document.text("label")
        image = document["image"].map(ImageElement.init)
        badge = document["badge"]?.string
        isSelected = document["selected"]?.bool ?? false
        color = document["color"]?.string.flatMap(Color.init)
        report = Report(document["report"])
    }
}
