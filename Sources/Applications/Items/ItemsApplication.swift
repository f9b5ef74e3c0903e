public import Coordination

/// The `items` application: sign-up with a verified phone, a list in tabs, and a way to add to it.
public enum ItemsApplication {
    /// Puts the application together.
    ///
    /// - Parameter factory: Where the items come from.
    /// - Throws: ``ApplicationError`` for mistakes in the wiring.
    public static func make(factory: any ItemFactory = DemoItemFactory()) throws(ApplicationError) -> Application {
        try Application("items", title: "Items", root: ItemsCoordinator.self, state: .init(), factory: factory)
    }
}

/// Eleven items and a few categories.
public struct DemoItemFactory: ItemFactory {
    /// Item № 0 to Item № 10.
    public let items: [Item]
    /// What kinds of things there are.
    public let categories = ["Book", "Clothing", "Furniture", "Kitchen", "Sport", "Tool"]

    /// Makes the items once.
    public init() {
        items = (0...10).map { [categories] in
            Item(id: $0, title: "Item № \($0)", category: categories[$0 % categories.count])
        }
    }
}
