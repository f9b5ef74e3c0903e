/// The name of the animation by which something appears; clients that don't know one use their own.
public struct Transition: RawRepresentable, Codable, Equatable, Sendable, ExpressibleByStringLiteral {
    /// The name in the state.
    public let rawValue: String

    /// A transition by its name in the state.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A transition by its name in the state.
    public init(stringLiteral name: String) {
        rawValue = name
    }

    /// No animation.
    public static let none: Self = "none"
    /// The old fades out, then the new fades in.
    public static let fade: Self = "fade"
    /// The old fades into the new.
    public static let crossDissolve: Self = "crossDissolve"
    /// The new slides in from the side.
    public static let push: Self = "push"
    /// The new slides up over the old.
    public static let coverVertical: Self = "coverVertical"
}
