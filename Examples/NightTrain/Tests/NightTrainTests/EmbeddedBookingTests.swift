import CoordinationTesting
import Testing

@testable import NightTrain

@Suite("A booking as a part of another app")
struct EmbeddedBookingTests {
    private func started(to: String = "AT-Salzburg") throws -> TestSession {
        try TestSession(
            try BookingApplication.make(),
            input: ["from": "AT-Vienna", "to": .string(to), "day": "2026-12-24"],
            identity: Identity(account: "ada"),
            isEmbedded: true
        )
    }

    @Test("the app gets the order and its price, and the user never sees a log-in")
    func booked() throws {
        let session = try started()
        #expect(session.stack == ["connections"])
        try session.complete(FindTrains.self, [.sample(session.pending(FindTrains.self).query)])
        try session.report(Connections.choose, "NJ 466")
        try session.report(ConnectionDetail.book)
        try session.enter("Ada", passport: false)
        try session.chooseCompartment()
        try session.report(Review.pay)
        #expect(session.stack.last == "payment")
        try session.pay()
        try session.report(TicketPrinting.close)
        #expect(session.state.result == ["status": "booked", "order": "N2", "cents": 4900])
        #expect(try session.pending(SessionResult.self).account == "ada")
    }

    @Test("a user who goes back to the app has left without a booking")
    func left() throws {
        let session = try started()
        try session.complete(FindTrains.self, [])
        #expect(session.state.canLeave)
        try session.back()
        #expect(session.state.result == ["status": "left"])
    }

    @Test(
        "a station that does not exist, or a journey to the same one, starts no session",
        arguments: ["MOON", "AT-Vienna"]
    )
    func unknown(station: String) {
        #expect(throws: NavigationError.self) { try started(to: station) }
    }
}
