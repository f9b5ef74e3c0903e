import Coordination
import JSON

/// An application with a member of every kind in its props and payloads.
enum Travel {
    static func application() throws -> Application {
        try Application("travel", title: "Travel", root: TravelCoordinator.self, factory: ())
    }
}

/// A price, which occurs in several screens and in a payload.
struct Price: Codable, Equatable {
    var amount: Int
    var currency: Currency
}

enum Currency: String, Codable, CaseIterable { case eur, usd }

/// A type whose name has a context.
struct Trip: Codable, Equatable, Sendable {
    enum Stage: String, Codable, CaseIterable {
        case planned, `repeat`
        case onTheWay = "on-the-way"
    }

    var id: String
    var stage: Stage
    var price: Price
    var leavesAt: Timestamp?
    var parts: [Trip]
}

/// A place that contains another one directly.
final class Place: Codable, Equatable, Sendable {
    let name: String
    let region: Place?

    init(name: String, region: Place?) {
        self.name = name
        self.region = region
    }

    static func == (one: Place, other: Place) -> Bool { one.name == other.name && one.region == other.region }
}

struct Trips: Screen {
    static let name = "trips"
    static let tripSelected = Output<Trips, String>("tripSelected")
    static let book = Output<Trips, Booking>("book")
    static let pay = Output<Trips, Payment>("pay")
    static let close = Output<Trips, Nothing>("close")

    var trips: [Trip]
    var counts: [String: Int]
    var place: Place?
    var extra: JSONValue
    var `class`: Bool
    var firstName: String

    enum CodingKeys: String, CodingKey {
        case trips, counts, place, extra, `class`
        case firstName = "first-name"
    }
}

struct Start: Screen { static let name = "start" }

struct Booking: Payload {
    var price: Price
    var currency: Currency
    var note: String?
    var weight: Double
}

struct Payment: Payload {
    struct Card: Codable { var number: Secret }
    var card: Card
    var code: String?
    var kind: String

    static let schema: JSONSchema = .object([
        "card": .object(["number": .string(secret: true)]),
        "code": .nullable(JSONSchema.string.described("The code on the back.")),
        "kind": .enumeration(["debit", "credit"]),
    ])
}

final class TravelCoordinator: ApplicationCoordinator {
    func start() { push(Start()) }
    static let wiring: Wiring<TravelCoordinator> = [
        .shows(Start.self), .on(Trips.tripSelected) { _, _ in }, .on(Trips.book) { _, _ in },
        .on(Trips.pay) { _, _ in },
        .on(Trips.close) { _ in },
    ]
}
