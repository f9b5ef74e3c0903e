import Coordination

/// An application that is a part of another app: it sells a ticket for the car that the app names.
enum ParkingApplication {
    static func make(
        acceptsNoCar: Bool = false,
        lifetime: SessionLifetime? = nil,
        catalog: StringCatalog? = nil
    ) throws -> Application {
        let samples = Samples().with(inputs: ["plate": "B AB 123", "minutes": 60])
        return try acceptsNoCar
            ? Application("parking", title: "Parking", root: VisitorCoordinator.self, factory: (), samples: samples)
            : Application(
                "parking",
                title: "Parking",
                root: ParkingCoordinator.self,
                factory: (),
                catalog: catalog,
                lifetime: lifetime,
                samples: samples
            )
    }
}

struct Car: Payload, Equatable {
    var plate: String
    var minutes: Int?
}

enum Ticket: Payload, Equatable {
    case bought(plate: String)
    case cancelled

    static let schema: JSONSchema = .object([
        .init("plate", .string(maxLength: 20), isRequired: false), .init("bought", .boolean),
    ])

    private enum CodingKeys: CodingKey { case plate, bought }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let isBought = try container.decode(Bool.self, forKey: .bought)
        self = isBought ? .bought(plate: try container.decodeIfPresent(String.self, forKey: .plate) ?? "") : .cancelled
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if case .bought(let plate) = self { try container.encode(plate, forKey: .plate) }
        try container.encode(self != .cancelled, forKey: .bought)
    }
}

struct TicketOffer: Screen {
    static let name = "offer"
    static let buy = Output<TicketOffer, Nothing>("buy")
    static let details = Output<TicketOffer, Nothing>("details")
    var plate: String
    var user: String?
    var title: String { "Ticket" }
}

struct TicketDetails: Screen {
    static let name = "details"
    static let done = Output<TicketDetails, Nothing>("done")
    var title: String { "TicketDetails" }
}

final class ParkingCoordinator: ApplicationCoordinator {
    typealias State = NoState
    typealias Input = Car
    typealias Finish = Ticket

    var cancellation: Ticket? { .cancelled }

    static let wiring: Wiring<ParkingCoordinator> = [
        .deliversResult(),
        .on(TicketOffer.buy) { $0.finish(.bought(plate: $0.input?.plate ?? "")) },
        .on(TicketOffer.details) { $0.push(TicketDetails()) },
        .on(TicketDetails.done) { $0.signOut() },
    ]

    func accept(_ input: Car) throws {
        guard input.plate != "X" else { throw Rejection("parking.plate", "This is no plate.") }
    }

    func start() {
        let offer = TicketOffer(plate: input?.plate ?? "none", user: identity?.account)
        setRoot(offer, back: .discard(DiscardQuestion("Leave without a ticket?")))
    }
}

/// The same without a car.
final class VisitorCoordinator: ApplicationCoordinator {
    typealias State = NoState
    typealias Input = Car

    static let isInputOptional = true

    static let wiring: Wiring<VisitorCoordinator> = [
        .on(TicketOffer.buy) { $0.finish() }, .ignores(TicketOffer.details),
    ]

    func start() { setRoot(TicketOffer(plate: input?.plate ?? "none")) }
}
