import UsherClient

/// An element of a screen's view, with its members as typed values.
///
/// ```swift
/// for element in Element.elements(of: screen.view ?? []) {
///     if case .button(let button) = element { print(button.label) }
/// }
/// ```
///
/// A kind of a later version is read as its `fallback`. Without one it is ``unknown(kind:)``.
public indirect enum Element: Sendable, Hashable {
    /// A heading within the screen.
    case heading(HeadingElement)
    /// Paragraphs of text.
    case text(TextElement)
    /// A picture in the width of the screen.
    case image(ImageElement)
    /// Rows in sections.
    case list(ListElement)
    /// Fields with a button that sends them.
    case form(FormElement)
    /// A button, which may belong into the bar.
    case button(ButtonElement)
    /// A switch that reports its new value.
    case toggle(ToggleElement)
    /// A number that the user increases and decreases.
    case stepper(StepperElement)
    /// A field for the text of a search.
    case search(SearchElement)
    /// Places on a map.
    case map(MapElement)
    /// A question above everything else.
    case confirm(ConfirmElement)
    /// The progress of something, which may be paused.
    case progress(ProgressElement)
    /// A notice where content is missing.
    case empty(EmptyElement)
    /// One thing with its picture on top.
    case card(CardElement)
    /// Cards, as many in a line as there is room for.
    case grid(GridElement)
    /// The subject of a screen.
    case hero(HeroElement)
    /// Several pictures of one thing.
    case gallery(GalleryElement)
    /// A choice of one option of a few, or of several: segments, chips or swatches.
    case choice(ChoiceElement)
    /// Dated steps in their order.
    case timeline(TimelineElement)
    /// The main control, at the bottom edge of the screen.
    case pinned(PinnedElement)
    /// The props of a screen without a view, which the library generates.
    case properties([PropertyElement])
    /// An element of a kind that this version does not know, and that has no fallback.
    case unknown(kind: String)

    /// The kinds of elements that the library draws, for the member `elements` of a client.
    public static let kinds = [
        "heading", "text", "image", "list", "form", "button", "toggle", "stepper", "search", "map", "confirm",
        "progress", "empty", "card", "grid", "hero", "gallery", "segments", "chips", "swatches", "timeline", "pinned",
    ]

    /// The number of fallbacks of fallbacks that are followed, so that a chain without an end has one.
    private static let longestFallback = 8

    /// Reads an element.
    ///
    /// - Parameter document: The element in a state.
    public init(_ document: JSONValue) {
        self.init(document, depth: 0)
    }

    private init(_ document: JSONValue, depth: Int) {
        let kind = document["kind"]?.string ?? ""
        if let element = Element(kind: kind, document) {
            self = element
        } else if let fallback = document["fallback"], depth < Self.longestFallback {
            self.init(fallback, depth: depth + 1)
        } else {
            self = .unknown(kind: kind)
        }
    }

    private init?(kind: String, _ document: JSONValue) {
        switch kind {
        case "heading": self = .heading(HeadingElement(document))
        case "text": self = .text(TextElement(document))
        case "image": self = .image(ImageElement(document))
        case "list": self = .list(ListElement(document))
        case "form": self = .form(FormElement(document))
        case "button": self = .button(ButtonElement(document))
        case "toggle": self = .toggle(ToggleElement(document))
        case "stepper": self = .stepper(StepperElement(document))
        case "search": self = .search(SearchElement(document))
        case "map": self = .map(MapElement(document))
        case "confirm": self = .confirm(ConfirmElement(document))
        case "progress": self = .progress(ProgressElement(document))
        case "empty": self = .empty(EmptyElement(document))
        case "card": self = .card(CardElement(document))
        case "grid": self = .grid(GridElement(document))
        case "hero": self = .hero(HeroElement(document))
        case "gallery": self = .gallery(GalleryElement(document))
        case "segments": self = .choice(ChoiceElement(document, style: .segments))
        case "chips": self = .choice(ChoiceElement(document, style: .chips))
        case "swatches": self = .choice(ChoiceElement(document, style: .swatches))
        case "timeline": self = .timeline(TimelineElement(document))
        case "pinned": self = .pinned(PinnedElement(document))
        default: return nil
        }
    }

    /// Reads the elements of a view.
    ///
    /// - Parameter view: The member `view` of a screen.
    /// - Returns: The elements in their order.
    public static func elements(of view: [JSONValue]) -> [Element] { view.map(Element.init) }

    /// The name of the kind, by which elements of a view are told apart.
    public var kind: String {
        switch self {
        case .heading: "heading"
        case .text: "text"
        case .image: "image"
        case .list: "list"
        case .form: "form"
        case .button: "button"
        case .toggle: "toggle"
        case .stepper: "stepper"
        case .search: "search"
        case .map: "map"
        case .confirm: "confirm"
        case .progress: "progress"
        case .empty: "empty"
        case .card: "card"
        case .grid: "grid"
        case .hero: "hero"
        case .gallery: "gallery"
        case .choice(let choice): choice.style.rawValue
        case .timeline: "timeline"
        case .pinned: "pinned"
        case .properties: "properties"
        case .unknown(let kind): kind
        }
    }

    /// The output of an element that reports one by itself.
    var output: String? {
        switch self {
        case .form(let form): form.output
        case .button(let button): button.report.output
        case .toggle(let toggle): toggle.output
        case .stepper(let stepper): stepper.output
        case .search(let search): search.output
        case .progress(let progress): progress.output
        default: nil
        }
    }
}

extension JSONValue {
    /// The text of a member, or an empty one.
    func text(_ name: String) -> String { self[name]?.string ?? "" }

    /// The members of an array that fit, read one by one.
    func parts<Part>(_ name: String, _ read: (JSONValue) -> Part?) -> [Part] {
        self[name]?.array?.compactMap(read) ?? []
    }
}
