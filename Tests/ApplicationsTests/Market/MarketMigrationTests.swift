import Coordination
import CoordinationTesting
import JSON
import Testing

@testable import Applications

@Suite("Sessions of market that version 1 has stored")
struct MarketMigrationTests {
    /// Encodes a session as version 1 did, which spelled “favourites”.
    private func storedByVersionOne(_ session: TestSession) throws -> [UInt8] {
        var text = String(decoding: try MarketApplication.make().encode(session.state), as: UTF8.self)
        for (new, old) in [("avorite", "avourite"), ("saveFavourite", "keepFavourite")] {
            text = text.replacing(new, with: old)
        }
        text = text.replacing("FavouritesTabCoordinator", with: "FavoritesTabCoordinator")
        for flow in ["MarketCoordinator", "ProductCoordinator", "MarketTabBarCoordinator", "FavoritesTabCoordinator"] {
            for version in 2...3 { text = text.replacing("\"\(flow)\":\(version)", with: "\"\(flow)\":1") }
        }
        return Array(text.utf8)
    }

    @Test("keep the account, its favorites and the cart; the tab bar restarts, because its tab has another name")
    func customer() throws {
        let session = try TestSession.marketOfAda()
        try session.putIntoCart("milk", 2)
        let restored = try TestSession(
            MarketApplication.make(),
            restoring: storedByVersionOne(session),
            results: .market
        )
        #expect(restored.layout == "T0*[feed] T1[categories] T2[cart] T3[favorites] T4[profile]")
        #expect(restored.screen(FavoriteList.self)?.groceries.map(\.id) == ["honey"])
        #expect(restored.screen(CartList.self)?.lines.map(\.quantity) == [2])
        #expect(restored.changes.map(\.flow) == ["MarketCoordinator", "MarketTabBarCoordinator"])
    }

    @Test("a favorite that was being saved is saved")
    func pending() throws {
        let session = try TestSession.marketOfAda()
        session.removeResult(for: SaveFavorite.self)
        try session.open("usher://market/product/milk")
        try session.report(ProductCard.favoriteChanged, Favorite(grocery: "milk", isKept: true))
        #expect(session.pendingEffectNames == ["saveFavorite"])
        let restored = try TestSession(
            MarketApplication.make(),
            restoring: storedByVersionOne(session),
            results: .market
        )
        #expect(restored.pendingEffectNames.isEmpty)
        #expect(restored.screen(FavoriteList.self)?.groceries.map(\.id) == ["milk", "honey"])
    }
}
