import Coordination

/// The list of items, with a button to create one.
struct ItemsList: Screen {
    static let name = "itemsList"
    static let itemSelected = Output<ItemsList, Item.ID>("itemSelected")
    static let createItem = Output<ItemsList, Nothing>("createItem")

    var items: [Item]
    /// Whether the items that the user has created are still being loaded.
    var isLoading = false

    static let title = "Items"

    var view: ScreenView {
        Button(String(localized: "Create item"), Self.createItem, placement: .trailing, symbol: "plus")
        if isLoading, items.isEmpty {
            Progress(String(localized: "Loading your items"))
        } else {
            List(
                items,
                style: .grouped,
                empty: Empty(
                    String(localized: "No items yet"),
                    text: String(localized: "Tap + to add your first item."),
                    symbol: "list"
                )
            ) { item in
                Row(
                    item.title,
                    subtitle: item.category.map { String(localized: LocalizedText(key: $0)) },
                    accessory: .disclosure
                ).reports(Self.itemSelected, item.id)
            }
        }
    }
}

/// The details of one item.
struct ItemDetail: Screen {
    static let name = "itemDetail"

    var item: Item

    var title: String { item.title.isEmpty ? String(localized: "Details") : item.title }

    var view: ScreenView {
        Hero(
            title,
            subtitle: item.category.map { String(localized: LocalizedText(key: $0)) },
            text: item.note ?? String(localized: "No note yet."),
            picture: .symbol("tag")
        )
    }
}
