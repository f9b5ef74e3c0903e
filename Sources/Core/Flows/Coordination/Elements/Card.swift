/// A card about one thing, with its picture on top (`card`).
///
/// A card has the members of a ``Row``, but its picture is large. Cards of the same kind belong in a ``Grid``.
///
/// ```swift
/// Card("Ridge shell", picture: .url("/ridge.svg"), price: Price(24_900, "EUR")).reports(Feed.itemSelected, "ridge")
/// ```
public struct Card: ViewElement, ContractElement, KeyedPart {
    static let kind = "card"
    package private(set) var row: Row

    private init(row: Row) { self.row = row }

    /// Creates a card that reports nothing.
    ///
    /// - Parameters:
    ///   - title: The main text.
    ///   - subtitle: The text under the title.
    ///   - picture: The picture above the text.
    ///   - badge: A short text in a badge, such as a count.
    ///   - price: The price of the card's subject.
    public init(
        _ title: String,
        subtitle: String? = nil,
        picture: ImageSource? = nil,
        badge: String? = nil,
        price: Price? = nil
    ) {
        row = Row(title, subtitle: subtitle, picture: picture, badge: badge, price: price)
    }

    /// Returns the card with an output without a payload that it reports when the user chooses it.
    public func reports<Source>(_ output: Output<Source, Nothing>) -> Card { Card(row: row.reports(output)) }

    /// Returns the card with an output and value that it reports when the user chooses it.
    public func reports<Source, Value>(_ output: Output<Source, Value>, _ value: Value) -> Card {
        Card(row: row.reports(output, value))
    }

    /// Returns the card with a control below its text.
    public func controlled(by control: some RowControl) -> Card { Card(row: row.controlled(by: control)) }

    /// Returns the card with a key, by which clients recognize it in the next state, as ``Row/keyed(_:)`` explains.
    public func keyed(_ key: String) -> Card { Card(row: row.keyed(key)) }

    /// Returns the card with the language of its title, as a tag of BCP 47 such as `ja`, if it is not the application's.
    public func language(_ tag: String) -> Card { Card(row: row.language(tag)) }

    /// The content as an ``ElementContent/card(_:)``.
    public var content: ElementContent { .card(self) }

    /// A list of one row.
    public var fallback: (any ViewElement)? { List(sections: [Section(rows: [row.leadingOn])]) }

    func visit(_ members: inout some Members) {
        members.text("title", row.title, isLocalized: row.language == nil)
        members.language(row.language)
        members.text("subtitle", row.subtitle)
        members.value("image", row.picture)
        members.text("badge", row.badge)
        members.value("price", row.price)
        members.value("report", row.report)
        members.value("control", row.control.map(ControlValue.init), "A control below the text.")
    }

    var key: String? { row.key }
    var derivedKey: String { row.derivedKey }
}

/// Cards beside and below each other, as many in a line as there is room for (`grid`).
///
/// ```swift
/// Grid(groceries, header: "Fresh today") { Card($0.name, picture: $0.picture).reports(Feed.grocerySelected, $0.id) }
/// ```
public struct Grid: ViewElement, ContractElement {
    static let kind = "grid"
    package let header: String?
    package let cards: [Card]
    package let empty: Empty?
    package private(set) var more: Button?

    /// Creates a grid of cards with an optional text above them.
    ///
    /// The notice `empty` is shown when there are no cards.
    public init(header: String? = nil, cards: [Card], empty: Empty? = nil) {
        self.header = header
        self.cards = cards
        self.empty = empty
    }

    /// Creates a grid with a card for each element.
    ///
    /// - Parameters:
    ///   - elements: The elements, in the order of the cards.
    ///   - header: A text above the cards.
    ///   - empty: The notice to show when there are no cards.
    ///   - card: Makes the card of an element.
    public init<Element>(
        _ elements: some Sequence<Element>,
        header: String? = nil,
        empty: Empty? = nil,
        card: (Element) -> Card
    ) {
        self.init(header: header, cards: elements.map(card), empty: empty)
    }

    /// Returns the grid with an output to report for further cards, as ``List/more(_:)`` explains.
    public func more(_ button: Button?) -> Grid {
        var grid = self
        grid.more = button
        return grid
    }

    /// The content as an ``ElementContent/grid(_:)``.
    public var content: ElementContent { .grid(self) }

    /// A list with a row for each card.
    public var fallback: (any ViewElement)? {
        List(sections: [Section(header, rows: cards.map(\.row.leadingOn))], empty: empty).more(more)
    }

    func visit(_ members: inout some Members) {
        members.text("header", header)
        members.value("cards", Keyed(cards))
        members.value("more", more, "As for a list.")
        members.value("empty", empty, isShown: cards.isEmpty, "As for a list.")
    }
}

extension Row {
    /// The row with the mark that it leads to another screen, if it does and has no control.
    fileprivate var leadingOn: Row { report != nil && control == nil ? marked(.disclosure) : self }
}
