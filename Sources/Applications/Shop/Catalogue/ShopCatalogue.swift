import Coordination

/// All that the shop can sell.
public struct ShopCatalogue: Codable, Equatable, Sendable {
    /// The colours that products come in.
    public var colours: [ShopColour]
    /// The categories, in the order of the shelves.
    public var categories: [ShopCategory]
    /// The products.
    public var products: [ShopProduct]
    /// The season that it was printed for.
    public var season: ShopSeason

    /// The catalogue that comes with the package.
    public static let shipped: Self = packaged(PackageResources.shop_json, "products")

    /// The product that a client names.
    ///
    /// - Throws: A ``Refusal`` when there is none.
    func product(_ id: ShopProduct.ID) throws -> ShopProduct {
        guard let product = products.first(where: { $0.id == id }) else {
            throw Refusal("product.unknown", "There is no product '\(id)' in the catalogue.")
        }
        return product
    }

    /// The category that a client names.
    ///
    /// - Throws: A ``Refusal`` when there is none.
    func category(_ id: ShopCategory.ID) throws -> ShopCategory {
        guard let category = categories.first(where: { $0.id == id }) else {
            throw Refusal("category.unknown", "There is no category '\(id)' in the catalogue.")
        }
        return category
    }

    /// Whether there is what a page shows.
    ///
    /// - Throws: A ``Refusal`` when there is not.
    func check(_ page: CatalogPage) throws {
        switch page {
        case .home: break
        case .category(let id): _ = try category(id)
        case .product(let id): _ = try product(id)
        }
    }

    /// The products with these names, in their order; those that are not sold any more are left out.
    func products(_ ids: [ShopProduct.ID]) -> [ShopProduct] {
        ids.compactMap { id in products.first { $0.id == id } }
    }

    /// What a colour is called.
    func name(ofColour code: ShopColour.Code) -> String {
        colours.first { $0.code == code }?.name ?? code
    }

    /// The colours of a product.
    func colours(of product: ShopProduct) -> [ShopColour] {
        product.colours.map { ShopColour(code: $0, name: name(ofColour: $0)) }
    }
}
