import UsherClient

/// A question above everything else.
public struct ConfirmElement: Sendable, Hashable {
    /// The question in a few words.
    public let title: String
    /// The explanation of the question.
    public let text: String?
    /// The possible decisions.
    public let actions: [ButtonElement]

    init(_ document: JSONValue) {
        title = document.text("title")
        text = document["text"]?.string
        actions = document.parts("actions", ButtonElement.init(part:))
    }
}

/// A notice where content is missing.
public struct EmptyElement: Sendable, Hashable {
    /// The notice in a few words.
    public let title: String
    /// The explanation of the notice.
    public let text: String?
    /// The name of its symbol.
    public let symbol: String?
    /// The way on.
    public let action: ButtonElement?

    init(_ document: JSONValue) {
        title = document.text("title")
        text = document["text"]?.string
        symbol = document["symbol"]?.string
        // A notice has one button, which is its main one.
        action = document["action"].flatMap { action in
            guard case .object(var members) = action else { return nil }
            members["role"] = members["role"] ?? "primary"
            return ButtonElement(part: .object(members))
        }
    }
}
