import Coordination
import JSON

extension OptionsElement {
    /// Writes `label` and `options`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("label", label)
        writer.member("options", parts: options) { $0.writeMembers(to: &$1) }
    }
}

extension ChoiceOption {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("label", label)
        if let picture { writer.member("image") { picture.writeMembers(to: &$0) } }
        writer.member("color", color)
        writer.member("badge", badge)
        writer.flag("selected", isSelected)
        if let report { writer.member("report") { report.writeMembers(to: &$0) } }
    }
}

extension Timeline {
    /// Writes `label` and `steps`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("label", label)
        writer.member("steps", parts: steps) { $0.writeMembers(to: &$1) }
    }
}

extension TimelineStep {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("title", title)
        writer.member("text", text)
        writer.member("time", time)
        writer.member("status", status.rawValue)
    }
}

extension Pinned {
    /// Writes `title`, `price` and `control`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("title", title)
        writer.member("price", price)
        writer.key("control")
        ViewDocument.write(control, to: &writer)
    }
}
