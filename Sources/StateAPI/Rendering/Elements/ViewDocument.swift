import Coordination
import JSON
import Sessions

/// The JSON of a screen's semantic elements.
enum ViewDocument {
    /// Writes an element with its `kind` and its `fallback`, and opens sealed texts with a key.
    static func write(_ element: any ViewElement, to writer: inout JSONWriter, opening key: SealingKey? = nil) {
        writer.beginObject()
        writeContent(element.content, to: &writer, opening: key)
        if let fallback = element.fallback {
            writer.key("fallback")
            write(fallback, to: &writer, opening: key)
        }
        writer.endObject()
    }

    private static func writeContent(_ content: ElementContent, to writer: inout JSONWriter, opening key: SealingKey?) {
        if let kind = content.kind { writer.member("kind", kind.rawValue) }
        switch content {
        case .heading(let heading): heading.writeMembers(to: &writer)
        case .text(let text): text.writeMembers(to: &writer, opening: key)
        case .image(let image): image.writeMembers(to: &writer)
        case .button(let button): button.writeMembers(to: &writer)
        case .toggle(let toggle): toggle.writeMembers(to: &writer)
        case .stepper(let stepper): stepper.writeMembers(to: &writer)
        case .search(let search): search.writeMembers(to: &writer)
        case .list(let list): list.writeMembers(to: &writer)
        case .map(let map): map.writeMembers(to: &writer)
        case .form(let form): form.writeMembers(to: &writer)
        case .confirm(let confirm): confirm.writeMembers(to: &writer)
        case .progress(let progress): progress.writeMembers(to: &writer)
        case .empty(let empty): empty.writeMembers(to: &writer)
        case .custom(let kind, let members):
            writer.member("kind", kind)
            for member in members.members {
                writer.key(named: member.key)
                writer.value(member.value)
            }
        }
    }
}

extension Report {
    /// Writes `output`, `payload` and `link`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("output", output)
        writer.member("payload", payload)
        writer.member("link", link)
    }
}
