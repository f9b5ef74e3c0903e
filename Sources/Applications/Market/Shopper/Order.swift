public import Coordination

/// A placed order.
public struct Order: Codable, Equatable, Sendable {
    /// The order number, unique among all orders and short enough for a phone call.
    public typealias Number = String

    /// The order number.
    public var number: Number
    /// The instant at which the order was placed.
    public var placedAt: Timestamp
    /// The ordered groceries, with quantities and prices.
    public var lines: [OrderLine]
    /// The delivery fee.
    public var delivery: Price
    /// The delivery address.
    public var address: DeliveryAddress
    /// The payment method.
    public var payment: PaymentMethod

    /// Creates an order.
    public init(
        number: Number,
        placedAt: Timestamp,
        lines: [OrderLine],
        delivery: Price,
        address: DeliveryAddress,
        payment: PaymentMethod
    ) {
        self.number = number
        self.placedAt = placedAt
        self.lines = lines
        self.delivery = delivery
        self.address = address
        self.payment = payment
    }

    /// The price of all lines and the delivery.
    public var total: Price { lines.map(\.total).reduce(delivery, +) }
}

/// A quantity of one grocery, at the price on the day of the order.
public struct OrderLine: Codable, Equatable, Sendable {
    /// The ID of the grocery.
    public var grocery: Grocery.ID
    /// The name of the grocery on the day of the order.
    public var name: String
    /// The size of one unit on the day of the order.
    public var unit: String
    /// The number of units.
    public var quantity: Int
    /// The price of one unit on the day of the order.
    public var price: Price

    /// The price of all units.
    public var total: Price { price * quantity }

    /// Creates a line for a grocery at its current price.
    init(_ quantity: Int, of grocery: Grocery) {
        self.grocery = grocery.id
        name = grocery.name
        unit = grocery.unit
        self.quantity = quantity
        price = grocery.price
    }
}

/// The address that an order is delivered to.
public struct DeliveryAddress: Payload, Equatable {
    /// The city, one of those that the market delivers to.
    public var city: String
    /// The street and house number.
    public var street: String
    /// A note for the rider.
    public var note: String?

    /// A city, a street, and optionally a note.
    public static let schema: JSONSchema = .object(
        [
            "city": .string(minLength: 1, maxLength: 60),
            "street": .string(minLength: 1, maxLength: 120),
            "note": .string(maxLength: 200),
        ],
        required: ["city", "street"]
    )
}

/// The payment method of an order; card numbers never reach the server.
public enum PaymentMethod: String, Payload, CaseIterable {
    /// By card on delivery.
    case cardAtDoor
    /// In cash on delivery.
    case cashAtDoor
    /// By bank transfer within two weeks.
    case invoice

    /// One of the three raw values.
    public static let schema: JSONSchema = .enumeration(allCases.map(\.rawValue))

    /// The name that users see.
    var title: String {
        switch self {
        case .cardAtDoor: "Card on delivery"
        case .cashAtDoor: "Cash on delivery"
        case .invoice: "Invoice"
        }
    }
}
