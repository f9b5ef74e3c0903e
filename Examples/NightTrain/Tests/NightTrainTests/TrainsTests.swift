import CoordinationTesting
import Documents
import Locales
import Testing

@testable import NightTrain

@Suite("The night trains")
struct TrainsTests {
    /// A session in which Ada looks at her trip.
    private func atTrip() throws -> TestSession {
        let session = try TestSession.trains(link: "usher://trains/trip/N1")
        try session.logIn()
        try session.complete(LoadTrips.self, [.sample])
        return session
    }

    @Test("a link to a trip waits for the log-in and the trips")
    func parked() throws {
        let session = try TestSession.trains(link: "usher://trains/trip/N1")
        #expect(session.layout.hasSuffix("+modal[logIn]"), "\(session)")
        try session.logIn()
        try session.complete(LoadTrips.self, [.sample])
        #expect(session.stack == ["trips", "trip"])
        #expect(session.link == "usher://trains/trip/N1")
    }

    @Test("a link to a trip of another user shows the own ones")
    func foreignTrip() throws {
        let session = try TestSession.trains(link: "usher://trains/trip/N99")
        try session.logIn()
        try session.complete(LoadTrips.self, [.sample])
        #expect(session.stack == ["trips"])
    }

    @Test("a link to a search shows its trains, and a station that does not exist is rejected")
    func searchLink() throws {
        let session = try TestSession.trains(link: "usher://trains/search/AT-Vienna/GB-London/2026-12-24?travelers=2")
        #expect(session.stack == ["search", "connections"])
        #expect(try session.pending(FindTrains.self).query.travelers == 2)
        #expect(throws: NavigationError.self) { try session.open("usher://trains/search/AT-Vienna/MOON/2026-12-24") }
    }

    @Test("5,000 stations come in pages, and those with a name")
    func stations() throws {
        let timetable = Timetable()
        #expect(timetable.stations.count == 5_000 && Set(timetable.stations.map(\.id)).count == 5_000)
        var request = RowRequest(limit: 100)
        var count = 0
        repeat {
            let page = Stations(query: "").page(request, in: timetable)
            count += page.rows.count
            request.after = page.next
        } while request.after != nil
        #expect(count == 5_000)
        #expect(Stations(query: "vien").page(RowRequest(), in: timetable).rows.count == 1)

        let session = try TestSession.trains()
        try session.report(SearchForm.pick, .from)
        try session.report(StationPicker.search, "vi")
        #expect(session.screen(StationPicker.self)?.query == "vi")
        try session.report(StationPicker.choose, "AT-Vienna")
        #expect(session.screen(SearchForm.self)?.from?.name == "Vienna")
    }

    @Test("half of the sessions see trains as cards, and both looks have the same outputs")
    func looks() {
        let timetable = Timetable()
        let looks = (1...1_000).map { timetable.look(of: "session\($0)") }
        #expect((400...600).contains(looks.filter { $0 == .cards }.count))
    }

    @Test("a user in New York reads German texts, prices, and times as the clocks of the stations show them")
    func german() throws {
        let session = try LocalSession(
            try TrainsApplication.make(),
            launch: SessionLaunch(link: "usher://trains/search/AT-Vienna/GB-London/2026-12-24"),
            client: ClientInfo(locale: "de-AT", timeZone: "America/New_York"),
            at: Timestamp(milliseconds: 1_796_126_400_000),
            localizedBy: { $0.localization(for: $1) }
        )
        let search = try #require(session.state.pending.first { $0.name == "findTrains" })
        let query = try #require(search.effect as? FindTrains).query
        try session.send(
            .effect(search.key, .value([Train.sample(query)])),
            at: Timestamp(milliseconds: 1_796_126_400_100)
        )
        let text = String(decoding: session.document, as: UTF8.self)
        #expect(text.contains("Nacht des 24.12.2026") && text.contains("21:30 bis 07:30"), "\(text)")
    }

    @Test("a reminder is shown at once, and taken back if it could not be saved")
    func optimistic() throws {
        let session = try atTrip()
        try session.report(TripDetail.remind, true)
        #expect(session.screen(TripDetail.self)?.trip.reminds == true)
        try session.fail(SaveReminder.self)
        #expect(session.screen(TripDetail.self)?.trip.reminds == false)
        #expect(session.messages == ["trip.notSaved"])
    }

    @Test("two quick taps on the reminder save the last one")
    func lastReminder() throws {
        let session = try atTrip()
        try session.report(TripDetail.remind, true)
        try session.report(TripDetail.remind, false)
        #expect(session.pendingEffectNames.filter { $0 == "saveReminder" }.count == 1)
        #expect(try session.pending(SaveReminder.self).reminds == false)
    }

    @Test("the delay is read each minute while a trip is shown")
    func delay() throws {
        let session = try atTrip()
        for minutes in [0, 5, 12] {
            try session.complete(LoadDelay.self, minutes)
            #expect(session.screen(TripDetail.self)?.delay == minutes)
            try session.advance(by: .seconds(60))
        }
        try session.back()
        try session.advance(by: .seconds(60))
        #expect(session.timers == [])
    }

    @Test("a trip is canceled after a question")
    func canceled() throws {
        let session = try atTrip()
        try session.report(TripDetail.cancel)
        #expect(session.stack == ["cancelTrip"] && session.state.modals.last?.presentation == .alert)
        try session.report(CancelQuestion.keep)
        try session.report(TripDetail.cancel)
        try session.report(CancelQuestion.confirm)
        try session.complete(CancelTrip.self, "N1")
        #expect(session.stack == ["trips"] && session.screen(TripList.self)?.trips == [])
    }

    @Test("a user who logs out leaves nothing behind")
    func logOut() throws {
        let session = try atTrip()
        try session.selectTab("account")
        try session.report(AccountPage.logOut)
        try session.selectTab("trips")
        #expect(session.screen(TripList.self)?.trips == [])
    }

    @Test(
        "no state that the samples reach has a mistake",
        arguments: [TrainsApplication.make, BookingApplication.make]
    )
    func explored(make: @Sendable () throws -> Application) throws {
        // The program's command `check` explores three times as many.
        var limits = ExplorationLimits()
        limits.statesPerPlace = 4
        let report = Explorer(try make(), limits: limits).explore()
        #expect(report.findings == [], "\(report)")
    }
}
