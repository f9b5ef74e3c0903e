import Coordination

/// The flow of the first tab: the item list, an item's details, and the creation of an item in a modal.
final class ItemCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// The items that the user has created, in this session and in others.
        var created: [Item] = []
        /// Whether the items of the user's account are still being loaded.
        var isLoading = false
        /// The item that a link opened before the items were loaded.
        var wanted: Item.ID?
        /// Whether the items could not be loaded and are requested again; `nil` for no.
        var isRetrying: Bool?
    }
    typealias Factory = any ItemFactory

    static let version = 2
    static let migrations: [Migration] = [
        // Version 2 added `isLoading`; flows of version 1 kept the items in the session alone.
        Migration(from: 1) { flow in
            flow.state.setMember("isLoading", to: false)
            flow.updateScreens(ItemsList.name) { $0.setMember("isLoading", to: false) }
        }
    ]

    /// The items on the list; without created ones this is the factory's own array, so that sessions share its storage.
    private var items: [Item] { state.created.isEmpty ? factory.items : factory.items + state.created }

    func start() {
        state.isLoading = identity != nil
        push(ItemsList(items: items, isLoading: state.isLoading))
        reload()
    }

    static let wiring: Wiring<ItemCoordinator> = [
        // A restart at this anchor keeps the created items.
        .anchor(.restart { State(created: $0["created"] ?? []) }),
        .on(ItemsList.itemSelected) { try $0.open($1) },
        .on(ItemsList.createItem) { $0.runCreationFlow() },
        .on(finish: ItemCreateCoordinator.self) { $0.created($1) },
        .on(LoadItems.self) { $0.loaded($1) },
        .on(failure: LoadItems.self) { flow, _ in flow.reloadLater() },
        .on(timer: "reload") { $0.reload() },
        .shows(ItemDetail.self),
    ]

    /// Shows an item directly above the list.
    ///
    /// An item that is not on the list yet is shown once the items of the account are loaded. While they can't be loaded, the
    /// user may have a draft open, so a link that may lead nowhere is rejected instead.
    ///
    /// - Throws: A ``Rejection`` when the list does not contain the item.
    func open(_ id: Item.ID) throws {
        guard let item = items.first(where: { $0.id == id }) else {
            guard state.isLoading else { throw Rejection.unknownItem(id) }
            guard state.isRetrying != true else { throw Rejection.itemsNotLoaded }
            return state.wanted = id
        }
        popToRoot()
        showDetail(item)
    }

    private func showDetail(_ item: Item) { push(ItemDetail(item: item), hides: [.tabBar]) }

    private func runCreationFlow() {
        guard state.created.count < ItemsApplication.mostCreated else { return show(.listIsFull, on: ItemsList.self) }
        run(ItemCreateCoordinator.self, with: .init(), in: .modal(.sheet))
    }

    private func created(_ draft: ItemDraft?) {
        guard let draft else { return }
        let item = draft.item(id: (items.map(\.id).max() ?? -1) + 1)
        take(state.created + [item])
        showDetail(item)
        // The application coordinator saves the item, because this flow can leave before it is saved.
        forward()
    }

    private func reload() {
        if let identity { perform(LoadItems(account: identity.account)) }
    }

    private func reloadLater() {
        state.isRetrying = true
        startTimer("reload", after: .seconds(5))
    }

    private func loaded(_ saved: [Item]) {
        state.isLoading = false
        state.isRetrying = nil
        take(saved)
        guard let wanted = state.wanted else { return }
        state.wanted = nil
        guard let item = items.first(where: { $0.id == wanted }) else {
            return show(.unknown(wanted), on: ItemsList.self)
        }
        showDetail(item)
    }

    /// Takes over items that are saved, and keeps those that are not saved yet.
    func take(_ saved: [Item]) {
        let known = Set(saved.map(\.id))
        state.created = saved + state.created.filter { !known.contains($0.id) }
        let (items, isLoading) = (items, state.isLoading)
        update { (screen: inout ItemsList) in
            screen.items = items
            screen.isLoading = isLoading
        }
    }
}

extension Rejection {
    /// Creates the rejection of an item that is not on the list.
    static func unknownItem(_ id: Item.ID) -> Rejection {
        Rejection("item.unknown", "There is no item \(String(id)) on the list.")
    }

    /// The rejection of an item that may be among those that can't be loaded.
    fileprivate static let itemsNotLoaded = Rejection(
        "items.notLoaded",
        "Your items can't be loaded at the moment. Try again in a few seconds."
    )
}

extension Message {
    fileprivate static let listIsFull = Message(
        "items.full",
        "You've added \(ItemsApplication.mostCreated) items, the most that your list can have."
    )

    fileprivate static func unknown(_ id: Item.ID) -> Message {
        Message("item.unknown", "There is no item \(String(id)) on the list.")
    }
}

/// The data that the item flows need.
public protocol ItemFactory: Sendable {
    /// The items of a new session.
    var items: [Item] { get }
    /// The categories that an item can have.
    var categories: [String] { get }
}
