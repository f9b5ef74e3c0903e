public import Applications

/// What opens the catalogue of the shop.
public protocol CatalogueSource: Sendable {
    /// Opens the catalogue, however long that takes.
    ///
    /// - Returns: What is promoted now.
    /// - Throws: An error when it can't be opened.
    func open() async throws -> ShopSeason
}

/// The catalogue that comes with the package, after a while, as if it were far away.
public struct DistantCatalogue: CatalogueSource {
    private let delay: Duration
    private let season: ShopSeason

    /// Prepares a catalogue.
    ///
    /// - Parameters:
    ///   - delay: How long opening it takes.
    ///   - factory: What is sold.
    public init(delay: Duration = .milliseconds(1_500), factory: any ShopFactory = DemoShopFactory()) {
        self.delay = delay
        season = factory.catalogue.season
    }

    /// Waits, and tells what is promoted.
    ///
    /// - Throws: `CancellationError`.
    public func open() async throws -> ShopSeason {
        try await Task.sleep(for: delay)
        return season
    }
}
