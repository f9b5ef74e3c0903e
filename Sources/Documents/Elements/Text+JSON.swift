import Coordination
import JSON

extension Heading {
    /// Writes `text`, `level` and `lang`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("text", text)
        writer.member("level", level)
        writer.member("lang", language)
    }
}

extension Text {
    /// Writes `text`, `lang`, and `style` when it is not body, with bullets for a sealed text that is not opened.
    func writeMembers(to writer: inout JSONWriter, opening open: SealedTextOpening?) {
        let text =
            switch source {
            case .plain(let text): text
            case .sealed(let sealed): open?(sealed) ?? "•••"
            }
        writer.member("text", text)
        writer.member("style", style == .body ? nil : style.rawValue)
        writer.member("lang", language)
    }
}
