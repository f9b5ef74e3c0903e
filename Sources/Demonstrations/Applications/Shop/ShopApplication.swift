public import Coordination

/// The `shop` application: sections on a shared stack, outputs that bubble, and a catalog that opens late.
public enum ShopApplication {
    /// Creates the application.
    ///
    /// - Parameter factory: The factory for the catalog.
    /// - Returns: The application `shop`.
    /// - Throws: ``ApplicationError`` for errors in the wiring.
    public static func make(factory: any ShopFactory = DemoShopFactory()) throws(ApplicationError) -> Application {
        try Application(
            "shop",
            title: "Shop",
            root: ShopCoordinator.self,
            state: .init(),
            factory: factory,
            samples: .shop
        )
    }
}

/// The data that the shop's flows need.
public protocol ShopFactory: Sendable {
    /// The products of the shop.
    var catalog: ShopCatalog { get }
}

/// The factory for the bundled catalog.
public struct DemoShopFactory: ShopFactory {
    /// The bundled catalog.
    public let catalog: ShopCatalog

    /// Loads the bundled catalog.
    public init() {
        catalog = ShopCatalog.shipped
    }
}
