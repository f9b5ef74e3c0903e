import Coordination
import JSON

/// The JSON of a screen's semantic elements.
enum ViewDocument {
    /// Writes an element with its `kind` and, unless the client does without it, its `fallback`.
    static func write(
        _ element: any ViewElement,
        to writer: inout JSONWriter,
        for client: ClientInfo = ClientInfo(),
        opening open: SealedTextOpening? = nil
    ) {
        writer.beginObject()
        writeContent(element.content, to: &writer, opening: open)
        if client.wantsFallback(of: element.content), let fallback = element.fallback {
            writer.key("fallback")
            write(fallback, to: &writer, for: client, opening: open)
        }
        writer.endObject()
    }

    private static func writeContent(
        _ content: ElementContent,
        to writer: inout JSONWriter,
        opening open: SealedTextOpening?
    ) {
        if let kind = content.kind { writer.member("kind", kind.rawValue) }
        switch content {
        case .heading(let heading): heading.writeMembers(to: &writer)
        case .text(let text): text.writeMembers(to: &writer, opening: open)
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
        case .card(let card): card.writeMembers(to: &writer)
        case .grid(let grid): grid.writeMembers(to: &writer)
        case .hero(let hero): hero.writeMembers(to: &writer)
        case .gallery(let gallery): gallery.writeMembers(to: &writer)
        case .segments(let segments): segments.writeMembers(to: &writer)
        case .chips(let chips):
            chips.writeMembers(to: &writer)
            writer.flag("several", chips.allowsSeveral)
        case .swatches(let swatches): swatches.writeMembers(to: &writer)
        case .timeline(let timeline): timeline.writeMembers(to: &writer)
        case .pinned(let pinned): pinned.writeMembers(to: &writer)
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
