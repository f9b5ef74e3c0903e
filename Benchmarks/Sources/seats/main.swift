import Coordination
import UsherProgram

/// The seats of a train that are taken.
struct SeatMap: Topic {
    static let name = "seatMap"
    var train: String
    struct Value: Codable, Equatable {
        var number: Int
        var taken: [Int]
    }
}

/// The map of the seats, some of which other travellers take.
struct SeatPicker: Screen {
    static let name = "seatPicker"
    static let board = Output<SeatPicker, String>("board")

    /// The number of the publication, by which the benchmark knows it.
    var number = 0
    var taken: [Int] = []

    var title: String { "Seats" }
    var view: ScreenView {
        Text("\(taken.count) seats are taken.")
        for seat in taken { Text("Seat \(seat)") }
    }
}

/// An application in which many sessions follow one topic, to measure how fast they learn of its changes.
final class SeatsCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState { var train: String? }

    func start() { push(SeatPicker()) }

    static let wiring: Wiring<SeatsCoordinator> = [
        .on(SeatPicker.board) { $0.state.train = $1 },
        .follows {
            $0.train.map(SeatMap.init)
        } receive: {
            $0.show($1)
        },
    ]

    private func show(_ map: SeatMap.Value) {
        update { (screen: inout SeatPicker) in (screen.number, screen.taken) = (map.number, map.taken) }
    }
}

UsherProgram(
    name: "seats",
    version: "1",
    applications: {
        [try Application("seats", title: "Seats", root: SeatsCoordinator.self, state: .init(), factory: ())]
    }
).main()
