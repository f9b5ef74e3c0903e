import UsherClient

/// An output of a screen as a type of the app, such as the enumerations that `usher types` writes.
///
/// ```swift
/// extension KanjiDetailOutput: ScreenOutput {}
/// ```
public protocol ScreenOutput: Sendable {
    /// The name of the output.
    var name: String { get }
    /// The payload, or `nil` for an output without one.
    var payload: (any Encodable & Sendable)? { get }
}

/// Reports the outputs of a screen with a view of the app's own.
///
/// ```swift
/// Button("All words") { report(KanjiDetailOutput.seeAll) }
///     .disabled(!report.allows("seeAll"))
/// ```
@MainActor
public struct ScreenReporter {
    /// The key of the screen.
    public let screen: String
    private let model: RenderingModel

    /// Creates the function of a screen.
    ///
    /// - Parameters:
    ///   - screen: The key of the screen.
    ///   - model: The session.
    public init(screen: String, model: RenderingModel) {
        self.screen = screen
        self.model = model
    }

    /// Reports an output by a type of the app.
    ///
    /// A payload that can't be encoded is a mistake of the app, which is reported as a failed assertion.
    public func callAsFunction(_ output: some ScreenOutput) {
        do {
            self(output.name, try output.payload.map { try JSONValue(encoding: $0) })
        } catch {
            assertionFailure("The payload of \(output.name) can't be encoded: \(error)")
        }
    }

    /// Reports an output by its name.
    public func callAsFunction(_ output: String, _ payload: JSONValue? = nil) {
        model.press(Report(output, payload), at: ControlID(screen: screen).part("native:\(output)"))
    }

    /// Whether an output can be reported now.
    public func allows(_ output: String) -> Bool {
        model.availability(of: output, at: ControlID(screen: screen).part("native:\(output)")) == .possible
    }

    /// Whether the report of an output has no outcome yet.
    public func isPending(_ output: String) -> Bool {
        model.availability(of: output, at: ControlID(screen: screen).part("native:\(output)")) == .pending
    }
}
