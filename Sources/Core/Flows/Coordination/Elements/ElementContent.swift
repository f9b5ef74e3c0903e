public import JSON

/// The content of a ``ViewElement``, by its kind.
///
/// ```swift
/// var content: ElementContent { .custom(kind: "rating", members: ["stars": .integer(4)]) }
/// ```
public enum ElementContent: Sendable {
    /// A heading of the screen or of a part of it.
    case heading(Heading)
    /// A paragraph of text.
    case text(Text)
    /// A picture on its own line.
    case image(Image)
    /// A button that reports an output.
    case button(Button)
    /// A switch that reports its new value.
    case toggle(Toggle)
    /// A number that is raised and lowered.
    case stepper(Stepper)
    /// A search field.
    case search(Search)
    /// Rows in sections.
    case list(List)
    /// Markers on a map.
    case map(Map)
    /// Fields to fill in.
    case form(Form)
    /// A question with its possible replies.
    case confirm(Confirm)
    /// The progress of a task that takes a while.
    case progress(Progress)
    /// A notice that there is nothing to show.
    case empty(Empty)
    /// A card about one thing.
    case card(Card)
    /// Cards beside and below each other.
    case grid(Grid)
    /// The subject of a screen.
    case hero(Hero)
    /// Several pictures of one thing.
    case gallery(Gallery)
    /// A choice of one of a few options.
    case segments(Segments)
    /// A choice of one or some options.
    case chips(Chips)
    /// A choice of one of some colors.
    case swatches(Swatches)
    /// Steps in their order.
    case timeline(Timeline)
    /// The main control, at the bottom edge of the screen.
    case pinned(Pinned)
    /// An element of the application's own kind, for clients that know it, while others use ``ViewElement/fallback``.
    case custom(kind: String, members: JSONObject)
}

/// A visitor of elements of the contract.
protocol ElementVisitor: ~Copyable {
    mutating func visit<Element: ContractElement>(_ element: Element)
}

extension ElementContent {
    /// Visits the element unless it is of an application's own kind.
    func visit(_ visitor: inout some ElementVisitor & ~Copyable) {
        switch self {
        case .heading(let heading): visitor.visit(heading)
        case .text(let text): visitor.visit(text)
        case .image(let image): visitor.visit(image)
        case .button(let button): visitor.visit(button)
        case .toggle(let toggle): visitor.visit(toggle)
        case .stepper(let stepper): visitor.visit(stepper)
        case .search(let search): visitor.visit(search)
        case .list(let list): visitor.visit(list)
        case .map(let map): visitor.visit(map)
        case .form(let form): visitor.visit(form)
        case .confirm(let confirm): visitor.visit(confirm)
        case .progress(let progress): visitor.visit(progress)
        case .empty(let empty): visitor.visit(empty)
        case .card(let card): visitor.visit(card)
        case .grid(let grid): visitor.visit(grid)
        case .hero(let hero): visitor.visit(hero)
        case .gallery(let gallery): visitor.visit(gallery)
        case .segments(let segments): visitor.visit(segments)
        case .chips(let chips): visitor.visit(chips)
        case .swatches(let swatches): visitor.visit(swatches)
        case .timeline(let timeline): visitor.visit(timeline)
        case .pinned(let pinned): visitor.visit(pinned)
        case .custom: break
        }
    }

    /// The name of the kind in JSON.
    package var name: String {
        struct Kind: ElementVisitor {
            var name = ""
            mutating func visit<Element: ContractElement>(_ element: Element) { name = Element.kind }
        }
        if case .custom(let kind, _) = self { return kind }
        var kind = Kind()
        visit(&kind)
        return kind.name
    }
}
