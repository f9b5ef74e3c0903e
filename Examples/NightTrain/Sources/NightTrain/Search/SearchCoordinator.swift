import Coordination

/// The tab with the search: two stations, a day, and the trains.
final class SearchCoordinator: Coordinator {
    struct State: CoordinatorState {
        var from: Station?
        var to: Station?
    }
    typealias Factory = Timetable

    func start() {
        let dates = TravelDates(day: Day(utc: now) + 1, travelers: 1)
        push(SearchForm(from: state.from, to: state.to, dates: dates))
    }

    static let wiring: Wiring<SearchCoordinator> = [
        .on(SearchForm.pick) { $0.present(StationPicker(direction: $1)) },
        .on(StationPicker.search) { flow, text in
            flow.update { (picker: inout StationPicker) in picker.query = text }
        },
        .on(StationPicker.choose) { try $0.choose($1) },
        .on(SearchForm.submit) { $0.find($1) },
        .runs(ConnectionsCoordinator.self),
    ]

    /// Shows the trains of a link.
    func show(_ query: TripQuery) {
        popToRoot()
        state.from = query.from
        state.to = query.to
        find(TravelDates(day: query.day, travelers: query.travelers))
    }

    private func choose(_ id: String) throws {
        guard let picker = reportingScreen(StationPicker.self), let station = factory.station(id) else {
            throw Rejection("station.unknown", "There is no such station.")
        }
        if picker.direction == .from { state.from = station } else { state.to = station }
        update { (form: inout SearchForm) in (form.from, form.to) = (state.from, state.to) }
        dismiss()
    }

    private func find(_ dates: TravelDates) {
        guard let from = state.from, let to = state.to else { return }
        guard from != to else { return show(.sameStation, on: SearchForm.self) }
        update { (form: inout SearchForm) in
            form = SearchForm(from: from, to: to, dates: dates)
        }
        run(
            ConnectionsCoordinator.self,
            with: .init(query: TripQuery(from: from, to: to, day: dates.day, travelers: dates.travelers))
        )
    }
}

extension Message {
    fileprivate static let sameStation = Message("search.sameStation", "Choose two different stations.")
}
