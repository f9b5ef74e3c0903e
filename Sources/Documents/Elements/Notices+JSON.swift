import Coordination
import JSON

extension Confirm {
    /// Writes `title`, `text` and `actions`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("title", title)
        writer.member("text", text)
        writer.member("actions", array: actions) { action, writer in
            writer.object { action.writeMembers(to: &$0) }
        }
    }
}

extension Progress {
    /// Writes `label` and `value`, and of one that users can pause `output` and `paused`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("label", label)
        writer.member("value", value)
        guard let pausing else { return }
        pausing.writeMembers(to: &writer)
        writer.member("paused", isPaused)
    }
}

extension Empty {
    /// Writes `title`, `text`, `symbol` and `action`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("title", title)
        writer.member("text", text)
        writer.member("symbol", symbol)
        if let action { writer.member("action") { action.writeMembers(to: &$0) } }
    }
}
