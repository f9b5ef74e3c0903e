import Coordination

/// The flow that creates an item over three screens on its own stack.
///
/// Leaving it discards the draft. It finishes with the draft, or with `nil` when the user hides it.
final class ItemCreateCoordinator: Coordinator {
    /// The pattern's storage: the input of the screens so far.
    struct State: CoordinatorState { var draft = ItemDraft() }
    typealias Finish = ItemDraft?
    typealias Factory = any ItemFactory

    func start() {
        push(ItemCreate(category: state.draft.category, note: state.draft.note), back: .discard(.item))
    }

    static let wiring: Wiring<ItemCreateCoordinator> = [
        // A restart at this anchor keeps the draft, and the form shows it.
        .anchor(.restart { State(draft: $0["draft"] ?? ItemDraft()) }),
        .on(ItemCreate.hide) { $0.finish(nil) }.forAgents("Leaves without a new item."),
        .on(ItemCreate.chooseCategory) { $0.showCategories() }.forAgents("Shows the categories to choose from."),
        .on(ItemCategory.categorySelected) { try $0.select($1) }.forAgents("Chooses the category of the new item."),
        .on(ItemCreate.writeNote) { $0.showNote() }.forAgents("Shows the form for a note."),
        .on(ItemNote.noteWritten) { $0.write($1.note) }.forAgents("Writes the note of the new item."),
        .on(ItemCreate.complete) { $0.complete($1.title) }
            .forAgents("Saves the new item with this title.", asking: "Save this item?"),
    ]

    private func showCategories() {
        push(ItemCategory(categories: factory.categories, selected: state.draft.category))
    }

    private func showNote() { push(ItemNote(note: state.draft.note ?? ""), back: .discard(.note)) }

    private func select(_ category: String) throws {
        guard factory.categories.contains(category) else {
            throw Rejection("category.unknown", "There is no category '\(category)'.")
        }
        state.draft.category = category
        returnToForm()
    }

    private func write(_ note: String) {
        state.draft.note = note.isEmpty ? nil : note
        returnToForm()
    }

    private func returnToForm() {
        update { (screen: inout ItemCreate) in
            screen.category = state.draft.category
            screen.note = state.draft.note
        }
        pop(to: ItemCreate.self)
    }

    private func complete(_ title: String) {
        guard title.hasVisibleText else { return show(.noTitle, on: ItemCreate.self) }
        var draft = state.draft
        draft.title = title
        // The key of a flow is used once in a session.
        draft.creation = "\(session)/\(key)"
        passBarrier()
        finish(draft)
    }
}

extension DiscardQuestion {
    fileprivate static let item = DiscardQuestion("Discard this item?", text: "It isn't created yet.")
    fileprivate static let note = DiscardQuestion("Discard your changes?", text: "The note isn't saved yet.")
}

extension Message {
    fileprivate static let noTitle = Message("item.noTitle", "Enter a title.", pointer: "/title")
}

/// The values of an item that is not created yet.
struct ItemDraft: Codable, Equatable, Sendable {
    var title = ""
    var category: String?
    var note: String?
    /// The name of the creation (see ``SaveItem/creation``).
    var creation: String?

    func item(id: Item.ID) -> Item { Item(id: id, title: title, category: category, note: note) }
}
