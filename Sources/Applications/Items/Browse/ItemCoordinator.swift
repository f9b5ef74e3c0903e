import Coordination

/// The list, an item, and the way to a new one.
final class ItemCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// What the user has added in this session.
        var created: [Item] = []
    }
    typealias Factory = any ItemFactory

    /// The factory's own list, rather than a copy of it, where nothing was added.
    private var items: [Item] { state.created.isEmpty ? factory.items : factory.items + state.created }

    /// What the user has added stays on the list.
    static let anchor: Anchor<State>? = .restart { State(created: $0["created"] ?? []) }

    func start() { push(ItemsList(items: items)) }

    static let wiring: Wiring<ItemCoordinator> = [
        .on(ItemsList.itemSelected) { try $0.open($1) },
        .on(ItemsList.createItem) { $0.runCreationFlow() },
        .on(finish: ItemCreateCoordinator.self) { $0.created($1) },
        .shows(ItemDetail.self),
    ]

    /// Shows an item right above the list.
    ///
    /// - Throws: A ``Refusal`` for an item that is not on the list.
    func open(_ id: Item.ID) throws {
        guard let item = items.first(where: { $0.id == id }) else {
            throw Refusal("item.unknown", "There is no item \(id) on the list.")
        }
        popToRoot()
        showDetail(item)
    }

    private func showDetail(_ item: Item) { push(ItemDetail(item: item), hides: [.tabBar]) }

    private func runCreationFlow() { run(ItemCreateCoordinator.self, with: .init(), in: .modal(.sheet)) }

    private func created(_ draft: ItemDraft?) {
        guard let draft else { return }
        let item = draft.item(id: (items.map(\.id).max() ?? -1) + 1)
        state.created.append(item)
        update { (screen: inout ItemsList) in screen.items = items }
        showDetail(item)
    }
}

/// What the item flows take their data from.
public protocol ItemFactory: Sendable {
    /// The items that are there from the beginning.
    var items: [Item] { get }
    /// What kinds of things there are.
    var categories: [String] { get }
}
