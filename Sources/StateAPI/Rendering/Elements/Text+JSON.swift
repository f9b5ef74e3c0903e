import Coordination
import JSON

extension Heading {
    /// Writes `text` and `level`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("text", text)
        writer.member("level", level)
    }
}

extension Text {
    /// Writes `text`, and `style` when it is not body.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("text", text)
        writer.member("style", style == .body ? nil : style.rawValue)
    }
}
