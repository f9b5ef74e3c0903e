public import Coordination

/// What somebody has bought.
public struct Order: Codable, Equatable, Sendable {
    /// The number that people say on the phone, unique among all orders.
    public typealias Number = String

    /// Its number.
    public var number: Number
    /// When it was placed.
    public var placedAt: Timestamp
    /// What was bought.
    public var lines: [OrderLine]
    /// What bringing it costs.
    public var delivery: Price
    /// Where it goes.
    public var address: DeliveryAddress
    /// How it is paid.
    public var payment: PaymentMethod

    /// Describes an order.
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

    /// What it costs in all.
    public var total: Price { lines.map(\.total).reduce(delivery, +) }
}

/// So many of one grocery, at the price of that day.
public struct OrderLine: Codable, Equatable, Sendable {
    /// The grocery's name for programs.
    public var grocery: Grocery.ID
    /// What it was called.
    public var name: String
    /// How much one of it was.
    public var unit: String
    /// How many were bought.
    public var quantity: Int
    /// What one of it cost.
    public var price: Price

    /// What all of it cost.
    public var total: Price { price * quantity }

    /// So many of a grocery, as it is sold today.
    init(_ quantity: Int, of grocery: Grocery) {
        self.grocery = grocery.id
        name = grocery.name
        unit = grocery.unit
        self.quantity = quantity
        price = grocery.price
    }
}

/// Where an order goes.
public struct DeliveryAddress: Payload, Equatable {
    /// One of the cities that the market delivers to.
    public var city: String
    /// The street with the number of the house.
    public var street: String
    /// What the rider has to know.
    public var note: String?

    /// A city, a street, and a note if there is one.
    public static let schema: JSONSchema = .object(
        [
            "city": .string(minLength: 1, maxLength: 60),
            "street": .string(minLength: 1, maxLength: 120),
            "note": .string(maxLength: 200),
        ],
        required: ["city", "street"]
    )
}

/// How an order is paid; no number of a card ever comes here.
public enum PaymentMethod: String, Payload, CaseIterable {
    /// By card, when it comes.
    case cardAtDoor
    /// In cash, when it comes.
    case cashAtDoor
    /// By bank transfer, within two weeks.
    case invoice

    /// One of the three names.
    public static let schema: JSONSchema = .enumeration(allCases.map(\.rawValue))

    /// What people call it.
    var title: String {
        switch self {
        case .cardAtDoor: "Card at the door"
        case .cashAtDoor: "Cash at the door"
        case .invoice: "Invoice"
        }
    }
}
