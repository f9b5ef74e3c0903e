/// The screen that must be in front for a tap to be accepted, and the revision since which it must not have changed.
struct ScreenCondition: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The key of the screen.
    let screen: String
    /// The revision in which the user has seen the screen, or `nil` if its content does not matter.
    var revision: Int?

    /// The value of the field `If-Screen`.
    var description: String { revision.map { "\(screen);revision=\($0)" } ?? screen }
}
