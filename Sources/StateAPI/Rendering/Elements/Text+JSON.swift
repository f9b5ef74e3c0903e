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

extension Image {
    /// Writes `url`, `symbol` or `characters`, then `alt` and `aspect`.
    func writeMembers(to writer: inout JSONWriter) {
        picture.writeMembers(to: &writer)
        writer.member("aspect", aspect)
    }
}

extension Picture {
    /// Writes `url`, `symbol` or `characters`, then `alt`.
    func writeMembers(to writer: inout JSONWriter) {
        switch source {
        case .url(let url): writer.member("url", url)
        case .symbol(let name): writer.member("symbol", name)
        case .characters(let text): writer.member("characters", text)
        }
        writer.member("alt", alternative)
    }
}

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
    /// Writes `label` and `value`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("label", label)
        writer.member("value", value)
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
