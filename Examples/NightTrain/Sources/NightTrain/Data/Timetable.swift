import Coordination

/// A station with the time zone of its clocks.
package struct Station: Codable, Equatable, Sendable {
    package var id: String
    package var name: String
    package var country: String
    package var zone: String
}

/// The stations, and what the flows must know of the company; the factory of both applications.
package struct Timetable: Sendable {
    package let stations: [Station]
    private let byID: [String: Station]
    /// Half of the sessions see trains as cards.
    private let looks = Experiment<Connections.Look>("connectionsLook")

    package init() {
        let countries = [
            ("AT", "Europe/Vienna"), ("DE", "Europe/Berlin"), ("FR", "Europe/Paris"), ("GB", "Europe/London"),
            ("IT", "Europe/Rome"), ("PL", "Europe/Warsaw"), ("PT", "Europe/Lisbon"), ("RO", "Europe/Bucharest"),
        ]
        let zones = Dictionary(uniqueKeysWithValues: countries)
        var names = [
            ("AT", "Vienna"), ("AT", "Salzburg"), ("DE", "Berlin"), ("DE", "Munich"), ("GB", "London"), ("FR", "Paris"),
            ("IT", "Rome"), ("PL", "Warsaw"), ("PT", "Lisbon"), ("RO", "Bucharest"),
        ]
        // Small stations with invented names, so that there are 5,000.
        let first = "Al Bar Cal Dor El Fen Gar Hol Is Jor Kel Lor Mar Nor Or Pel Quin Ros Sel Tor Ul Val Wen Yor Zel"
        let last =
            "a ach ano bach berg by dal den eck en fels heim gen hof ia ingen kirch lin mont ova ona stadt tal ville wick"
        for (country, _) in countries {
            for start in first.split(separator: " ") {
                for end in last.split(separator: " ") where names.count < 5_000 {
                    names.append((country, "\(start)\(end)"))
                }
            }
        }
        stations = names.map { Station(id: "\($0)-\($1)", name: $1, country: $0, zone: zones[$0] ?? "UTC") }
        byID = Dictionary(uniqueKeysWithValues: stations.map { ($0.id, $0) })
    }

    package func station(_ id: String) -> Station? { byID[id] }

    func look(of session: String) -> Connections.Look { looks.variant(for: session) }
}

/// The rows of the stations with names that begin with a text.
package struct Stations: RowSource {
    package static let name = "stations"
    package var query: String

    package func page(_ request: RowRequest, in timetable: Timetable) -> RowPage {
        let text = query.lowercased()
        let matches = timetable.stations.filter { $0.name.lowercased().hasPrefix(text) }
        let start = request.after.flatMap { id in matches.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
        let page = matches.dropFirst(start).prefix(request.limit)
        return RowPage(
            page.map { Row($0.name, subtitle: $0.country).reports(StationPicker.choose, $0.id) },
            next: page.endIndex < matches.endIndex ? page.last?.id : nil
        )
    }
}
