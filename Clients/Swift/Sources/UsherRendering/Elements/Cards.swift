import UsherClient

/// One thing with its picture on top.
public struct CardElement: Sendable, Hashable, Identifiable {
    /// The key, which is unique among the cards of a grid.
    public let key: String
    /// The title of the card.
    public let title: String
    /// The language of the title (BCP 47), if it is another one than the application's.
    public let language: String?
    /// The second line of the card.
    public let subtitle: String?
    /// The picture on top.
    public let image: ImageElement?
    /// A short mark, such as a number.
    public let badge: String?
    /// The price of the thing.
    public let price: Price?
    /// The report of a press, or `nil` for a card that is no button.
    public let report: Report?
    /// The control below the text.
    public let control: PartControl?

    /// The key of the card.
    public var id: String { key }

    init(_ document: JSONValue, index: Int = 0) {
        key = document["key"]?.string ?? "\(index)"
        title = document.text("title")
        language = document["lang"]?.string
        subtitle = document["subtitle"]?.string
        image = document["image"].map(ImageElement.init)
        badge = document["badge"]?.string
        price = Price(document["price"])
        report = Report(document["report"])
        control = PartControl(document["control"])
    }
}

/// Cards, as many in a line as there is room for.
public struct GridElement: Sendable, Hashable {
    /// The words above the cards.
    public let header: String?
    /// The cards in their order.
    public let cards: [CardElement]
    /// The button that asks for further cards.
    public let more: ButtonElement?
    /// The notice in place of cards, if there are none.
    public let empty: EmptyElement?

    init(_ document: JSONValue) {
        header = document["header"]?.string
        cards = (document["cards"]?.array ?? []).enumerated().map { CardElement($1, index: $0) }
        more = ButtonElement(part: document["more"])
        empty = document["empty"].map(EmptyElement.init)
    }
}

/// The subject of a screen.
public struct HeroElement: Sendable, Hashable {
    /// The aspect of a picture that has none of its own.
    private static let aspect = 4.0 / 3

    /// The name of the subject.
    public let title: String
    /// The language of the title (BCP 47), if it is another one than the application's.
    public let language: String?
    /// The second line below the title.
    public let subtitle: String?
    /// The description of the subject.
    public let text: String?
    /// The picture, to be drawn large.
    public let image: ImageElement?
    /// A short mark, such as a number.
    public let badge: String?
    /// The price of the subject.
    public let price: Price?
    /// The button below it.
    public let action: ButtonElement?

    init(_ document: JSONValue) {
        title = document.text("title")
        language = document["lang"]?.string
        subtitle = document["subtitle"]?.string
        text = document["text"]?.string
        image = document["image"].map { ImageElement($0).shaped(Self.aspect) }
        badge = document["badge"]?.string
        price = Price(document["price"])
        action = ButtonElement(part: document["action"])
    }
}

/// Several pictures of one thing.
public struct GalleryElement: Sendable, Hashable {
    /// The words that name the pictures.
    public let label: String
    /// The pictures in their order, all in one aspect.
    public let images: [ImageElement]

    init(_ document: JSONValue) {
        label = document.text("label")
        let aspect = ImageElement.aspect(document["aspect"]) ?? 1
        images = document.parts("images") { image in
            let image = ImageElement(image)
            return ImageElement(image.content, alternative: image.alternative, aspect: aspect)
        }
    }
}
