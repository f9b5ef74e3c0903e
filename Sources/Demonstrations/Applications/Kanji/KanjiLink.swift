public import Coordination

/// The deep links of the `kanji` application.
public enum KanjiLink: AddressableLink {
    /// The list of all kanji.
    case list
    /// The details of a kanji, by its character, without the list below.
    case kanji(String)

    /// The paths of the links, without the name of the application.
    public static let patterns = ["", "{character}"]

    /// Parses an empty path as the list, and a single segment such as `水` as that kanji.
    ///
    /// The result is `nil` for any other path.
    public init?(path: [String], query: [String: String]) {
        switch path.count {
        case 0: self = .list
        case 1: self = .kanji(path[0])
        default: return nil
        }
    }

    /// The segments of the path.
    public var path: [String] {
        switch self {
        case .list: []
        case .kanji(let character): [character]
        }
    }
}
