import CoordinationTesting
import Foundation
import JSON
import Testing

@Suite("The order of an exploration")
struct ExplorationOrderTests {
    @Test(
        "what is behind a form with two pickers is reached, beside a log-in, tabs that are visited or not, and attempts that fail"
    )
    func form() throws {
        let report = Explorer(try Self.rail()).explore()
        #expect(report.findings == [], "\(report)")
        #expect(report.uncalledHandlers == [], "\(report)")
        #expect(report.unreachedScreens == [])
        #expect(report.steps < 8_000, "\(report)")
    }

    @Test("the map has the transitions behind the form")
    func map() throws {
        let map = Explorer(try Self.rail()).explore().map
        let events = Set(map.transitions.map { "\($0.source?.screen ?? "-") \($0.event) \($0.target.screen)" })
        #expect(
            events.isSuperset(of: [
                "query findTrips trips", "trips choose seat", "seat book ticket", "ticket done query",
            ])
        )
    }

    @Test("the report says what was left out, and at which places")
    func leftOut() throws {
        var limits = ExplorationLimits()
        limits.statesPerPlace = 2
        limits.steps = 150
        let report = Explorer(try Self.rail(), limits: limits).explore()
        #expect(!report.isComplete && !report.leftOut.isEmpty)
        #expect(report.leftOut.map(\.states) == report.leftOut.map(\.states).sorted(by: >))
        #expect(report.leftOut.contains { $0.statesElsewhere > 0 }, "\(report)")
        let sum = report.leftOut.reduce(0) { $0 + $1.states }
        #expect("\(report)".contains("rail: left out: \(sum) states at \(report.leftOut.count) places, "), "\(report)")
        #expect("\(report)".contains("Raise statesPerPlace (--states-per-place) and steps (--steps) to explore them."))
        let json = report.json["leftOut"]
        #expect(json?["states"] == .integer(Int64(sum)))
        #expect(json?["places"]?.arrayValue?.count == report.leftOut.count)
        #expect(json?["places"]?[0]?["states"] == .integer(Int64(report.leftOut[0].states)))
    }

    @Test("a screen that may be behind the states that were left out is no mistake, and the report names it")
    func unreached() throws {
        var limits = ExplorationLimits()
        limits.statesPerPlace = 1
        let report = Explorer(try Self.rail(), limits: limits).explore()
        #expect(report.findings == [], "\(report)")
        #expect(report.unreachedScreens.contains("ticket"))
        #expect("\(report)".contains("\n  not reached within the limits: ticket"))
        #expect(report.json["unreachedScreens"]?.arrayValue?.contains("ticket") == true)
    }

    @Test("states with more screens than the limit are counted")
    func deep() throws {
        var limits = ExplorationLimits()
        limits.screens = 2
        let report = Explorer(try Self.rail(), limits: limits).explore()
        #expect(report.deepStates > 0 && report.unreachedScreens.contains("ticket"), "\(report)")
        #expect("\(report)".contains("rail: left out: \(report.deepStates) states with more screens than the limit."))
    }

    // MARK: Accepted findings

    @Test("a finding that the samples accept is listed with its reason, and is no mistake")
    func accepted() throws {
        let application = try Self.rail(isWatching: true)
        let report = Explorer(application).explore()
        #expect(report.findings == [], "\(report)")
        #expect(report.accepted.map(\.findings.count) == [1])
        #expect("\(report)".contains("\n  accepted: endless-effects of watch, because it waits for the next change."))
        #expect(report.json["accepted"]?[0]?["reason"] == "it waits for the next change.")
        let result = ExplorationReport.sarif([report], version: "1")["runs"]?[0]?["results"]?[0]
        #expect(result?["suppressions"]?[0]?["justification"] == "it waits for the next change.")
    }

    @Test("an accepted finding that does not occur any more is named")
    func acceptedInVain() throws {
        let report = Explorer(try Self.rail()).explore()
        #expect(report.accepted.map(\.findings.count) == [0])
        #expect(
            "\(report)".contains(
                "\n  accepted, but not found: endless-effects of watch, because it waits for the next change."
            )
        )
    }

    // MARK: Statements

    @Test("the statements of a path compile, and lead to the mistake")
    func statements() throws {
        let application = try Self.rail(isBroken: true)
        let report = Explorer(application).explore()
        let finding = try #require(report.findings.first { $0.kind == .bug }, "\(report)")
        #expect(finding.message == "The ticket can't be printed.")
        let session = try TestSession(application)
        try session.report("welcome.logIn")
        try session.complete(
            Rail.LogIn.self,
            json: ["customer": ["_0": ["name": "Ada", "since": "2026-11-21T09:31:00Z"]]]
        )
        try session.report("home.search")
        try session.report("query.pickTo")
        try session.report("stations.pick", "Station 1")
        try session.report("query.pickFrom")
        try session.report("stations.pick", "Station 1")
        try session.report("query.search")
        try session.complete(Rail.FindTrips.self, json: [["departure": "2026-11-22T09:31:00Z", "price": 29.5]])
        try session.report("trips.choose", 0)
        #expect(throws: NavigationError.bug("The ticket can't be printed.")) { try session.report("seat.book", "1A") }
        // These are the statements of the report, in this order, but for blanks.
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).withoutBlanks
        #expect(source.contains(finding.path.dropLast().joined().withoutBlanks), "\(report)")
        #expect(finding.path.count == 12, "\(report)")
    }

    private static func rail(isWatching: Bool = false, isBroken: Bool = false) throws -> Application {
        let samples = Samples(payloads: ["seat.book": ["1A"]])
            .results(of: Rail.LogIn.self) { _, now in [.customer(.init(name: "Ada", since: now)), .rejected] }
            .results(of: Rail.FindTrips.self) { _, now in [[.init(departure: now + .seconds(86_400), price: 29.5)], []]
            }
            .results(of: Rail.Watch.self) { _, _ in [1, 2] }
            .accepting("endless-effects", of: "watch", because: "it waits for the next change.")
        return try Application(
            "rail",
            title: "Rail",
            root: Rail.Root.self,
            factory: Rail.Factory(isWatching: isWatching, isBroken: isBroken),
            samples: samples
        )
    }
}

extension String {
    /// The text without blanks and line breaks, and without the commas that the formatter adds at the end of a line.
    fileprivate var withoutBlanks: String { filter { !$0.isWhitespace }.replacing(",]", with: "]") }
}

/// A train booking: a log-in, three tabs that are filled when they are first visited, and a form with two pickers and a counter.
enum Rail {
    struct Factory: Sendable {
        var isWatching = false
        var isBroken = false
        let stations = (1...9).map { "Station \($0)" }
    }

    struct Customer: Codable, Equatable, Sendable {
        var name: String
        var since: Timestamp
    }

    struct Trip: Codable, Equatable, Sendable {
        var departure: Timestamp
        var price: Double
    }

    struct LogIn: Effect {
        static let name = "logIn"
        enum Value: Codable, Sendable { case customer(Customer), rejected }
    }

    struct FindTrips: Effect {
        static let name = "findTrips"
        static let retry = RetryPolicy.attempts(4)
        var from: String
        var to: String
        typealias Value = [Trip]
    }

    struct Watch: Effect {
        static let name = "watch"
        static let blocksScreen = false
        typealias Value = Int
    }

    // MARK: Screens

    struct Welcome: Screen {
        static let name = "welcome"
        static let logIn = Output<Welcome, Nothing>("logIn")
        static let skip = Output<Welcome, Nothing>("skip")
        var isSkipped = false
    }

    struct Home: Screen {
        static let name = "home"
        static let search = Output<Home, Nothing>("search")
    }

    struct Page: Screen {
        static let name = "page"
        static let toggle = Output<Page, Nothing>("toggle")
        static let watch = Output<Page, Nothing>("watch")
        var name: String
        var isOn = false
    }

    struct Query: Screen {
        static let name = "query"
        static let pickFrom = Output<Query, Nothing>("pickFrom")
        static let pickTo = Output<Query, Nothing>("pickTo")
        static let addTraveller = Output<Query, Nothing>("addTraveller")
        static let search = Output<Query, Nothing>("search")
        var from: String?
        var to: String?
        var travellers = 1
    }

    struct Stations: Screen {
        static let name = "stations"
        static let pick = Output<Stations, String>("pick")
        static let filter = Output<Stations, String>("filter")
        var direction: String
        var stations: [String]
        var view: ScreenView {
            List(stations) { Row($0).reports(Self.pick, $0) }
        }
    }

    struct Trips: Screen {
        static let name = "trips"
        static let choose = Output<Trips, Int>("choose")
        var trips: [Trip]
        var view: ScreenView {
            List(Array(trips.indices)) { Row("\($0)").reports(Self.choose, $0) }
        }
    }

    struct Seat: Screen {
        static let name = "seat"
        static let book = Output<Seat, String>("book")
    }

    struct Ticket: Screen {
        static let name = "ticket"
        static let done = Output<Ticket, Nothing>("done")
    }

    // MARK: Flows

    final class Root: ApplicationCoordinator {
        typealias Factory = Rail.Factory
        func start() { push(Welcome()) }

        static let wiring: Wiring<Root> = [
            .on(Welcome.logIn) { $0.perform(LogIn()) },
            .on(Welcome.skip) { flow in flow.update { (page: inout Welcome) in page.isSkipped.toggle() } },
            .on(LogIn.self) { $0.loggedIn($1) },
            .on(Page.watch) { $0.perform(Watch()) },
            .on(Watch.self) { flow, _ in if flow.factory.isWatching { flow.perform(Watch()) } },
            .runs(Tabs.self),
        ]

        private func loggedIn(_ value: LogIn.Value) {
            guard case .customer(let customer) = value else { return }
            signIn(as: Identity(account: customer.name))
            run(Tabs.self, in: .root())
        }
    }

    final class Tabs: Coordinator {
        func start() {
            setTabs([Tab("home", title: "Home"), Tab("trips", title: "Trips"), Tab("account", title: "Account")])
        }

        static let wiring: Wiring<Tabs> = [
            .on(tab: "home") { $0.run(Booking.self, with: .init(), in: .tab("home")) },
            .on(tab: "trips") { $0.run(Pages.self, with: .init(name: "trips"), in: .tab("trips")) },
            .on(tab: "account") { $0.run(Pages.self, with: .init(name: "account"), in: .tab("account")) },
            .runs(Booking.self), .runs(Pages.self),
        ]
    }

    final class Pages: Coordinator {
        struct State: CoordinatorState {
            var name: String
            var isOn = false
        }
        func start() { push(Page(name: state.name)) }

        static let wiring: Wiring<Pages> = [
            .on(Page.toggle) { flow in
                flow.state.isOn.toggle()
                flow.update { (page: inout Page) in page.isOn = flow.state.isOn }
            }
        ]
    }

    final class Booking: Coordinator {
        typealias Factory = Rail.Factory
        struct State: CoordinatorState {
            var from: String?
            var to: String?
            var travellers = 1
            var direction = ""
        }

        func start() { push(Home()) }

        static let wiring: Wiring<Booking> = [
            .on(Home.search) { $0.push(Query()) },
            .on(Query.pickFrom) { $0.pick("from") },
            .on(Query.pickTo) { $0.pick("to") },
            .on(Query.addTraveller) { $0.addTraveller() },
            .on(Query.search) { try $0.search() },
            .on(Stations.pick) { $0.picked($1) },
            .on(Stations.filter) { $0.filter($1) },
            .on(FindTrips.self) { flow, trips in if !trips.isEmpty { flow.push(Trips(trips: trips)) } },
            .on(failure: FindTrips.self) { flow, _ in
                flow.show(Message("trips.failed", "Try again."), on: Query.self)
            },
            .on(Trips.choose) { flow, _ in flow.push(Seat()) },
            .on(Seat.book) { flow, _ in
                if flow.factory.isBroken { throw NavigationError.bug("The ticket can't be printed.") }
                flow.push(Ticket(), back: .barrier)
            },
            .on(Ticket.done) { $0.pop(to: Query.self) },
        ]

        private func pick(_ direction: String) {
            state.direction = direction
            push(Stations(direction: direction, stations: factory.stations))
        }

        private func picked(_ station: String) {
            if state.direction == "from" { state.from = station } else { state.to = station }
            pop()
            show()
        }

        private func filter(_ text: String) {
            let found = factory.stations.filter { $0.contains(text) }
            update { (screen: inout Stations) in screen.stations = found }
        }

        private func addTraveller() {
            state.travellers += 1
            show()
        }

        private func show() {
            let state = state
            update { (query: inout Query) in
                (query.from, query.to, query.travellers) = (state.from, state.to, state.travellers)
            }
        }

        private func search() throws {
            guard let from = state.from, let to = state.to else {
                throw Rejection("query.incomplete", "Choose where the train leaves and where it arrives.")
            }
            perform(FindTrips(from: from, to: to))
        }
    }
}
