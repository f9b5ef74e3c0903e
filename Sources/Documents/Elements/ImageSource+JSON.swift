import Coordination
import JSON

extension Image {
    /// Writes `url`, `symbol` or `characters`, then `alt` and `aspect`.
    func writeMembers(to writer: inout JSONWriter) {
        picture.writeMembers(to: &writer)
        writer.member("aspect", aspect)
    }
}

extension ImageSource {
    /// Writes `url`, `symbol` or `characters`, then `alt` and `lang`.
    func writeMembers(to writer: inout JSONWriter) {
        switch source {
        case .url(let url): writer.member("url", url)
        case .symbol(let name): writer.member("symbol", name)
        case .characters(let text): writer.member("characters", text)
        }
        writer.member("alt", alternative)
        writer.member("lang", language)
    }
}
