import Coordination
import JSON

extension Card {
    /// Writes the members of the card without a key, which only the cards of a grid have.
    func writeMembers(to writer: inout JSONWriter) { row.writeMembers(to: &writer) }
}

extension Grid {
    /// Writes `header`, `cards`, `more` and `empty`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("header", header)
        writer.member("cards", parts: cards.map(\.row)) { $0.writeMembers(to: &$1) }
        if let more { writer.member("more") { more.writeMembers(to: &$0) } }
        if let empty, cards.isEmpty { writer.member("empty") { empty.writeMembers(to: &$0) } }
    }
}

extension Hero {
    /// Writes `title`, `lang`, `subtitle`, `text`, `image`, `badge`, `price` and `action`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("title", title)
        writer.member("lang", language)
        writer.member("subtitle", subtitle)
        writer.member("text", text)
        if let picture { writer.member("image") { picture.writeMembers(to: &$0) } }
        writer.member("badge", badge)
        writer.member("price", price)
        if let action { writer.member("action") { action.writeMembers(to: &$0) } }
    }
}

extension Gallery {
    /// Writes `label`, `images` and `aspect`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("label", label)
        writer.member("images", array: pictures) { picture, writer in
            writer.object { picture.writeMembers(to: &$0) }
        }
        writer.member("aspect", aspect)
    }
}
