import UsherClient

/// A heading within a screen, below the title of the screen.
public struct HeadingElement: Sendable, Hashable {
    /// The words of the heading.
    public let text: String
    /// The level from 1 to 3 that the application has chosen.
    public let level: Int
    /// The language of the text (BCP 47), if it is another one than the application's.
    public let language: String?

    init(_ document: JSONValue) {
        text = document.text("text")
        level = min(max(document["level"]?.int ?? 1, 1), 3)
        language = document["lang"]?.string
    }
}

/// Paragraphs of text.
public struct TextElement: Sendable, Hashable {
    /// The looks of a text.
    public enum Style: String, Sendable {
        /// The text that the user reads.
        case body
        /// Text of less weight.
        case secondary
        /// A small note.
        case caption
        /// Text to be copied letter by letter.
        case code
    }

    /// The text, in which empty lines separate paragraphs.
    public let text: String
    /// The look of the text.
    public let style: Style
    /// The language of the text (BCP 47), if it is another one than the application's.
    public let language: String?

    /// The paragraphs of the text.
    public var paragraphs: [String] {
        var paragraphs: [[Substring]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.isEmpty {
                paragraphs[paragraphs.count - 1].append(line)
            } else if paragraphs.last?.isEmpty == false {
                paragraphs.append([])
            }
        }
        return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
    }

    init(_ document: JSONValue) {
        text = document.text("text")
        style = document["style"]?.string.flatMap(Style.init) ?? .body
        language = document["lang"]?.string
    }
}
