import Coordination

/// The flow of the first tab: the item list, an item's details, and the creation of an item in a modal.
final class ItemCoordinator: Coordinator {
    struct State: CoordinatorState {
        /// The items that the user has created, in this session and in others, and that are saved.
        var created: [Item] = []
        /// The items of this session that are not saved yet, oldest first, or `nil` for none.
        var unsaved: [UnsavedItem]?
        /// Whether the items of the user's account are still being loaded.
        var isLoading = false
        /// The item that a link opened before the items were loaded.
        var wanted: Item.ID?
        /// Whether the items could not be loaded and are requested again, or `nil` for no.
        var isRetrying: Bool?
    }
    typealias Factory = any ItemFactory

    static let version = 2
    static let migrations: [Migration] = [
        // Version 2 added `isLoading`. Flows of version 1 kept the items in the session alone.
        Migration(from: 1) { flow in
            flow.state.setMember("isLoading", to: false)
            flow.updateScreens(ItemsList.name) { $0.setMember("isLoading", to: false) }
        }
    ]

    /// The items on the list.
    ///
    /// Without created ones this is the factory's own array, so that sessions share its storage.
    private var items: [Item] {
        let created = state.created + (state.unsaved ?? []).map(\.item)
        return created.isEmpty ? factory.items : factory.items + created
    }

    func start() {
        state.isLoading = identity != nil
        push(ItemsList(items: items, isLoading: state.isLoading))
        reload()
    }

    static let wiring: Wiring<ItemCoordinator> = [
        // A restart at this anchor keeps the created items.
        .anchor(.restart { State(created: $0["created"] ?? []) }),
        .on(ItemsList.itemSelected) { try $0.open($1) }.forAgents("Shows an item."),
        .on(ItemsList.createItem) { $0.runCreationFlow() }.forAgents("Begins a new item."),
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
        guard state.created.count + (state.unsaved ?? []).count < ItemsApplication.mostCreated else {
            return show(.listIsFull, on: ItemsList.self)
        }
        run(ItemCreateCoordinator.self, with: .init(), in: .modal(.sheet))
    }

    private func created(_ draft: ItemDraft?) {
        guard let draft else { return }
        let item = draft.item(id: nextNumber)
        state.unsaved = (state.unsaved ?? []) + [UnsavedItem(item: item, creation: draft.creation ?? "")]
        showItems()
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

    /// The number that follows the largest number on the list.
    private var nextNumber: Item.ID { (items.map(\.id).max() ?? -1) + 1 }

    private func loaded(_ saved: [Item]) {
        state.isLoading = false
        state.isRetrying = nil
        take(saved)
        showItems()
        guard let wanted = state.wanted else { return }
        state.wanted = nil
        guard let item = items.first(where: { $0.id == wanted }) else {
            return show(.unknown(wanted), on: ItemsList.self)
        }
        showDetail(item)
    }

    /// Takes over the items after one of them was saved, with the number that it got, or tells the user that the list is full.
    func saved(_ result: SavedItems, creation: String?) {
        let index = state.unsaved?.firstIndex { $0.creation == creation }
        let old = index.flatMap { state.unsaved?.remove(at: $0).item }
        if state.isLoading {
            // This is the whole list. One that was requested before the item was saved would not have the item.
            cancel(LoadItems.self)
            cancelTimer("reload")
            loaded(result.items)
        } else {
            take(result.items)
        }
        defer { showItems() }
        guard let old else { return }
        guard let saved = result.saved else {
            // The item is not on the list any more, so its details must not stay, also while another tab is in front.
            if isShowing(ItemDetail.self) { popToRoot() }
            return show(.notSaved(old.title), on: ItemsList.self)
        }
        renumber(old, saved)
    }

    /// Takes over items that are saved.
    ///
    /// An item that is not saved yet gets another number if another session has used its own.
    private func take(_ saved: [Item]) {
        state.created = saved
        let taken = Set(saved.map(\.id))
        for unsaved in state.unsaved ?? [] where taken.contains(unsaved.item.id) {
            var item = unsaved.item
            item.id = nextNumber
            if let index = state.unsaved?.firstIndex(of: unsaved) { state.unsaved?[index].item = item }
            renumber(unsaved.item, item)
        }
        if state.unsaved?.isEmpty == true { state.unsaved = nil }
    }

    private func renumber(_ old: Item, _ new: Item) {
        guard old != new else { return }
        update { (screen: inout ItemDetail) in if screen.item == old { screen.item = new } }
    }

    private func showItems() {
        let (items, isLoading) = (items, state.isLoading)
        update { (screen: inout ItemsList) in
            screen.items = items
            screen.isLoading = isLoading
        }
    }
}

/// An item that is shown but not saved yet.
struct UnsavedItem: Codable, Equatable, Sendable {
    var item: Item
    /// The name of its creation (see ``SaveItem/creation``).
    var creation: String
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

    fileprivate static func notSaved(_ title: String) -> Message {
        Message(
            "items.full",
            "“\(title)” was not added, because your list is full.",
            params: ["title": .string(title)]
        )
    }

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
