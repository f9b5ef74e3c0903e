import Coordination

/// The day and the number of travelers of a search.
struct TravelDates: Payload, Equatable {
    var day: Day
    var travelers: Int

    static let schema: JSONSchema = .object(["day": Day.schema, "travelers": .integer(min: 1, max: 4)])
}

/// The beginning or the end of a journey.
enum Direction: String, Payload, CaseIterable { case from, to }

/// The form for a search.
struct SearchForm: Screen {
    static let name = "search"
    static let title = "Night trains"
    static let pick = Output<SearchForm, Direction>("pick")
    static let submit = Output<SearchForm, TravelDates>("submit")

    var from: Station?
    var to: Station?
    var dates: TravelDates

    var disabledOutputs: [any ScreenOutput] { from == nil || to == nil ? [Self.submit] : [] }
    var view: ScreenView {
        List(sections: [Section(rows: [row(from, .from), row(to, .to)])])
        Form(
            Self.submit,
            submit: String(localized: "Find trains"),
            fields: [
                Field(\TravelDates.day, String(localized: "Day"), .date, value: .string(dates.day.description)),
                Field(
                    \TravelDates.travelers,
                    String(localized: "Travelers"),
                    .number,
                    value: .integer(Int64(dates.travelers))
                ),
            ]
        )
    }

    private func row(_ station: Station?, _ direction: Direction) -> Row {
        let title = direction == .from ? String(localized: "From") : String(localized: "To")
        return Row(title, subtitle: station?.name ?? String(localized: "Choose a station"), accessory: .disclosure)
            .reports(Self.pick, direction)
    }
}

/// All stations, with a search.
struct StationPicker: Screen {
    static let name = "stations"
    static let title = "Stations"
    static let rowSources: [any RowSource.Type] = [Stations.self]
    static let search = Output<StationPicker, String>("search")
    static let choose = Output<StationPicker, String>("choose")

    var direction: Direction
    var query = ""

    var view: ScreenView {
        Search(String(localized: "Find a station"), Self.search, value: query)
        List(
            from: Stations(query: query),
            reporting: [Self.choose],
            empty: Empty(String(localized: "No station has this name."), symbol: "search")
        )
    }
}

/// The trains of a search.
struct Connections: Screen {
    enum Look: String, Codable, CaseIterable, Sendable { case list, cards }

    static let name = "connections"
    static let variants = Look.allCases.map(\.rawValue)
    static let choose = Output<Connections, String>("choose")
    static let again = Output<Connections, Nothing>("again")

    var query: TripQuery
    var look: Look
    /// `nil` while they are searched.
    var trains: [Train]?

    var variant: String? { look.rawValue }
    var title: String { "\(query.from.name) – \(query.to.name)" }
    var view: ScreenView {
        Text(String(localized: "Night of \(query.day)"), style: .secondary)
        if let trains {
            let empty = Empty(String(localized: "No train on this day"), symbol: "calendar")
            switch look {
            case .list:
                List(trains, empty: empty) {
                    Row($0.number, subtitle: $0.times, price: Price($0.cents, "EUR"), accessory: .disclosure)
                        .reports(Self.choose, $0.number)
                }
            case .cards:
                Grid(trains, empty: empty) {
                    Card($0.number, subtitle: $0.times, price: Price($0.cents, "EUR")).reports(Self.choose, $0.number)
                }
            }
        }
        Button(String(localized: "Search again"), Self.again)
    }
}

/// One train, in the times of its stations.
struct ConnectionDetail: Screen {
    static let name = "connection"
    static let book = Output<ConnectionDetail, Nothing>("book")

    var train: Train

    var title: String { train.number }
    var view: ScreenView {
        Heading("\(train.from.name) – \(train.to.name)")
        Timeline(
            String(localized: "Journey"),
            steps: [
                TimelineStep(train.from.name, text: train.departureText, status: .upcoming),
                TimelineStep(train.to.name, text: train.arrivalText, status: .upcoming),
            ]
        )
        if train.crossesBorder { Text(String(localized: "Each traveler needs a passport.")) }
        Pinned(
            Button(String(localized: "Book"), Self.book, role: .primary),
            title: String(localized: "For each traveler"),
            price: Price(train.cents, "EUR")
        )
    }
}

extension Train {
    // A departure is in the time of its station, wherever the user is.
    var departureText: String { String(localized: "Departure \(departure.in(from.zone))") }
    var arrivalText: String { String(localized: "Arrival \(arrival.in(to.zone))") }
    var times: String {
        String(localized: "\(departure.in(from.zone), style: .time) to \(arrival.in(to.zone), style: .time)")
    }
}
