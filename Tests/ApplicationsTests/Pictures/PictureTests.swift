import Coordination
import CoordinationTesting
import Foundation
import Testing

@testable import Applications

@Suite("The pictures of the shipped applications")
struct PictureTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Public").standardized.path()

    /// Returns why a picture is not a drawing that exists, or `nil` if it is one.
    private func problem(_ picture: ImageSource?, isDescribed: Bool) -> String? {
        guard case .url(let url)? = picture?.source, let alternative = picture?.alternative else { return "no drawing" }
        guard FileManager.default.fileExists(atPath: Self.folder + url) else { return "\(url) has no file" }
        return alternative.isEmpty == isDescribed ? "\(url) has the alternative text “\(alternative)”" : nil
    }

    @Test("everything in the market's assortment has a drawing whose file exists")
    func market() {
        let assortment = Assortment.shipped
        let described =
            assortment.groceries.map(\.picture) + assortment.promotions.map(\.picture)
            + assortment.stories.map(\.picture)
        let decorations =
            assortment.groceries.map(\.thumbnail) + assortment.categories.map(\.thumbnail)
            + assortment.promotions.map(\.thumbnail)
        #expect(described.compactMap { problem($0, isDescribed: true) } == [])
        #expect(decorations.compactMap { problem($0, isDescribed: false) } == [])
    }

    @Test("every product of the shop has a drawing in each of its colors, and so have the categories")
    func shop() {
        let catalog = ShopCatalog.shipped
        for product in catalog.products {
            let colors = catalog.colors(of: product)
            #expect(colors.compactMap { problem(product.picture(in: $0), isDescribed: true) } == [])
            #expect(colors.compactMap { problem(product.thumbnail(in: $0.code), isDescribed: false) } == [])
            #expect(problem(product.thumbnail(), isDescribed: false) == nil)
        }
        #expect(catalog.categories.compactMap { problem($0.thumbnail, isDescribed: false) } == [])
    }

    @Test(
        "the drawings of orders and the tutorial exist",
        arguments: ["market/ordered", "shop/ordered", "items/welcome"]
    )
    func pages(name: String) {
        #expect(problem(.drawing(name), isDescribed: true) == nil)
    }

    @Test("another color shows the product in that color")
    func color() throws {
        let session = try TestSession.shop(link: "usher://shop/catalog/product/ridge")
        #expect(try shown(session) == "/pictures/shop/ridge-c18.svg: A shell jacket with a hood, Anthracite")
        try session.report(ShopProductPage.colorSelected, ShopChoice(product: "ridge", color: "c11"))
        #expect(try shown(session) == "/pictures/shop/ridge-c11.svg: A shell jacket with a hood, Rust")
    }

    @Test("what has no drawing is shown by its characters")
    func characters() throws {
        var grocery = try #require(Assortment.shipped.groceries.first)
        grocery.id = "durian"
        guard case .characters("🍎") = grocery.picture.source else {
            Issue.record("not the characters")
            return
        }
        #expect(grocery.picture.alternative == grocery.name)
    }

    /// Returns the picture on the product page.
    private func shown(_ session: TestSession) throws -> String {
        let page = try #require(session.screen(ShopProductPage.self))
        let picture = try #require(page.view.elements.lazy.compactMap { $0 as? Hero }.first?.picture)
        guard case .url(let url) = picture.source else { return "no drawing" }
        return "\(url): \(picture.alternative)"
    }
}
