import Coordination

/// A search for trains.
package struct TripQuery: Codable, Equatable, Sendable {
    package var from: Station
    package var to: Station
    package var day: Day
    package var travelers: Int
}

/// A night train between two stations on a day.
package struct Train: Codable, Equatable, Sendable {
    package var number: String
    package var from: Station
    package var to: Station
    package var departure: Timestamp
    package var arrival: Timestamp
    /// The price for one traveler.
    package var cents: Int

    package init(_ number: String, _ query: TripQuery, departure: Timestamp, hours: Int, cents: Int) {
        self.number = number
        from = query.from
        to = query.to
        self.departure = departure
        arrival = departure + .seconds(hours * 3_600)
        self.cents = cents
    }

    /// Travelers show a passport where the train crosses a border.
    var crossesBorder: Bool { from.country != to.country }

    /// The train between its stations on its day.
    package var run: String { "\(number) \(from.id) \(to.id) \(Day(utc: departure))" }
}

/// A traveler as the user enters one.
package struct Traveler: Payload, Equatable {
    package enum Discount: String, Payload, CaseIterable { case none, child, senior }

    package var name: String
    package var discount: Discount

    package static let schema: JSONSchema = .object([
        "name": .string(minLength: 1, maxLength: 60, form: .line), "discount": Discount.schema,
    ])

    func price(of train: Train) -> Int { discount == .none ? train.cents : train.cents / 2 }
}

/// The extras of a booking.
package struct ExtraServices: Codable, Equatable, Sendable {
    package static let breakfast = Price(1_200, "EUR")
    package static let bicycle = Price(1_500, "EUR")

    package var hasBreakfast = false
    package var hasBicycle = false

    var cents: Int { (hasBreakfast ? Self.breakfast.amount : 0) + (hasBicycle ? Self.bicycle.amount : 0) }
}

/// A picture of a passport, as the server has found it.
package struct PassportPicture: Codable, Equatable, Sendable {
    package var format: String
    package var width: Int
    package var height: Int

    package init(format: String, width: Int, height: Int) {
        self.format = format
        self.width = width
        self.height = height
    }
}

/// The passport of a traveler before the server has looked at it.
struct PassportDraft: Codable, Equatable, Sendable {
    var index: Int
    var number: String
}

/// A payment that the bank has carried out.
package struct Receipt: Codable, Equatable, Sendable {
    package var order: String
    package var cents: Int

    package init(order: String, cents: Int) {
        self.order = order
        self.cents = cents
    }
}

/// A booked journey with its ticket.
package struct Trip: Codable, Equatable, Sendable {
    /// The number of the order.
    package var id: String
    package var train: Train
    package var travelers: [Traveler]
    package var compartment: Int
    package var extras: ExtraServices
    package var reminds = false
}
