public import JSON

/// The content of a ``ViewElement``, by its kind.
public enum ElementContent: Sendable {
    /// A heading.
    case heading(Heading)
    /// A paragraph.
    case text(Text)
    /// A picture that stands by itself.
    case image(Image)
    /// A button that reports an output.
    case button(Button)
    /// A switch.
    case toggle(Toggle)
    /// A number that is raised and lowered.
    case stepper(Stepper)
    /// A line to search with.
    case search(Search)
    /// Rows in sections.
    case list(List)
    /// Places on a map.
    case map(Map)
    /// Fields to fill in.
    case form(Form)
    /// A question.
    case confirm(Confirm)
    /// A task that takes a while.
    case progress(Progress)
    /// A notice that there is nothing to show.
    case empty(Empty)
    /// An element of a kind of the application's own, by the name that its clients know; ``ViewElement/fallback`` is for others.
    case custom(kind: String, members: JSONObject)
}
