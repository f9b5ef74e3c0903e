import Coordination

/// The products of the shop, with their categories and colors.
public struct ShopCatalog: Codable, Equatable, Sendable {
    /// The colors of the products.
    public var colors: [ShopColor]
    /// The categories, in display order.
    public var categories: [ShopCategory]
    /// All products, in display order.
    public var products: [ShopProduct]
    /// The season with its promoted products.
    public var season: ShopSeason

    /// The bundled catalog.
    public static let shipped: Self = decodeEmbedded(PackageResources.shop_json, "products")

    /// Returns the product with an ID that a client sent.
    ///
    /// - Throws: A ``Rejection`` when there is none.
    func product(_ id: ShopProduct.ID) throws -> ShopProduct {
        guard let product = products.first(where: { $0.id == id }) else {
            throw Rejection("product.unknown", "There is no product '\(id)' in the catalog.")
        }
        return product
    }

    /// Returns the category with an ID that a client sent.
    ///
    /// - Throws: A ``Rejection`` when there is none.
    func category(_ id: ShopCategory.ID) throws -> ShopCategory {
        guard let category = categories.first(where: { $0.id == id }) else {
            throw Rejection("category.unknown", "There is no category '\(id)' in the catalog.")
        }
        return category
    }

    /// Checks that the category or product of a page exists.
    ///
    /// - Throws: A ``Rejection`` when it does not.
    func check(_ page: CatalogPage) throws {
        switch page {
        case .home: break
        case .category(let id): _ = try category(id)
        case .product(let id): _ = try product(id)
        }
    }

    /// Returns products by their IDs, in the same order, without products that are no longer for sale.
    func products(_ ids: [ShopProduct.ID]) -> [ShopProduct] {
        ids.compactMap { id in products.first { $0.id == id } }
    }

    /// Returns the display name of a color, or its code when the color is unknown.
    func name(ofColor code: ShopColor.Code) -> String {
        colors.first { $0.code == code }?.name ?? code
    }

    /// Returns the colors of a product, the preselected one first.
    func colors(of product: ShopProduct) -> [ShopColor] {
        product.colors.map { ShopColor(code: $0, name: name(ofColor: $0)) }
    }
}
