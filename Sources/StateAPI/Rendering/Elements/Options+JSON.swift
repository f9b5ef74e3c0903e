import Coordination
import JSON

extension OptionsElement {
    /// Writes `label` and `options`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("label", label)
        var keys = ElementKeys(reserving: options.lazy.map(\.key))
        writer.member("options", array: options) { option, writer in
            writer.object { option.writeMembers(to: &$0, &keys) }
        }
    }
}

extension ChoiceOption {
    fileprivate func writeMembers(to writer: inout JSONWriter, _ keys: inout ElementKeys) {
        writer.member("key", keys.next(key, derived: derivedKey))
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
        var keys = ElementKeys(reserving: steps.lazy.map(\.key))
        writer.member("steps", array: steps) { step, writer in
            writer.object { step.writeMembers(to: &$0, &keys) }
        }
    }
}

extension TimelineStep {
    fileprivate func writeMembers(to writer: inout JSONWriter, _ keys: inout ElementKeys) {
        writer.member("key", keys.next(key, derived: derivedKey))
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
