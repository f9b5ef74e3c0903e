/// A container over everything that was there before it.
public struct Modal: Codable, Equatable, Sendable {
    /// The name of the modal in its session.
    public let key: Key
    /// How much of what is under it a modal covers.
    public let presentation: Presentation
    /// Whether the user can swipe it down.
    public let isDismissible: Bool
    /// How it appears.
    public let transition: Transition
    /// What it holds.
    public var container: Container
    /// The container that it was presented over, to which those who lived in it return.
    var presenter: Key
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
