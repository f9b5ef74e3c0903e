public import Coordination

/// The places in the `kanji` application that a link can lead to.
public enum KanjiLink: DeepLink {
    /// The list of all kanji.
    case list
    /// One kanji by its character, on its own.
    case kanji(String)

    /// Reads an empty path as the list, and `水` as that kanji.
    public init?(path: [String], query: [String: String]) {
        switch path.count {
        case 0: self = .list
        case 1: self = .kanji(path[0])
        default: return nil
        }
    }
}
