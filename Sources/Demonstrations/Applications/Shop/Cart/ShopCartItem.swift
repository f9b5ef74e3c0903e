public import Coordination

/// A product in one color, with its quantity in the cart.
public struct ShopCartItem: Codable, Equatable, Sendable {
    /// The ID of the product.
    public var product: ShopProduct.ID
    /// The display name of the product.
    public var name: String
    /// The code of the color.
    public var color: ShopColor.Code
    /// The display name of the color.
    public var colorName: String
    /// The price of one piece.
    public var price: Price
    /// The number of pieces.
    public var quantity: Int

    /// The price of all pieces.
    public var total: Price { price * quantity }

    /// The product and its color in a line: `Ridge shell · Anthracite, size M`.
    var description: String { "\(name) · \(colorName), size M" }

    /// The choice that identifies this item in outputs.
    var choice: ShopChoice { ShopChoice(product: product, color: color) }
}

/// A product in a color, as the payload of outputs.
public struct ShopChoice: Payload, Hashable {
    /// The ID of the product.
    public var product: ShopProduct.ID
    /// The code of the color, or `nil` for the usual color of the product.
    public var color: ShopColor.Code?

    /// A product's ID of 1 to 40 characters, and optionally a color.
    public static let schema: JSONSchema = .object(
        ["product": .string(minLength: 1, maxLength: 40), "color": .string(minLength: 1, maxLength: 8)],
        required: ["product"]
    )
}

/// The cart of an account as it is saved.
public struct SavedShopCart: Codable, Equatable, Sendable {
    /// The items, in the order in which the user added them.
    public var items: [ShopCartItem]
    /// The recipient and address that the user entered last.
    public var shipping: ShopShipping?

    /// Creates a cart.
    public init(items: [ShopCartItem] = [], shipping: ShopShipping? = nil) {
        self.items = items
        self.shipping = shipping
    }

    /// Returns the cart with the changes that lead from one cart to another, so that other changes of it stay.
    ///
    /// The quantity of an item that was changed is set, and not added, so a change that is made twice counts once.
    ///
    /// - Parameters:
    ///   - base: The cart before the changes.
    ///   - changed: The cart after them.
    /// - Returns: The cart with both.
    public func applying(changesFrom base: SavedShopCart, to changed: SavedShopCart) -> SavedShopCart {
        var cart = self
        let left = Set(changed.items.map(\.choice))
        let removed = Set(base.items.map(\.choice)).subtracting(left)
        cart.items.removeAll { removed.contains($0.choice) }
        for item in changed.items where !base.items.contains(item) {
            if let index = cart.items.firstIndex(where: { $0.choice == item.choice }) {
                cart.items[index] = item
            } else {
                cart.items.append(item)
            }
        }
        if changed.shipping != base.shipping { cart.shipping = changed.shipping }
        return cart
    }
}

/// The recipient and address of a purchase.
public struct ShopShipping: Payload, Equatable {
    /// The name of the recipient.
    public var name: String
    /// The street, number, postal code and city.
    public var address: String

    /// A name of 1 to 80 characters and an address of 1 to 200.
    public static let schema: JSONSchema = .object(
        [
            "name": .string(minLength: 1, maxLength: 80, form: .line),
            "address": .string(minLength: 1, maxLength: 200),
        ]
    )
}

/// The payment method of a purchase.
public enum ShopPayment: String, Payload, CaseIterable {
    /// By bank transfer before shipping.
    case transfer
    /// In cash on delivery.
    case onDelivery

    /// One of the two raw values.
    public static let schema: JSONSchema = .enumeration(allCases.map(\.rawValue))

    /// The name that users see.
    var title: String {
        switch self {
        case .transfer: "Bank transfer"
        case .onDelivery: "Cash on delivery"
        }
    }
}

extension [ShopCartItem] {
    /// Returns the items with others added, each up to the maximum quantity.
    func adding(_ others: [ShopCartItem]) -> [ShopCartItem] {
        others.reduce(into: self) { items, other in
            if let index = items.firstIndex(where: { $0.choice == other.choice }) {
                items[index].quantity = Swift.min(items[index].quantity + other.quantity, ShopCart.mostOfOne)
            } else {
                items.append(other)
            }
        }
    }

    /// Returns the items without the pieces of others.
    func removing(_ others: [ShopCartItem]) -> [ShopCartItem] {
        compactMap { item in
            var item = item
            item.quantity -= others.first { $0.choice == item.choice }?.quantity ?? 0
            return item.quantity > 0 ? item : nil
        }
    }

    /// The total number of pieces.
    var count: Int { reduce(0) { $0 + $1.quantity } }

    /// The price of all items.
    var total: Price { map(\.total).reduce(Price(0, "EUR"), +) }
}
