public import Applications

/// A source of the shop's catalog.
public protocol CatalogSource: Sendable {
    /// Opens the catalog, which may take seconds.
    ///
    /// - Returns: The current season with its promoted products.
    /// - Throws: An error when the catalog can't be opened.
    func open() async throws -> ShopSeason
}

/// The bundled catalog behind a delay, which simulates a remote source.
public struct DelayedCatalog: CatalogSource {
    private let delay: Duration
    private let season: ShopSeason

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - delay: The time that ``open()`` takes (1.5 seconds by default).
    ///   - factory: The factory with the catalog to open.
    public init(delay: Duration = .milliseconds(1_500), factory: any ShopFactory = DemoShopFactory()) {
        self.delay = delay
        season = factory.catalog.season
    }

    /// Returns the season after the delay.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func open() async throws -> ShopSeason {
        try await Task.sleep(for: delay)
        return season
    }
}
