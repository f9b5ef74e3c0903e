public import JSON

/// An output that a coordinator has put off until it can act on it; see ``BaseCoordinator/postpone()``.
public struct PostponedOutput: Codable, Equatable, Sendable {
    /// What a client has reported.
    struct Report: Codable, Equatable {
        var screen: String
        var output: String
        var payload: JSONValue?
    }

    /// How many a session can hold; one more is refused.
    public static let limit = 32

    /// The coordinator that gets it again.
    public let coordinator: Key
    let report: Report

    /// The kind of screen that reported it; the screen itself may be gone.
    public var screen: String { report.screen }
    /// The name of the output.
    public var output: String { report.output }
    /// The payload as the client sent it.
    public var payload: JSONValue? { report.payload }
}
