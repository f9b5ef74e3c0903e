package import Coordination

/// An application in English, German, Japanese and Arabic, with a screen that not every client can draw.
package enum BookingApplication {
    /// Creates the application `booking`.
    package static func make() throws -> Application {
        try Application(
            "booking",
            title: "Booking",
            root: BookingCoordinator.self,
            state: .init(),
            factory: (),
            catalog: try StringCatalog(xcstrings: Array(catalog.utf8))
        )
    }

    static let catalog = """
        {"sourceLanguage": "en", "version": "1.0", "strings": {
            "Booking": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Buchung"}}}},
            "Seats": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Plätze"}},
                "ja": {"stringUnit": {"state": "translated", "value": "席"}},
                "ar": {"stringUnit": {"state": "translated", "value": "المقاعد"}}}},
            "%lld seats for %@": {"localizations": {
                "en": {"variations": {"plural": {
                    "one": {"stringUnit": {"state": "translated", "value": "%lld seat for %@"}},
                    "other": {"stringUnit": {"state": "translated", "value": "%lld seats for %@"}}}}},
                "de": {"variations": {"plural": {
                    "one": {"stringUnit": {"state": "translated", "value": "%lld Platz für %@"}},
                    "other": {"stringUnit": {"state": "translated", "value": "%lld Plätze für %@"}}}}},
                "ja": {"stringUnit": {"state": "translated", "value": "%2$@で%1$lld席"}},
                "ar": {"variations": {"plural": {
                    "two": {"stringUnit": {"state": "translated", "value": "مقعدان بسعر %2$@"}},
                    "other": {"stringUnit": {"state": "translated", "value": "%lld مقعد بسعر %@"}}}}}}},
            "Starts %@": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Beginn: %@"}},
                "ja": {"stringUnit": {"state": "translated", "value": "開始 %@"}}}},
            "Only %lld seats are left.": {"localizations": {
                "de": {"stringUnit": {"state": "translated", "value": "Nur noch %lld Plätze frei."}}}},
            "A booking has at most %lld seats.": {"localizations": {
                "de": {"stringUnit": {"state": "translated", "value": "Eine Buchung hat höchstens %lld Plätze."}}}},
            "Discard the booking?": {"localizations": {
                "de": {"stringUnit": {"state": "translated", "value": "Buchung verwerfen?"}}}}
        }}
        """
}

struct Seats: Screen {
    static let name = "seats"
    static let version = 2
    static let title = "Seats"
    static let add = Output<Seats, Nothing>("add")
    static let tooMany = Output<Seats, Nothing>("tooMany")
    static let plan = Output<Seats, Nothing>("plan")
    static let stars = Output<Seats, Nothing>("stars")

    var count: Int
    /// Text that the user has entered, which is never translated.
    var name: String

    var view: ScreenView {
        Heading(String(localized: "Seats"))
        Text(String(localized: "\(count) seats for \(Price(1_250 * count, "EUR"))"))
        Text(String(localized: "Starts \(Timestamp(milliseconds: 1_795_253_460_000))"))
        Text(name)
    }
}

/// A plan that only clients with a view of their own can draw.
///
/// Others get a list.
struct SeatPlan: Screen {
    static let name = "seatPlan"
    static let version = 3
    static let choose = Output<SeatPlan, Int>("choose")

    var rows: Int

    var fallback: (any Screen)? { SeatList(rows: rows) }
}

struct SeatList: Screen {
    static let name = "seatList"
    static let choose = Output<SeatList, Int>("choose")

    var rows: Int

    var view: ScreenView {
        List(Array(1...rows)) { row in Row("\(row)").reports(SeatList.choose, row) }
    }
}

/// A view with an element of the application's own kind and another one for clients that don't know it.
struct Rating: Screen {
    static let name = "rating"

    var view: ScreenView { Stars() }

    struct Stars: ViewElement {
        var content: ElementContent { .custom(kind: "stars", members: ["count": 4]) }
        var fallback: (any ViewElement)? { Text("4 of 5") }
    }
}

final class BookingCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {
        var count = 1
    }

    func start() { push(Seats(count: state.count, name: "Seats")) }

    static let wiring: Wiring<BookingCoordinator> = [
        .on(Seats.add) { $0.add() },
        .on(Seats.tooMany) { _ in throw Rejection("seats.limit", "A booking has at most \(1_234) seats.") },
        .on(Seats.plan) { $0.push(SeatPlan(rows: 3), back: .discard(DiscardQuestion("Discard the booking?"))) },
        .on(Seats.stars) { $0.push(Rating()) },
        .on(SeatPlan.choose) { flow, _ in flow.pop() },
        .on(SeatList.choose) { flow, _ in flow.pop() },
        .shows(Rating.self),
    ]

    private func add() {
        state.count += 1
        update { (seats: inout Seats) in seats.count = state.count }
        show([Message("seats.few", "Only \(10 - state.count) seats are left.", level: .warning)], on: Seats.self)
    }
}
