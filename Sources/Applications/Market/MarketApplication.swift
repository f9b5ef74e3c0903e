public import Coordination

/// The `market` application: three services at launch, five tabs, and an order that is placed once.
public enum MarketApplication {
    /// Puts the application together.
    ///
    /// - Parameter factory: What is sold and told.
    /// - Throws: ``ApplicationError`` for mistakes in the wiring.
    public static func make(factory: any MarketFactory = DemoMarketFactory()) throws(ApplicationError) -> Application {
        try Application("market", title: "Market", root: MarketCoordinator.self, state: .init(), factory: factory)
    }
}

/// What the market's flows build their screens with.
public protocol MarketFactory: ProfileFactory {
    /// What is sold and told.
    var assortment: Assortment { get }
}

/// The assortment that comes with the package.
public struct DemoMarketFactory: MarketFactory {
    /// What is sold and told.
    public let assortment: Assortment
    /// Where customers can say that they are.
    public let geography: Geography
    /// Which look of the cities a session gets.
    public let citiesLooks: Experiment<CitiesLook>

    /// Reads the assortment.
    public init() {
        let profiles = DemoProfileFactory()
        geography = profiles.geography
        citiesLooks = profiles.citiesLooks
        assortment = Assortment.shipped
    }
}
