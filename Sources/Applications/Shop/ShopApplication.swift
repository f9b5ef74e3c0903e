public import Coordination

/// The `shop` application: sections on a shared stack, outputs that bubble, and a catalogue that opens late.
public enum ShopApplication {
    /// Creates the application.
    ///
    /// - Parameter factory: The factory for the catalogue.
    /// - Throws: ``ApplicationError`` for errors in the wiring.
    public static func make(factory: any ShopFactory = DemoShopFactory()) throws(ApplicationError) -> Application {
        try Application("shop", title: "Shop", root: ShopCoordinator.self, state: .init(), factory: factory)
    }
}

/// The data that the shop's flows need.
public protocol ShopFactory: Sendable {
    /// The products of the shop.
    var catalogue: ShopCatalogue { get }
}

/// The factory for the bundled catalogue.
public struct DemoShopFactory: ShopFactory {
    /// The bundled catalogue.
    public let catalogue: ShopCatalogue

    /// Loads the bundled catalogue.
    public init() {
        catalogue = ShopCatalogue.shipped
    }
}
