public import JSON

/// The content of a ``ViewElement``, by its kind.
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
    /// An element of the application's own kind, for clients that know it; others use ``ViewElement/fallback``.
    case custom(kind: String, members: JSONObject)
}
