/// A container over everything that was there before it.
public struct Modal: Equatable, Sendable {
    /// The name of the modal in its session.
    public internal(set) var key = Key(0)
    /// How much of what is under it a modal covers.
    public internal(set) var presentation = Presentation.sheet
    /// Whether the user can swipe it down.
    public internal(set) var isDismissible = true
    /// How it appears.
    public internal(set) var transition = Transition.none
    /// What it holds.
    public var container = Container.stack(Stack())
    /// The container that it was presented over, to which those who lived in it return.
    var presenter = Key(0)
}

/// How much of what is under it a modal covers.
public enum Presentation: String, Codable, Sendable {
    /// A part, so that the user sees that something is under it.
    case sheet
    /// All of it.
    case fullScreen
    /// Nothing but a question, which the screen asks with a ``Confirm``. What is presented next takes its place.
    case alert
}
