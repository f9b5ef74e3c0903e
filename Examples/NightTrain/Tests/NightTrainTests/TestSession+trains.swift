import CoordinationTesting

@testable import NightTrain

extension TestSession {
    static func trains(link: String? = nil) throws -> TestSession {
        try TestSession(try TrainsApplication.make(), link: link, at: Timestamp(milliseconds: 1_796_126_400_000))
    }

    /// Chooses two stations and a day, and opens the booking of the first train.
    func book(from: String = "AT-Vienna", to: String = "GB-London", travelers: Int = 1) throws {
        for (direction, station) in [(Direction.from, from), (.to, to)] {
            try report(SearchForm.pick, direction)
            try report(StationPicker.choose, station)
        }
        try report(SearchForm.submit, TravelDates(day: Day(utc: now) + 23, travelers: travelers))
        try complete(FindTrains.self, [.sample(pending(FindTrains.self).query)])
        try report(Connections.choose, "NJ 466")
        try report(ConnectionDetail.book)
    }

    /// Enters a traveler, and a passport where it is needed.
    func enter(_ name: String, _ discount: Traveler.Discount = .none, passport: Bool = true) throws {
        try report(TravelerForm.submit, Traveler(name: name, discount: discount))
        guard passport else { return }
        try report(PassportForm.submit, PassportEntry(number: "P12345", photo: UploadedFile(id: "1", size: 900)))
        try complete(ReadPassport.self, PassportPicture(format: "PNG", width: 800, height: 600))
        try report(PassportCheck.confirm)
    }

    /// Goes on from the extras to the review.
    func chooseCompartment(_ number: Int = 3, order: String = "N2") throws {
        try report(Extras.next)
        try report(CompartmentPicker.choose, number)
        try complete(HoldCompartment.self, .held(order: order))
    }

    func logIn() throws {
        try report("logIn.submit", ["email": "ada@example.org", "password": "night-train"])
        try complete(LogIn.self, .user(account: "ada", name: "Ada Lovelace"))
    }

    func pay() throws {
        try report("payment.submit", ["number": "4111111111111111"])
        let payment = try pending(Pay.self)
        try complete(Pay.self, .paid(Receipt(order: payment.order, cents: payment.cents)))
    }

    /// Books a train for Ada, up to the printing of the ticket.
    func bookAndPay() throws {
        try book()
        try enter("Ada")
        try chooseCompartment()
        try report(Review.pay)
        try logIn()
        try pay()
    }
}
