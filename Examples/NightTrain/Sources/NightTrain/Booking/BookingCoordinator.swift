import Coordination

/// The wizard from the first traveler to the ticket.
final class BookingCoordinator: Coordinator {
    struct State: CoordinatorState {
        var train: Train
        var count: Int
        var travelers: [Traveler] = []
        var extras = ExtraServices()
        var held: CompartmentCoordinator.Finish?
        var validUntil: Timestamp?
        var isPaid = false
        /// The passport that the server looks at.
        var passport: PassportDraft?

        var cents: Int { travelers.reduce(extras.cents) { $0 + $1.price(of: train) } }
    }
    enum Finish: Equatable, Sendable {
        case booked
        /// The user has left an order without paying for it.
        case left(order: String?)
        case expired(order: String?)
    }

    var cancellation: Finish? { state.isPaid ? .booked : .left(order: state.held?.order) }

    func start() {
        push(TravelerForm(index: 0, count: state.count), back: .discard(DiscardQuestion("Discard this booking?")))
        startTimer("offer", after: .seconds(600))
        state.validUntil = now + .seconds(600)
    }

    static let wiring: Wiring<BookingCoordinator> = [
        .on(timer: "offer") { $0.expire() },
        .on(TravelerForm.submit) { $0.enter($1) },
        .on(PassportForm.submit) { $0.check($1) },
        .on(ReadPassport.self) { $0.read($1) },
        .on(failure: ReadPassport.self) { flow, _ in flow.show(.unreadable, on: PassportForm.self) },
        .on(PassportCheck.confirm) { flow in flow.reportingScreen(PassportCheck.self).map { flow.next(after: $0.index) }
        },
        .on(Extras.breakfast) { flow, isOn in flow.change { $0.hasBreakfast = isOn } },
        .on(Extras.bicycle) { flow, isOn in flow.change { $0.hasBicycle = isOn } },
        .on(Extras.next) {
            $0.run(CompartmentCoordinator.self, with: .init(run: $0.state.train.run, order: $0.state.held?.order))
        },
        .on(finish: CompartmentCoordinator.self) { $0.review($1) },
        .on(Review.pay) { $0.pay() },
        .on(finish: LogInCoordinator.self) { $0.pay() },
        .on(finish: PaymentCoordinator.self) { $0.paid($1) },
        .on(TicketPrinting.again) { $0.issue() },
        .on(progress: IssueTicket.self) { flow, progress in
            flow.update { (ticket: inout TicketPrinting) in ticket.fraction = progress.fraction }
        },
        .on(IssueTicket.self) { flow, _ in
            flow.update { (ticket: inout TicketPrinting) in ticket.stage = .printed }
            flow.forward()
        },
        .on(failure: IssueTicket.self) { flow, _ in
            flow.update { (ticket: inout TicketPrinting) in ticket.stage = .failed }
            flow.show(.notIssued, on: TicketPrinting.self)
        },
        .on(TicketPrinting.close) { $0.finish(.booked) },
    ]

    private func enter(_ traveler: Traveler) {
        guard let form = reportingScreen(TravelerForm.self) else { return }
        state.travelers = state.travelers.prefix(form.index) + [traveler]
        update { (shown: inout TravelerForm) in if shown.index == form.index { shown.entry = traveler } }
        guard state.train.crossesBorder else { return next(after: form.index) }
        push(PassportForm(index: form.index, traveler: traveler.name))
    }

    private func check(_ entry: PassportEntry) {
        guard let form = reportingScreen(PassportForm.self) else { return }
        state.passport = PassportDraft(index: form.index, number: entry.number)
        perform(ReadPassport(photo: entry.photo))
    }

    private func read(_ picture: PassportPicture?) {
        guard let passport = state.passport else { return }
        guard let picture, picture.width >= 300 else { return show(.unreadable, on: PassportForm.self) }
        push(PassportCheck(index: passport.index, number: passport.number, picture: picture))
    }

    private func next(after index: Int) {
        guard index + 1 == state.count else { return push(TravelerForm(index: index + 1, count: state.count)) }
        push(Extras(services: state.extras))
    }

    private func change(_ edit: (inout ExtraServices) -> Void) {
        edit(&state.extras)
        update { (screen: inout Extras) in screen.services = state.extras }
    }

    private func review(_ held: CompartmentCoordinator.Finish) {
        state.held = held
        push(
            Review(
                train: state.train,
                travelers: state.travelers,
                compartment: held.compartment,
                extras: state.extras,
                cents: state.cents,
                validUntil: state.validUntil ?? now
            )
        )
    }

    private func pay() {
        guard let held = state.held else { return }
        guard identity != nil else { return _ = run(LogInCoordinator.self) }
        run(PaymentCoordinator.self, with: .init(order: held.order, cents: state.cents))
    }

    private func paid(_ end: PaymentCoordinator.Finish) {
        guard case .paid = end else { return show(.notPaid, on: Review.self) }
        state.isPaid = true
        cancelTimer("offer")
        forward()
        push(TicketPrinting(), back: .barrier)
        issue()
    }

    private func issue() {
        guard let held = state.held, let account = identity?.account else { return }
        update { (ticket: inout TicketPrinting) in ticket = TicketPrinting() }
        let trip = Trip(
            id: held.order,
            train: state.train,
            travelers: state.travelers,
            compartment: held.compartment,
            extras: state.extras
        )
        perform(IssueTicket(account: account, trip: trip))
    }

    private func expire() {
        // A payment that is on its way is waited for.
        guard child(PaymentCoordinator.self)?.state.isPaying != true else {
            return startTimer("offer", after: .seconds(60))
        }
        finish(.expired(order: state.held?.order))
    }
}

extension Message {
    fileprivate static let unreadable = Message(
        "passport.unreadable",
        "We can't read this picture. It must be at least 300 pixels wide.",
        pointer: "/photo"
    )
    fileprivate static let notPaid = Message("booking.notPaid", "The booking is not paid yet.", level: .info)
    fileprivate static let notIssued = Message("ticket.notIssued", "The ticket is paid, but we could not print it.")
}
