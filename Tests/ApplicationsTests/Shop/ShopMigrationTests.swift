import Coordination
import CoordinationTesting
import JSON
import Testing

@testable import Applications

@Suite("Sessions of shop that version 1 has stored")
struct ShopMigrationTests {
    /// Encodes a session as version 1 did, which spelled “colour” and “catalogue”.
    private func storedByVersionOne(_ session: TestSession) throws -> [UInt8] {
        var text = String(decoding: try ShopApplication.make().encode(session.state), as: UTF8.self)
        for (new, old) in [("\"color", "\"colour"), ("openCatalog", "openCatalogue")] {
            text = text.replacing(new, with: old)
        }
        for flow in ["ShopCoordinator", "ShopCatalogCoordinator", "ShopCartCoordinator", "ShopAccountCoordinator"] {
            for version in 2...3 { text = text.replacing("\"\(flow)\":\(version)", with: "\"\(flow)\":1") }
        }
        return Array(text.utf8)
    }

    @Test("stay where they are, with the colors of the page and of the cart")
    func cart() throws {
        let session = try TestSession.shop()
        try session.report(ShopHome.showProduct, "ridge")
        try session.add("ridge", "c11")
        try session.report(ShopProductPage.colorSelected, ShopChoice(product: "ridge", color: "c11"))
        try session.report(ShopProductPage.cartToggle)
        let restored = try TestSession(ShopApplication.make(), restoring: storedByVersionOne(session), results: .shop)
        #expect(restored.description == session.description)
        #expect(restored.screen(ShopCart.self) == session.screen(ShopCart.self))
        #expect(restored.screen(ShopProductPage.self)?.color == "c11")
        #expect(
            Set(restored.changes.map(\.flow)) == ["ShopCoordinator", "ShopCatalogCoordinator", "ShopCartCoordinator"]
        )
    }

    @Test("a catalog that was being opened is opened")
    func pending() throws {
        let session = try TestSession.closedShop()
        #expect(session.pendingEffectNames == ["openCatalog"])
        let restored = try TestSession(ShopApplication.make(), restoring: storedByVersionOne(session), results: .shop)
        #expect(restored.pendingEffectNames.isEmpty)
        #expect(restored.screen(ShopHome.self)?.season == "Autumn above the tree line")
    }
}
