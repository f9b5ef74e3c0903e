/// The subject of a screen: its picture, its name, its price, and what to do with it (`hero`).
///
/// ```swift
/// Hero("Ridge shell", text: "Keeps the rain out.", picture: .url("/ridge.svg"), price: Price(24_900, "EUR"))
/// ```
public struct Hero: ViewElement, ContractElement {
    static let kind = "hero"
    package let title: String
    package let subtitle: String?
    package let text: String?
    package let picture: ImageSource?
    package let badge: String?
    package let price: Price?
    package let action: Button?
    package private(set) var language: String?

    /// Creates the subject of a screen.
    ///
    /// - Parameters:
    ///   - title: The name of the subject.
    ///   - subtitle: A short text under the name.
    ///   - text: A paragraph about the subject.
    ///   - picture: The picture, which clients show large.
    ///   - badge: A short text in a badge.
    ///   - price: The price.
    ///   - action: The action that most users want here.
    public init(
        _ title: String,
        subtitle: String? = nil,
        text: String? = nil,
        picture: ImageSource? = nil,
        badge: String? = nil,
        price: Price? = nil,
        action: Button? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.text = text
        self.picture = picture
        self.badge = badge
        self.price = price
        self.action = action
    }

    /// Returns the element with the language of its title, as a tag of BCP 47 such as `ja`, if it is not the application's.
    public func language(_ tag: String) -> Hero {
        var hero = self
        hero.language = tag
        return hero
    }

    /// The content as an ``ElementContent/hero(_:)``.
    public var content: ElementContent { .hero(self) }

    /// A list of one row, with the paragraph below it.
    public var fallback: (any ViewElement)? {
        var row = Row(title, subtitle: subtitle, picture: picture, badge: badge, price: price)
        if let language { row = row.language(language) }
        if let action { row = row.controlled(by: action) }
        return List(sections: [Section(footer: text, rows: [row])])
    }

    func visit(_ members: inout some Members) {
        members.text("title", title, isLocalized: language == nil)
        members.language(language)
        members.text("subtitle", subtitle)
        members.text("text", text)
        members.value("image", picture, "To be drawn large.")
        members.text("badge", badge)
        members.value("price", price)
        members.value("action", action)
    }
}
