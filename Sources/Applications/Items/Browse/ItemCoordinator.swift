import Coordination

/// The flow of the first tab: the item list, an item's details, and the creation of an item in a modal.
final class ItemCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// The items that the user has created in this session.
        var created: [Item] = []
    }
    typealias Factory = any ItemFactory

    /// Without created items this is the factory's own array, so that sessions share its storage.
    private var items: [Item] { state.created.isEmpty ? factory.items : factory.items + state.created }

    /// A restart at this anchor keeps the created items.
    static let anchor: Anchor<State>? = .restart { State(created: $0["created"] ?? []) }

    func start() { push(ItemsList(items: items)) }

    static let wiring: Wiring<ItemCoordinator> = [
        .on(ItemsList.itemSelected) { try $0.open($1) },
        .on(ItemsList.createItem) { $0.runCreationFlow() },
        .on(finish: ItemCreateCoordinator.self) { $0.created($1) },
        .shows(ItemDetail.self),
    ]

    /// Shows an item directly above the list.
    ///
    /// - Throws: A ``Rejection`` when the list does not contain the item.
    func open(_ id: Item.ID) throws {
        guard let item = items.first(where: { $0.id == id }) else {
            throw Rejection("item.unknown", "There is no item \(id) on the list.")
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

/// The data that the item flows need.
public protocol ItemFactory: Sendable {
    /// The items of a new session.
    var items: [Item] { get }
    /// The categories that an item can have.
    var categories: [String] { get }
}
