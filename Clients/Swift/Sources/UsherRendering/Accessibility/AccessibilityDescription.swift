/// The description of a part for people who use it with a screen reader.
///
/// ```swift
/// AccessibilityDescription(row, figures, words).label  // "Milk, 1 l, €1.29"
/// ```
public struct AccessibilityDescription: Sendable, Hashable {
    /// The traits of a part.
    public enum Trait: Sendable, Hashable {
        /// A press on it does something.
        case button
        /// It leads to a place with an address.
        case link
        /// It is the chosen one.
        case selected
        /// It is a heading.
        case heading
        /// It is a picture.
        case image
        /// It is a switch.
        case toggle
        /// Its value changes often, and is read when it has.
        case updatesFrequently
    }

    /// The words that name the part, or an empty text for a decoration.
    public var label: String
    /// The value of the part.
    public var value: String?
    /// The explanation that follows after a pause.
    public var hint: String?
    /// The traits of the part.
    public var traits: Set<Trait> = []
    /// The level of a heading, from 1 to 6.
    public var headingLevel: Int?
    /// The language of the label (BCP 47), if it is another one than the application's.
    public var language: String?

    /// Whether screen readers pass the part by.
    public var isHidden: Bool { label.isEmpty && value == nil }

    init(_ label: String) {
        self.label = label
    }

    /// The description of a heading.
    public init(_ heading: HeadingElement, level: Int) {
        self.init(heading.text)
        traits = [.heading]
        headingLevel = level
        language = heading.language
    }

    /// The description of a picture, which is a decoration without an alternative text.
    public init(_ image: ImageElement) {
        self.init(image.alternative)
        traits = image.alternative.isEmpty ? [] : [.image]
        if case .characters(_, let language) = image.content { self.language = language }
    }

    /// The description of a row without its control.
    public init(_ row: Row, _ figures: Figures, _ words: Words) {
        self.init(
            parts: [
                row.image?.alternative, row.title, row.subtitle, row.time.map(figures.dateAndTime),
                row.price.map(figures.money), row.badge,
            ]
        )
        language = row.language
        set(row.report)
        if row.accessory == .checkmark { traits.insert(.selected) }
    }

    /// The description of a card without its control.
    public init(_ card: CardElement, _ figures: Figures) {
        self.init(
            parts: [card.image?.alternative, card.title, card.subtitle, card.price.map(figures.money), card.badge]
        )
        language = card.language
        set(card.report)
    }

    /// The description of a button.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - countdown: The time that is left until it is enabled, or `nil` for none.
    ///   - isPending: Whether its report has no outcome yet.
    ///   - words: The client's own words.
    public init(_ button: ButtonElement, countdown: String? = nil, isPending: Bool = false, _ words: Words) {
        self.init(parts: [button.label, button.badge])
        // The seconds are no part of the label, so that the button does not get another name with each of them.
        value = isPending ? words.loading : countdown
        traits = [.button]
        if button.isSelected == true { traits.insert(.selected) }
        if countdown != nil { traits.insert(.updatesFrequently) }
    }

    /// The description of an option of a choice.
    public init(_ option: ChoiceOption, isSelected: Bool) {
        self.init(parts: [option.label, option.badge])
        traits = isSelected ? [.button, .selected] : [.button]
    }

    /// The description of a switch.
    public init(_ toggle: ToggleElement) {
        self.init(toggle.label)
        hint = toggle.help
        traits = [.toggle]
    }

    /// The description of a number to increase and decrease.
    public init(_ stepper: StepperElement, value: Double, _ figures: Figures) {
        self.init(stepper.label)
        self.value = figures.number(value)
    }

    /// The description of a progress.
    public init(_ progress: ProgressElement, _ figures: Figures, _ words: Words) {
        self.init(progress.label ?? words.loading)
        value = progress.value.map(figures.percent)
        traits = progress.output == nil ? [.updatesFrequently] : []
    }

    /// The description of a place on a map.
    public init(_ marker: MapPlace) {
        self.init(marker.title)
        set(marker.report)
        if marker.isSelected { traits.insert(.selected) }
    }

    /// The description of a step of a timeline.
    public init(_ step: TimelineStep, _ figures: Figures, _ words: Words) {
        let status =
            switch step.status {
            case .done: words.stepDone
            case .current: words.stepCurrent
            case .upcoming: words.stepUpcoming
            }
        self.init(parts: [step.title, status, step.text, step.time.map(figures.dateAndTime)])
    }

    /// The description of a field of a form.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - faults: The errors at the field.
    ///   - isRequired: Whether it must have a value, or `nil` if nothing says so.
    ///   - words: The client's own words.
    public init(_ field: Field, faults: [String], isRequired: Bool?, _ words: Words) {
        let isOptional = isRequired == false && field.input != .toggle
        self.init(parts: [field.label, isOptional ? words.optional : nil])
        // An error is read before the help, because the user has to do something about it.
        hint = (faults + [field.help].compactMap(\.self)).joined(separator: " ")
        if hint == "" { hint = nil }
    }

    private init(parts: [String?]) {
        self.init(parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", "))
    }

    private mutating func set(_ report: Report?) {
        guard let report else { return }
        traits.insert(report.link == nil ? .button : .link)
    }
}
