import Coordination

/// The trains of a search, and the booking of one of them.
///
/// The flow above gets the end of the booking, too.
final class ConnectionsCoordinator: Coordinator {
    struct State: CoordinatorState {
        var query: TripQuery
        var trains: [Train] = []
    }
    typealias Factory = Timetable

    func start() {
        push(Connections(query: state.query, look: factory.look(of: session)))
        perform(FindTrains(query: state.query))
    }

    static let wiring: Wiring<ConnectionsCoordinator> = [
        .on(FindTrains.self) { $0.found($1) },
        .on(failure: FindTrains.self) { flow, _ in flow.show(.notFound, on: Connections.self) },
        .on(Connections.again) { $0.perform(FindTrains(query: $0.state.query)) },
        .on(Connections.choose) { try $0.choose($1) },
        .on(ConnectionDetail.book) { $0.book() },
        .on(finish: BookingCoordinator.self) { $0.ended($1) },
        .ignores(ReleaseCompartment.self),
    ]

    private func found(_ trains: [Train]) {
        state.trains = trains
        update { (list: inout Connections) in list.trains = trains }
    }

    private func choose(_ number: String) throws {
        guard let train = state.trains.first(where: { $0.number == number }) else {
            throw Rejection("train.unknown", "This train is not in the list.")
        }
        push(ConnectionDetail(train: train))
    }

    private func book() {
        guard let train = reportingScreen(ConnectionDetail.self)?.train else { return }
        run(
            BookingCoordinator.self,
            with: .init(train: train, count: state.query.travelers),
            in: .modal(.fullScreen)
        )
    }

    private func ended(_ end: BookingCoordinator.Finish) {
        if case .left(let order?) = end { perform(ReleaseCompartment(order: order)) }
        if case .expired(let order) = end {
            if let order { perform(ReleaseCompartment(order: order)) }
            show(.expired, on: ConnectionDetail.self)
        }
        forward()
    }
}

extension Message {
    fileprivate static let notFound = Message("trains.notFound", "The timetable can't be reached. Please search again.")
    fileprivate static let expired = Message("offer.expired", "The offer was valid for ten minutes.", level: .info)
}
