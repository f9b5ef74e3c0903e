public import Coordination

/// A small test application: the seats of a train, which all of its users see change.
public enum SeatsApplication {
    /// Two values of each topic.
    public static let samples = Samples(payloads: ["seatPicker.board": ["7"], "seatPicker.take": [4]])
        .values(of: SeatMap.self) { _ in [.init(taken: [1]), .init(taken: [1, 2])] }
        .results(of: Publish<SeatMap>.self) { _, _ in [Nothing()] }

    /// Creates the application.
    ///
    /// - Parameter samples: The values with which tools explore it.
    /// - Returns: The application.
    /// - Throws: `ApplicationError` if the wiring has a mistake.
    public static func make(samples: Samples = samples) throws -> Application {
        try Application(
            "seats",
            title: "Seats",
            root: SeatsCoordinator.self,
            state: .init(),
            factory: (),
            samples: samples
        )
    }
}

/// The seats of a train that are taken.
public struct SeatMap: Topic {
    /// The name `seatMap`.
    public static let name = "seatMap"

    /// The number of the train.
    public var train: String

    /// The seats of a train that are taken.
    public struct Value: Codable, Equatable, Sendable {
        /// The numbers of the seats, in order.
        public var taken: [Int]

        /// Names the seats.
        public init(taken: [Int]) { self.taken = taken }
    }

    /// Names a train.
    public init(train: String) { self.train = train }
}

/// The map of seats.
public struct SeatPicker: Screen {
    /// The name `seatPicker`.
    public static let name = "seatPicker"
    static let take = Output<SeatPicker, Int>("take")
    static let leave = Output<SeatPicker, Nothing>("leave")
    static let board = Output<SeatPicker, String>("board")

    /// The train that it shows.
    public var train: String?
    /// The seats that are taken.
    public var taken: [Int] = []
    /// The number of sessions that show the train.
    public var viewers = 0
}

/// The coordinator of the seats.
public final class SeatsCoordinator: ApplicationCoordinator {
    /// What the coordinator knows.
    public struct State: CoordinatorState {
        var train: String?
        /// The values that have come, for tests of how often they do.
        public var received = 0
    }

    /// Shows the seats of no train.
    public func start() { push(SeatPicker()) }

    /// The events that it handles.
    public static let wiring: Wiring<SeatsCoordinator> = [
        .on(SeatPicker.board) { $0.board($1) },
        .on(SeatPicker.leave) { $0.board(nil) },
        .on(SeatPicker.take) { try $0.take($1) },
        .follows {
            $0.train.map(SeatMap.init)
        } receive: {
            try $0.show($1)
        },
        .follows {
            $0.train.map { Presence(of: SeatMap(train: $0)) }
        } receive: { flow, followers in
            flow.update { (screen: inout SeatPicker) in screen.viewers = followers.count }
        },
        .publishes(SeatMap.self),
    ]

    private func board(_ train: String?) {
        state.train = train
        update { (screen: inout SeatPicker) in screen = SeatPicker(train: train) }
    }

    private func take(_ seat: Int) throws {
        guard let train = state.train else { return }
        var taken: [Int] = []
        update { (screen: inout SeatPicker) in
            if !screen.taken.contains(seat) { screen.taken.append(seat) }
            taken = screen.taken
        }
        publish(SeatMap.Value(taken: taken), to: SeatMap(train: train))
    }

    private func show(_ map: SeatMap.Value) throws {
        guard !map.taken.contains(13) else { throw Rejection("seat.unlucky", "There is no seat 13.") }
        var isNew = false
        update { (screen: inout SeatPicker) in
            isNew = screen.taken != map.taken
            screen.taken = map.taken
        }
        if isNew { state.received += 1 }
    }
}

extension NavigationState {
    /// The picker of seats, or `nil` for another application.
    public var seatPicker: SeatPicker? { screens.compactMap { $0.screen as? SeatPicker }.first }
}
