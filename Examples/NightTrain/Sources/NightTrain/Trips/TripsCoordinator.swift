import Coordination

/// The tab with the user's trips, which the root has.
final class TripsCoordinator: Coordinator {
    func start() { push(TripList(trips: trips)) }

    static let wiring: Wiring<TripsCoordinator> = [
        .on(TripList.open) { try $0.open($1) },
        .on(timer: "delay") { $0.loadDelay() },
        .on(LoadDelay.self) { flow, minutes in flow.update { (detail: inout TripDetail) in detail.delay = minutes } },
        .on(failure: LoadDelay.self) { _, _ in },
        .on(TripDetail.remind) { $0.remind($1) },
        .performs(SaveReminder.self),
        .on(failure: SaveReminder.self) { flow, _ in flow.takeReminderBack() },
        .on(TripDetail.breakfast) { $0.buyBreakfast() },
        .on(finish: PaymentCoordinator.self) { $0.paid($1) },
        .on(AddBreakfast.self) { flow, trip in flow.change(trip) },
        .on(TripDetail.cancel) { flow in
            flow.shown.map { flow.present(CancelQuestion(trip: $0.id), as: .alert) }
        },
        .on(CancelQuestion.keep) { $0.dismiss() },
        .on(CancelQuestion.confirm) { $0.cancelTrip() },
        .on(CancelTrip.self) { flow, _ in
            flow.popToRoot()
            flow.forward()
        },
    ]

    private var trips: [Trip] { shared([Trip].self) ?? [] }

    /// The trip of the screen that reports.
    private var shown: Trip? { reportingScreen(TripDetail.self)?.trip }

    /// Shows a trip, of the list or of a link.
    func open(_ id: String) throws {
        guard let trip = trips.first(where: { $0.id == id }) else {
            throw Rejection("trip.unknown", "This is not one of your trips.")
        }
        popToRoot()
        push(TripDetail(trip: trip, ticket: "/v1/sessions/\(session)/tickets/\(id)"))
        loadDelay()
        startTimer("delay", every: .seconds(60))
    }

    private func loadDelay() {
        guard isShowing(TripDetail.self) else { return cancelTimer("delay") }
        update { (detail: inout TripDetail) in perform(LoadDelay(run: detail.trip.train.run)) }
    }

    /// Shows the reminder at once, and stores it afterwards.
    ///
    /// The root has the trip as it is stored.
    private func remind(_ reminds: Bool) {
        guard let trip = shown else { return }
        cancel(SaveReminder.self)
        update { (detail: inout TripDetail) in detail.trip.reminds = reminds }
        perform(SaveReminder(trip: trip.id, reminds: reminds))
    }

    private func takeReminderBack() {
        update { (detail: inout TripDetail) in
            guard let stored = trips.first(where: { $0.id == detail.trip.id }) else { return }
            detail.trip.reminds = stored.reminds
        }
        show(.notSaved, on: TripDetail.self)
    }

    private func change(_ trip: Trip) {
        update { (detail: inout TripDetail) in if detail.trip.id == trip.id { detail.trip = trip } }
        forward()
    }

    private func buyBreakfast() {
        guard let trip = shown else { return }
        let payment = PaymentCoordinator.State(order: "\(trip.id)-breakfast", cents: ExtraServices.breakfast.amount)
        run(PaymentCoordinator.self, with: payment, in: .modal())
    }

    private func paid(_ end: PaymentCoordinator.Finish) {
        guard case .paid(let receipt) = end else { return }
        perform(AddBreakfast(trip: String(receipt.order.dropLast("-breakfast".count))))
        forward()
    }

    private func cancelTrip() {
        guard let trip = reportingScreen(CancelQuestion.self)?.trip else { return }
        dismiss()
        perform(CancelTrip(trip: trip))
    }
}

extension Message {
    fileprivate static let notSaved = Message("trip.notSaved", "The reminder could not be saved.")
}
