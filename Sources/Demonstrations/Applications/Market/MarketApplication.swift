import AccountFlows
public import Coordination

/// The `market` application: three services at launch, five tabs, and an order that is placed once.
public enum MarketApplication {
    /// The texts in English, German and Japanese, including the texts of the assortment.
    static let catalog = StringCatalog(embedded: PackageResources.Market_xcstrings).merging(.accounts)

    /// Creates the application.
    ///
    /// - Parameter factory: The factory for the assortment and the profile flow.
    /// - Returns: The application `market`.
    /// - Throws: ``ApplicationError`` for errors in the wiring.
    public static func make(factory: any MarketFactory = DemoMarketFactory()) throws(ApplicationError) -> Application {
        try Application(
            "market",
            title: "Market",
            root: MarketCoordinator.self,
            state: .init(),
            factory: factory,
            catalog: catalog,
            samples: .market
        )
    }
}

/// The data that the market's flows need, in addition to the data of the profile flow.
public protocol MarketFactory: ProfileFactory {
    /// The groceries, promotions, stories and cities of the market.
    var assortment: Assortment { get }
    /// The search for groceries in the assortment, by default made ready for each search.
    var search: GrocerySearch { get }
}

extension MarketFactory {
    /// A search that has been made ready for this access.
    public var search: GrocerySearch { GrocerySearch(assortment) }
}

/// The factory for the bundled assortment.
public struct DemoMarketFactory: MarketFactory {
    /// The bundled assortment.
    public let assortment: Assortment
    /// The search in the bundled assortment.
    public let search: GrocerySearch
    /// The bundled cities and regions, for the profile flow.
    public let geography: Geography
    /// The experiment that chooses a session's variant of the cities screen.
    public let citiesLooks: Experiment<CitiesVariant>

    /// Loads the bundled assortment and geography.
    public init() {
        let profiles = DemoProfileFactory()
        geography = profiles.geography
        citiesLooks = profiles.citiesLooks
        assortment = Assortment.shipped
        search = GrocerySearch(assortment)
    }
}
