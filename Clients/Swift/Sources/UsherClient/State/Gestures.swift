/// The ways that lead away from the screen in front, and that are possible now.
public struct Gestures: Sendable, Hashable {
    /// The path of going back, or `nil` if that is not possible.
    public let back: String?
    /// The path of going back to the app that the session is a part of, which ends it, or `nil` if that is not possible.
    ///
    /// A tap that goes back does it where there is no other way back.
    public let leave: String?
    /// The path of dismissing the modal in front, or `nil` if that is not possible.
    public let dismiss: String?
    /// The question to ask before a gesture that discards what the user has entered.
    public let question: Question?
}

/// A question to ask before a gesture.
public struct Question: Sendable, Hashable {
    /// The question in a few words.
    public let title: String
    /// The explanation of the question.
    public let text: String?
    /// The names of the gestures before which to ask: `back`, `leave`, `dismiss`.
    public let gestures: Set<String>
}

extension Gestures {
    init(_ document: JSONValue?) {
        back = document?["back"]?.string
        leave = document?["leave"]?.string
        dismiss = document?["dismiss"]?.string
        question = document?["confirm"].map { confirm in
            Question(
                title: confirm["title"]?.string ?? "",
                text: confirm["text"]?.string,
                gestures: Set(confirm["gestures"]?.array?.compactMap(\.string) ?? [])
            )
        }
    }
}
