import Coordination
import JSON

extension Form {
    /// Writes `output`, `submit` and `fields`.
    func writeMembers(to writer: inout JSONWriter) {
        report.writeMembers(to: &writer)
        writer.member("submit", submit)
        writer.member("fields", array: fields) { field, writer in
            writer.object { field.writeMembers(to: &$0) }
        }
    }
}

extension Field {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("label", label)
        writer.member("input", input.kind.rawValue)
        if !input.isSecret { writer.member("value", value) }
        writer.member("placeholder", placeholder)
        writer.member("autocomplete", autocomplete)
        writer.member("help", help)
        writer.flag("secret", input.isSecret)
        guard case .choice(let choices) = input else { return }
        writer.member("choices", array: choices) { choice, writer in
            writer.object { writer in
                writer.member("value", choice.value)
                writer.member("label", choice.label)
            }
        }
    }
}
