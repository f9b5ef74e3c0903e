import Coordination
import NightTrain
import Sessions

/// The systems of a railway in memory: timetable, compartments, bank and tickets. A real company calls its own here.
package actor RailOffice {
    private struct Hold {
        var run: String
        var compartment: Int
        var until: Timestamp
    }

    private let timetable = Timetable()
    /// The compartments that are kept or sold, by order.
    private var holds: [String: Hold] = [:]
    /// The numbers of the orders, by the idempotency key of the effect that has begun each.
    private var orders: [String: String] = [:]
    private var receipts: [String: Receipt] = [:]
    private var trips: [(account: String, trip: Trip)] = []
    /// A card with this number at the end is declined.
    private let declined = "0002"

    package init() {}

    /// Two trains each night, with a price that follows from the stations.
    package func trains(for query: TripQuery) -> [Train] {
        let evening = Timestamp("\(query.day)T19:00:00Z") ?? Timestamp(milliseconds: 0)
        let cents = 3_900 + (query.from.name.utf8.count + query.to.name.utf8.count) * 100
        return [
            Train("NJ 466", query, departure: evening, hours: 11, cents: cents),
            Train("NJ 468", query, departure: evening + .seconds(5_400), hours: 10, cents: cents - 500),
        ]
    }

    package func stations(_ source: Stations, _ request: RowRequest) -> RowPage { source.page(request, in: timetable) }

    package func compartments(of run: String, at now: Timestamp) -> CompartmentMap.Value {
        CompartmentMap.Value(taken: holds.values.filter { $0.run == run && $0.until > now }.map(\.compartment).sorted())
    }

    package func hold(_ effect: HoldCompartment, key: String, at now: Timestamp) -> HoldCompartment.Value {
        // An effect that is performed again has the same key, and so the same order.
        let order = effect.order ?? orders[key] ?? "N\(orders.count + 1)"
        if effect.order == nil { orders[key] = order }
        let isTaken = holds.contains { id, hold in
            id != order && hold.run == effect.run && hold.compartment == effect.compartment && hold.until > now
        }
        guard !isTaken else { return .taken }
        holds[order] = Hold(run: effect.run, compartment: effect.compartment, until: now + .seconds(660))
        return .held(order: order)
    }

    /// Gives back a compartment that is not paid for, and returns its train.
    package func release(_ order: String) -> String? {
        receipts[order] == nil ? holds.removeValue(forKey: order)?.run : nil
    }

    /// Pays for an order once, however often it is asked to.
    package func pay(_ payment: Pay) -> Pay.Value {
        if let receipt = receipts[payment.order] { return .paid(receipt) }
        guard !payment.card.exposed.hasSuffix(declined) else { return .declined }
        let receipt = Receipt(order: payment.order, cents: payment.cents)
        receipts[payment.order] = receipt
        return .paid(receipt)
    }

    package func receipt(of order: String) -> Receipt? { receipts[order] }

    package func issue(_ ticket: IssueTicket) -> Trip {
        if let known = trips.first(where: { $0.trip.id == ticket.trip.id }) { return known.trip }
        // A compartment that was sold is never free again.
        holds[ticket.trip.id]?.until = Timestamp(milliseconds: .max)
        trips.append((ticket.account, ticket.trip))
        return ticket.trip
    }

    package func trips(of account: String) -> [Trip] { trips.filter { $0.account == account }.map(\.trip) }

    package func trip(_ id: String, of account: String?) -> Trip? {
        trips.first { $0.trip.id == id && $0.account == account }?.trip
    }

    /// Changes a trip and returns it.
    package func change(_ id: String, _ edit: (inout Trip) -> Void) throws -> Trip {
        guard let index = trips.firstIndex(where: { $0.trip.id == id }) else {
            throw EffectNotPerformed("no trip \(id)")
        }
        edit(&trips[index].trip)
        return trips[index].trip
    }

    package func cancel(_ id: String) -> String? {
        trips.removeAll { $0.trip.id == id }
        return holds.removeValue(forKey: id)?.run
    }
}
