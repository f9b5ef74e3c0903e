/// A container that is presented over the containers below it.
public struct Modal: Equatable, Sendable {
    /// The key of the modal in its session.
    public internal(set) var key = Key(0)
    /// The part of the content below that the modal covers.
    public internal(set) var presentation = Presentation.sheet
    /// Whether the user can dismiss it.
    public internal(set) var isDismissible = true
    /// The animation with which it appears.
    public internal(set) var transition = Transition.none
    /// The content of the modal.
    public var container = Container.stack(Stack())
    /// The container it was presented over, which its remaining coordinators move to when it is dismissed.
    var presenter = Key(0)
}

/// The part of the content below that a modal covers.
///
/// ```swift
/// present(DeleteItem(), as: .alert)
/// run(AddressCoordinator.self, in: .modal(.fullScreen))
/// ```
public enum Presentation: String, Codable, Sendable, CaseIterable {
    /// A part, so that the user sees the content below.
    case sheet
    /// All of it.
    case fullScreen
    /// Only a question, which the screen asks with a ``Confirm`` and which the next modal replaces.
    case alert
}
