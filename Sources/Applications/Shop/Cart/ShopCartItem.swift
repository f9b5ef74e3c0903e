public import Coordination

/// A product in a colour, as often as it is in the cart.
public struct ShopCartItem: Codable, Equatable, Sendable {
    /// The product's name for programs.
    public var product: ShopProduct.ID
    /// What it is called.
    public var name: String
    /// The colour's code.
    public var colour: ShopColour.Code
    /// What the colour is called.
    public var colourName: String
    /// What one of it costs.
    public var price: Price
    /// How many there are.
    public var quantity: Int

    /// What all of it costs.
    public var total: Price { price * quantity }

    /// What it is, in a line: `Ridge shell · Anthracite, size m`.
    var description: String { "\(name) · \(colourName), size m" }

    /// What one has to say to mean it.
    var choice: ShopChoice { ShopChoice(product: product, colour: colour) }
}

/// A product in a colour.
public struct ShopChoice: Payload, Equatable {
    /// The product's name for programs.
    public var product: ShopProduct.ID
    /// The colour's code; the usual one when there is none.
    public var colour: ShopColour.Code?

    /// A product, and a colour if it matters.
    public static let schema: JSONSchema = .object(
        ["product": .string(minLength: 1, maxLength: 40), "colour": .string(minLength: 1, maxLength: 8)],
        required: ["product"]
    )
}

/// Where a purchase goes.
public struct ShopShipping: Payload, Equatable {
    /// Who gets it.
    public var name: String
    /// Street, number, postal code and city.
    public var address: String

    /// A name and an address.
    public static let schema: JSONSchema = .object(
        ["name": .string(minLength: 1, maxLength: 80), "address": .string(minLength: 1, maxLength: 200)]
    )
}

/// How a purchase is paid.
public enum ShopPayment: String, Payload, CaseIterable {
    /// By bank transfer, before it is sent.
    case transfer
    /// When it is brought.
    case onDelivery

    /// One of the two names.
    public static let schema: JSONSchema = .enumeration(allCases.map(\.rawValue))

    /// What people call it.
    var title: String {
        switch self {
        case .transfer: "Bank transfer"
        case .onDelivery: "Cash on delivery"
        }
    }
}

extension [ShopCartItem] {
    /// How many pieces there are.
    var count: Int { reduce(0) { $0 + $1.quantity } }

    /// What all of it costs.
    var total: Price { map(\.total).reduce(Price(0, "EUR"), +) }
}
