/// The name of an animation.
///
/// Clients that don't know it use their default.
///
/// ```swift
/// setRoot(ThankYou(), transition: .fade)
/// run(AddressCoordinator.self, in: .modal(transition: "zoom"))  // a name that the team's own clients know
/// ```
public struct Transition: RawRepresentable, Codable, Equatable, Sendable, ExpressibleByStringLiteral {
    /// The name in the state.
    public let rawValue: String

    /// Creates a transition from its name in the state, where any name is allowed.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a transition from its name in the state.
    public init(stringLiteral name: String) {
        rawValue = name
    }

    /// A change without an animation.
    public static let none: Self = "none"
    /// The old content fades out, then the new fades in.
    public static let fade: Self = "fade"
    /// The old content fades into the new.
    public static let crossDissolve: Self = "crossDissolve"
    /// The new content slides in from the side.
    public static let push: Self = "push"
    /// The new content slides up over the old.
    public static let coverVertical: Self = "coverVertical"
}
