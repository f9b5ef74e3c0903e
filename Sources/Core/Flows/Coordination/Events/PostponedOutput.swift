public import JSON

/// An output that a coordinator has postponed with ``BaseCoordinator/postpone()``.
public struct PostponedOutput: Codable, Equatable, Sendable {
    /// The report as the client sent it.
    struct Report: Codable, Equatable {
        var screen: String
        var output: String
        var payload: JSONValue?
    }

    /// The maximum number in one session.
    ///
    /// An output that would exceed it is rejected.
    public static let limit = 32

    /// The coordinator that postponed the output and gets it again.
    public let coordinator: Key
    let report: Report

    /// The kind of screen that reported the output.
    ///
    /// The screen itself may have been removed.
    public var screen: String { report.screen }
    /// The name of the output.
    public var output: String { report.output }
    /// The payload as the client sent it.
    public var payload: JSONValue? { report.payload }
}
