import AccountFlows
public import Coordination

/// The `items` application: sign-up with a verified phone, two tabs, and a modal flow that creates items.
public enum ItemsApplication {
    /// The maximum number of items that a user can create.
    public static let mostCreated = 80

    /// The texts in English, German and Japanese.
    static let catalog = StringCatalog(embedded: PackageResources.Items_xcstrings).merging(.accounts)

    /// Creates the application.
    ///
    /// - Parameter factory: The factory for items and categories.
    /// - Returns: The application `items`.
    /// - Throws: ``ApplicationError`` for errors in the wiring.
    public static func make(factory: any ItemFactory = DemoItemFactory()) throws(ApplicationError) -> Application {
        try Application(
            "items",
            title: "Items",
            root: ItemsCoordinator.self,
            state: .init(),
            factory: factory,
            catalog: catalog,
            samples: .items
        )
    }
}

/// The factory for eleven demonstration items in six categories.
public struct DemoItemFactory: ItemFactory {
    /// The items, titled `Item 0` to `Item 10`.
    public let items: [Item]
    /// The categories that an item can have.
    public let categories = ["Book", "Clothing", "Furniture", "Kitchen", "Sport", "Tool"]

    /// Creates the items, which all sessions share.
    public init() {
        items = (0...10).map { [categories] in
            Item(id: $0, title: "Item \($0)", category: categories[$0 % categories.count])
        }
    }
}
