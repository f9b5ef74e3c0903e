import CoordinationTesting
import Testing

@testable import NightTrain

@Suite("A booking")
struct BookingTests {
    @Test("two travelers over a border enter two passports, and pay for both after the log-in")
    func acrossBorder() throws {
        let session = try TestSession.trains()
        try session.book(travelers: 2)
        try session.enter("Ada")
        try session.enter("Ben", .child)
        try session.report(Extras.breakfast, true)
        try session.chooseCompartment()
        #expect(session.screen(Review.self)?.cents == 4_900 + 2_450 + 1_200)
        try session.report(Review.pay)
        #expect(session.stack.suffix(2) == ["review", "logIn"])
        try session.logIn()
        #expect(session.stack.suffix(2) == ["review", "payment"])
        #expect(session.isInTree(PaymentCoordinator.self) && session.state.identity == Identity(account: "ada"))
        try session.pay()
        #expect(session.stack.last == "ticket")
        #expect(try session.back() == false)
    }

    @Test("a train within a country needs no passport")
    func domestic() throws {
        let session = try TestSession.trains()
        try session.book(from: "AT-Vienna", to: "AT-Salzburg")
        try session.enter("Ada", passport: false)
        #expect(session.layout.hasSuffix("+modal[traveler, extras]"), "\(session)")
    }

    @Test("a user who comes back to a form finds the entry, and the travelers after it are asked again")
    func corrected() throws {
        let session = try TestSession.trains()
        try session.book(from: "AT-Vienna", to: "AT-Salzburg", travelers: 2)
        try session.enter("Adda", passport: false)
        try session.back()
        #expect(session.screen(TravelerForm.self)?.entry?.name == "Adda")
        try session.enter("Ada", passport: false)
        try session.enter("Ben", passport: false)
        #expect(session.flowState(BookingCoordinator.self)?.travelers.map(\.name) == ["Ada", "Ben"])
        #expect(session.state.dismissQuestion != nil)
    }

    @Test("a picture that can't be read, or is too small, leaves a message at its field")
    func smallPicture() throws {
        let session = try TestSession.trains()
        try session.book()
        try session.report(TravelerForm.submit, Traveler(name: "Ada", discount: .none))
        for picture in [nil, PassportPicture(format: "PNG", width: 20, height: 20)] {
            try session.report(PassportForm.submit, PassportEntry(number: "P12345", photo: UploadedFile(id: "1")))
            try session.complete(ReadPassport.self, picture)
            #expect(session.messages == ["passport.unreadable"])
        }
        try session.report(PassportForm.submit, PassportEntry(number: "P12345", photo: UploadedFile(id: "1")))
        try session.fail(ReadPassport.self)
        #expect(session.messages == ["passport.unreadable"])
    }

    @Test("the offer ends after ten minutes, and the compartment is given back")
    func expired() throws {
        let session = try TestSession.trains()
        try session.book()
        try session.enter("Ada")
        try session.chooseCompartment(order: "N7")
        try session.advance(by: .seconds(600))
        #expect(session.stack.last == "connection" && session.messages == ["offer.expired"])
        #expect(try session.pending(ReleaseCompartment.self).order == "N7")
    }

    @Test("an offer whose payment is on its way is waited for")
    func payingAtTheEnd() throws {
        let session = try TestSession.trains()
        try session.book()
        try session.enter("Ada")
        try session.chooseCompartment()
        try session.report(Review.pay)
        try session.logIn()
        try session.report("payment.submit", ["number": "4111111111111111"])
        try session.advance(by: .seconds(600))
        #expect(session.stack.last == "payment")
        try session.complete(Pay.self, .paid(Receipt(order: "N2", cents: 4_900)))
        #expect(session.stack.last == "ticket" && session.timers == [])
    }

    @Test("a user who leaves the booking gives the compartment back, and one who has paid keeps it")
    func left() throws {
        let session = try TestSession.trains()
        try session.book()
        try session.enter("Ada")
        try session.chooseCompartment()
        try session.dismiss()
        #expect(session.pendingEffectNames.contains("releaseCompartment"))

        let paid = try TestSession.trains()
        try paid.bookAndPay()
        try paid.dismiss()
        #expect(!paid.pendingEffectNames.contains("releaseCompartment"))
        #expect(paid.stack == ["trips"])
    }

    @Test("two sessions see each other's choice, and how many choose")
    func compartments() throws {
        let sessions = [try TestSession.trains(), try TestSession.trains()]
        let map = CompartmentMap(run: "NJ 466 AT-Vienna AT-Salzburg 2026-12-24")
        for session in sessions {
            try session.book(from: "AT-Vienna", to: "AT-Salzburg")
            try session.enter("Ada", passport: false)
            try session.report(Extras.next)
            try session.complete(LoadCompartments.self, .init(taken: [1]))
            #expect(try session.publish(.init(count: 2), to: Presence(of: map)))
        }
        // The handler of the first one's effect publishes what is taken then.
        try sessions[0].report(CompartmentPicker.choose, 5)
        #expect(try sessions[1].publish(.init(taken: [1, 5]), to: map))
        #expect(sessions[1].screen(CompartmentPicker.self)?.taken == [1, 5])
        #expect(sessions[1].screen(CompartmentPicker.self)?.viewers == 2)
        try sessions[1].report(CompartmentPicker.choose, 6)
        try sessions[1].complete(HoldCompartment.self, .taken)
        #expect(sessions[1].messages == ["compartment.taken"])
        try sessions[1].back()
        #expect(try sessions[1].publish(.init(taken: []), to: map) == false)
    }
}

@Suite("A payment")
struct PaymentTests {
    /// A session that waits for the bank.
    private func paying() throws -> TestSession {
        let session = try TestSession.trains()
        try session.book(from: "AT-Vienna", to: "AT-Salzburg")
        try session.enter("Ada", passport: false)
        try session.chooseCompartment()
        try session.report(Review.pay)
        try session.logIn()
        try session.report("payment.submit", ["number": "4111111111111111"])
        return session
    }

    @Test("a declined card and a bank that was not reached leave messages")
    func declined() throws {
        let session = try paying()
        try session.complete(Pay.self, .declined)
        #expect(session.messages == ["payment.declined"])
        try session.report("payment.submit", ["number": "4111111111111111"])
        try session.fail(Pay.self)
        #expect(session.messages == ["payment.notReached"])
    }

    @Test("a user can stop a payment, and what the bank has done by then counts", arguments: [true, false])
    func stopped(isPaid: Bool) throws {
        let session = try paying()
        try session.report(PaymentForm.stop)
        #expect(!session.pendingEffectNames.contains("pay"))
        try session.complete(FindPayment.self, isPaid ? Receipt(order: "N2", cents: 4_900) : nil)
        #expect(isPaid ? session.stack.last == "ticket" : session.messages == ["payment.stopped"])
    }

    @Test("after a restart of the server the bank is asked, because the card was not stored")
    func interrupted() throws {
        let session = try paying()
        try session.restart()
        try session.complete(FindPayment.self, Receipt(order: "N2", cents: 4_900))
        #expect(session.stack.last == "ticket")
        let other = try paying()
        try other.restart()
        try other.fail(FindPayment.self)
        #expect(other.messages == ["payment.unknown"])
    }

    @Test("a user who goes back from the card is told that nothing is paid")
    func cancelled() throws {
        let session = try paying()
        try session.complete(Pay.self, .declined)
        try session.back()
        #expect(session.stack.last == "review" && session.messages == ["booking.notPaid"])
    }

    @Test("the root knows which of two flows a payment belongs to")
    func purchases() throws {
        let session = try TestSession.trains()
        try session.bookAndPay()
        try session.complete(IssueTicket.self, session.pending(IssueTicket.self).trip)
        try session.report(TicketPrinting.close)
        try session.report(TripList.open, "N2")
        try session.report(TripDetail.breakfast)
        try session.pay()
        try session.complete(AddBreakfast.self, .withBreakfast)
        try session.selectTab("account")
        let purchases = session.screen(AccountPage.self)?.profile.purchases
        #expect(purchases?.map(\.kind) == [.journey, .breakfast])
        #expect(purchases?.map(\.receipt.cents) == [4_900, 1_200])
    }
}

@Suite("A ticket")
struct TicketTests {
    @Test("the printing is shown while it goes on, and the trip is there afterwards")
    func printed() throws {
        let session = try TestSession.trains()
        try session.bookAndPay()
        try session.report(progress: .init(0.4), of: IssueTicket.self)
        #expect(session.screen(TicketPrinting.self)?.fraction == 0.4)
        try session.complete(IssueTicket.self, session.pending(IssueTicket.self).trip)
        #expect(session.screen(TicketPrinting.self)?.stage == .printed)
        try session.report(TicketPrinting.close)
        #expect(session.stack == ["trips"])
        #expect(session.screen(TripList.self)?.trips.map(\.id) == ["N2"])
    }

    @Test("the third failure reaches the user, who tries again with another key")
    func failed() throws {
        let session = try TestSession.trains()
        try session.bookAndPay()
        let key = session.pendingEffects.map(\.idempotencyKey)
        for delay in [1, 2, 0] {
            #expect(session.screen(TicketPrinting.self)?.stage == .printing)
            try session.fail(IssueTicket.self)
            try session.advance(by: .seconds(delay))
        }
        #expect(session.screen(TicketPrinting.self)?.stage == .failed)
        #expect(session.messages == ["ticket.notIssued"])
        try session.report(TicketPrinting.again)
        #expect(session.pendingEffectNames.contains("issueTicket"))
        #expect(session.pendingEffects.map(\.idempotencyKey) != key)
    }

    @Test("a ticket that is printed, or fails, after the user has left the page is a matter of the root")
    func left() throws {
        let session = try TestSession.trains()
        try session.bookAndPay()
        let ticket = try session.pending(IssueTicket.self)
        try session.report(TicketPrinting.close)
        try session.complete(IssueTicket.self, ticket.trip)
        #expect(try session.pending(UserNotification.self).link == "/trip/\(ticket.trip.id)")
        #expect(session.screen(TripList.self)?.trips.map(\.id) == ["N2"])

        let other = try TestSession.trains()
        try other.bookAndPay()
        try other.report(TicketPrinting.close)
        for delay in [1, 2, 0] {
            try other.fail(IssueTicket.self)
            try other.advance(by: .seconds(delay))
        }
        #expect(other.stack == ["trips"] && other.messages == ["ticket.notIssued"])
    }
}
