public import Coordination

/// The `shop` application: sections that share a stack, outputs that climb, and a catalogue that comes late.
public enum ShopApplication {
    /// Puts the application together.
    ///
    /// - Parameter factory: What is sold.
    /// - Throws: ``ApplicationError`` for mistakes in the wiring.
    public static func make(factory: any ShopFactory = DemoShopFactory()) throws(ApplicationError) -> Application {
        try Application("shop", title: "Shop", root: ShopCoordinator.self, state: .init(), factory: factory)
    }
}

/// What the shop's flows build their screens with.
public protocol ShopFactory: Sendable {
    /// All that the shop can sell.
    var catalogue: ShopCatalogue { get }
}

/// The catalogue that comes with the package.
public struct DemoShopFactory: ShopFactory {
    /// All that the shop can sell.
    public let catalogue: ShopCatalogue

    /// Reads the catalogue.
    public init() {
        catalogue = ShopCatalogue.shipped
    }
}
