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
    /// The hour in which the courier comes, or `nil` for as soon as possible.
    public var hour: DeliveryHour?

    /// A city, a street, and optionally a note and an hour.
    public static let schema: JSONSchema = .object(
        [
            "city": .string(minLength: 1, maxLength: 60, form: .line),
            "street": .string(minLength: 1, maxLength: 120, form: .line),
            "note": .string(maxLength: 200),
            "hour": DeliveryHour.schema,
        ],
        required: ["city", "street"]
    )
}

/// An hour of the day in which a courier comes, given by the hour at which it begins.
public struct DeliveryHour: Payload, Equatable {
    /// The hours at which a delivery can begin, in the time of the city: from 7 to 21.
    public static let hours = 7...21

    /// The hour at which the delivery can begin.
    public var start: Int

    /// Creates an hour from the hour at which it begins.
    public init(start: Int) {
        self.start = start
    }

    /// Decodes an hour from its name, such as `19-20`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let hour = Self.all.first(where: { $0.name == name }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(name)' is not a delivery hour.")
        }
        self = hour
    }

    /// Encodes the name of the hour.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }

    /// One of the names of the hours.
    public static let schema: JSONSchema = .enumeration(all.map(\.name))

    static let all = hours.map { DeliveryHour(start: $0) }

    /// The name in payloads and snapshots: `19-20`.
    var name: String { "\(start)-\(start + 1)" }

    /// The hour as users read it.
    ///
    /// Each hour has a translation of its own: `7 p.m. to 8 p.m.` is `19–20 Uhr` in German.
    var title: LocalizedText { LocalizedText(key: "\(Self.time(start)) to \(Self.time(start + 1))") }

    private static func time(_ hour: Int) -> String {
        "\((hour + 11) % 12 + 1) \(hour < 12 ? "a.m." : "p.m.")"
    }
}

/// The payment method of an order.
///
/// Card numbers never reach the server.
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
    var title: LocalizedText {
        switch self {
        case .cardAtDoor: "Card on delivery"
        case .cashAtDoor: "Cash on delivery"
        case .invoice: "Invoice"
        }
    }
}
