// The screens of the application 'kanji': their props, and the payloads of their outputs.
// Made by `usher types kanji --language swift`. Make it again after a change of the application.

import Foundation

/// A screen with its props.
public enum Screens: Equatable, Sendable {
    case kanjiDetail(KanjiDetailProps)
    case kanjiList(KanjiListProps)
    /// A screen that these types don't have, by its name.
    case other(String)

    /// Decodes a screen of a state.
    ///
    /// - Parameters:
    ///   - name: The member `name` of the screen.
    ///   - props: The member `props` as JSON.
    /// - Throws: `DecodingError` if the props are not those of these types.
    public static func decode(name: String, props: Data) throws -> Screens {
        func read<Props: Decodable>() throws -> Props { try JSONDecoder().decode(Props.self, from: props) }
        switch name {
        case "kanjiDetail": return .kanjiDetail(try read())
        case "kanjiList": return .kanjiList(try read())
        default: return .other(name)
        }
    }
}

/// An output of the screen 'kanjiDetail'.
public enum KanjiDetailOutput: Equatable, Sendable {
    case seeAll
    case wordSelected(String)

    /// The name of the output, with which the path of the request ends.
    public var name: String {
        switch self {
        case .seeAll: "seeAll"
        case .wordSelected: "wordSelected"
        }
    }

    /// The payload, which is the body of the request as JSON, or `nil` for none.
    public var payload: (any Encodable & Sendable)? {
        switch self {
        case .wordSelected(let payload): payload
        default: nil
        }
    }
}

/// An output of the screen 'kanjiList'.
public enum KanjiListOutput: Equatable, Sendable {
    case kanjiSelected(String)
    case search(String)

    /// The name of the output, with which the path of the request ends.
    public var name: String {
        switch self {
        case .kanjiSelected: "kanjiSelected"
        case .search: "search"
        }
    }

    /// The payload, which is the body of the request as JSON, or `nil` for none.
    public var payload: (any Encodable & Sendable)? {
        switch self {
        case .kanjiSelected(let payload): payload
        case .search(let payload): payload
        }
    }
}

public struct Kanji: Codable, Equatable, Sendable {
    public var character: String
    public var meanings: [String]
    public var examples: [WordExample]

    public init(
        character: String,
        meanings: [String],
        examples: [WordExample]
    ) {
        self.character = character
        self.meanings = meanings
        self.examples = examples
    }
}

public struct KanjiDetailProps: Codable, Equatable, Sendable {
    public var kanji: Kanji
    public var offersAll: Bool

    public init(
        kanji: Kanji,
        offersAll: Bool
    ) {
        self.kanji = kanji
        self.offersAll = offersAll
    }
}

public struct KanjiListProps: Codable, Equatable, Sendable {
    public var title: String
    public var kanji: [KanjiSummary]
    public var isSelectable: Bool
    public var query: String?

    public init(
        title: String,
        kanji: [KanjiSummary],
        isSelectable: Bool,
        query: String? = nil
    ) {
        self.title = title
        self.kanji = kanji
        self.isSelectable = isSelectable
        self.query = query
    }
}

public struct KanjiSummary: Codable, Equatable, Sendable {
    public var character: String
    public var meanings: [String]

    public init(
        character: String,
        meanings: [String]
    ) {
        self.character = character
        self.meanings = meanings
    }
}

public struct WordExample: Codable, Equatable, Sendable {
    public var word: String
    public var reading: String
    public var meanings: [String]

    public init(
        word: String,
        reading: String,
        meanings: [String]
    ) {
        self.word = word
        self.reading = reading
        self.meanings = meanings
    }
}
