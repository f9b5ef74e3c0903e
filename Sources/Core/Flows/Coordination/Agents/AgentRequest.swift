import JSON

/// The alert in which the user decides whether an agent may report an output.
///
/// It is shown for outputs that the application has wired with a question (``Wire/forAgents(_:asking:)``). No flow has to declare
/// it. The flow of the screen that the output belongs to owns it.
public struct AgentRequest: Screen {
    /// The name in the state: `agentRequest`.
    public static let name = "agentRequest"
    /// The title in the source language.
    public static let title = "A request"
    /// The user lets the agent do it.
    public static let allow = Output<AgentRequest, Nothing>("allow")
    /// The user does not.
    public static let refuse = Output<AgentRequest, Nothing>("refuse")

    /// Clients draw the question, and need not know the report.
    public static var sendsProps: Bool { false }

    static let outputs = [DeclaredOutput(allow), DeclaredOutput(refuse)]

    /// The name of the agent, as it describes itself.
    let agent: String
    let question: LocalizedText
    /// The screen that the output belongs to.
    let screen: Key
    let output: String
    let payload: JSONValue?

    /// The question with what the agent wants to report.
    public var view: ScreenView {
        Confirm(
            question.description,
            text: ([String(localized: "\(agent) asks for this.")] + details).joined(separator: "\n"),
            actions: [
                Button(String(localized: "Allow"), Self.allow, role: .primary),
                Button(String(localized: "Don't allow"), Self.refuse, role: .cancel),
            ]
        )
    }

    /// The longest payload in characters that a user can be expected to read before the decision.
    static let longestDetails = 1_000

    /// The payload in lines, so that the user does not allow what is not shown.
    var details: [String] {
        switch payload {
        case nil, .null?: []
        case .object(let members)?: members.members.map { "\($0.key): \(Self.text($0.value))" }
        case let value?: [Self.text(value)]
        }
    }

    private static func text(_ value: JSONValue) -> String {
        if let string = value.stringValue { return string }
        var writer = JSONWriter()
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
