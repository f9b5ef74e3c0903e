import Coordination
import JSON
import Sessions

extension Heading {
    /// Writes `text` and `level`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("text", text)
        writer.member("level", level)
    }
}

extension Text {
    /// Writes `text`, and `style` when it is not body; a sealed text that the key does not open is bullets.
    func writeMembers(to writer: inout JSONWriter, opening key: SealingKey?) {
        let text =
            switch source {
            case .plain(let text): text
            case .sealed(let sealed): key?.open(sealed) ?? "•••"
            }
        writer.member("text", text)
        writer.member("style", style == .body ? nil : style.rawValue)
    }
}
