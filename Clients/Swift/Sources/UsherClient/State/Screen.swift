/// A screen of the state.
///
/// A client with a view of its own for the screen reads ``props``. Any other draws the elements of ``view``.
public struct Screen: Sendable, Hashable, Identifiable {
    /// The name of this instance, which is never used again in its session.
    public let key: String
    /// The name of the screen's type.
    public let name: String
    /// The title in the bar.
    public let title: String?
    /// The name of the look, for a screen that has several.
    public let variant: String?
    /// The inputs of the screen, for views that are made for it.
    public let props: JSONValue?
    /// The content in semantic elements, or `nil` if the client has said that it draws none.
    public let view: [JSONValue]?
    /// The messages to the user, which stay until the screen reports again.
    public let messages: [Message]
    /// The reports that are possible now.
    public let outputs: [Output]
    /// The names of the bars that are hidden while the screen is in front: `navigationBar`, `tabBar`.
    public let hides: Set<String>
    /// All members, including members that this version of the library does not know.
    public let document: JSONValue

    /// The key of the screen.
    public var id: String { key }

    /// The output of a name if it can be reported now.
    public func output(_ name: String) -> Output? { outputs.first { $0.name == name } }
}

/// A report that a screen can make now.
public struct Output: Sendable, Hashable {
    /// The name of the output.
    public let name: String
    /// The path to which the payload is posted.
    public let href: String
    /// The JSON Schema (2020-12) of the payload, or `nil` for an output without one.
    public let schema: JSONValue?
}

/// A message to the user.
public struct Message: Sendable, Hashable {
    /// The weights of a message.
    public enum Level: Sendable, Hashable {
        /// The user has done something that does not work.
        case error
        /// The user should look at something.
        case warning
        /// A fact, such as that a code was sent.
        case info
        /// A success, such as a saved change.
        case success
        /// A level of a later version.
        case other(String)
    }

    /// The stable name of the message, such as `code.wrong`.
    public let code: String
    /// The weight of the message.
    public let level: Level
    /// The JSON Pointer to the member of the payload that it is about, such as `/code`.
    public let pointer: String?
    /// The values in the text.
    public let params: JSONValue?
    /// The text, ready to show.
    public let text: String

    /// Whether the message asks something of the user, and does not only inform.
    public var asksOfUser: Bool { level == .error || level == .warning }
}

extension Screen {
    init(key: String, _ document: JSONValue) throws(MalformedState) {
        self.key = key
        self.document = document
        name = try document.text("name")
        title = document["title"]?.string
        variant = document["variant"]?.string
        props = document["props"]
        view = document["view"]?.array
        hides = Set(document["hides"]?.array?.compactMap(\.string) ?? [])
        messages = try (document["messages"]?.array ?? []).map { message throws(MalformedState) in
            try Message(message)
        }
        outputs = try (document["outputs"]?.array ?? []).map { output throws(MalformedState) in
            Output(name: try output.text("name"), href: try output.text("href"), schema: output["schema"])
        }
    }
}

extension Message {
    init(_ document: JSONValue) throws(MalformedState) {
        code = try document.text("code")
        level =
            switch document["level"]?.string {
            case "error": .error
            case "warning": .warning
            case "success": .success
            case "info", nil: .info
            case let other?: .other(other)
            }
        pointer = document["pointer"]?.string
        params = document["params"]
        text = document["text"]?.string ?? code
    }
}
