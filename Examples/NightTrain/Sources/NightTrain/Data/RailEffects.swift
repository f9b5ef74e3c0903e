import Coordination

/// Asks the timetable for trains.
package struct FindTrains: Effect {
    package typealias Value = [Train]
    package static let name = "findTrains"
    package static let isReadOnly = true
    package var query: TripQuery
}

/// The compartments of a train, which all sessions with the train see.
package struct CompartmentMap: Topic {
    package static let name = "compartments"
    package static let count = 8
    package var run: String

    package struct Value: Codable, Equatable, Sendable {
        package var taken: [Int]
        package init(taken: [Int]) { self.taken = taken }
    }

    package init(run: String) { self.run = run }
}

/// Reads the compartments before the topic has a value.
package struct LoadCompartments: Effect {
    package typealias Value = CompartmentMap.Value
    package static let name = "loadCompartments"
    package static let isReadOnly = true
    package static let blocksScreen = false
    package var run: String
}

/// Keeps a compartment for ten minutes.
///
/// An order has one compartment, and gives back its former one.
package struct HoldCompartment: Effect {
    package static let name = "holdCompartment"
    package var run: String
    package var compartment: Int
    package var order: String?

    package enum Value: Codable, Sendable {
        /// The number of the order, which is a new one for an effect without an order.
        case held(order: String)
        case taken
    }
}

/// Gives back the compartment of an order that was not paid.
package struct ReleaseCompartment: Effect {
    package typealias Value = Nothing
    package static let name = "releaseCompartment"
    package static let blocksScreen = false
    package var order: String
}

/// Looks at the picture of a passport.
package struct ReadPassport: Effect {
    package typealias Value = PassportPicture?
    package static let name = "readPassport"
    package static let isReadOnly = true
    package var photo: UploadedFile
}

/// Prints the ticket of a paid order, which takes a while.
package struct IssueTicket: Effect {
    package typealias Value = Trip
    package static let name = "issueTicket"
    package static let retry = RetryPolicy.attempts(3)
    package static let blocksScreen = false
    package var account: String
    package var trip: Trip
}

/// Reads the trips of a user.
package struct LoadTrips: Effect {
    package typealias Value = [Trip]
    package static let name = "loadTrips"
    package static let isReadOnly = true
    package static let blocksScreen = false
    package var account: String
}

/// Stores whether a user is reminded of a trip.
package struct SaveReminder: Effect {
    package typealias Value = Trip
    package static let name = "saveReminder"
    package static let blocksScreen = false
    package var trip: String
    package var reminds: Bool
}

/// Reads by how many minutes a train is late.
package struct LoadDelay: Effect {
    package typealias Value = Int
    package static let name = "loadDelay"
    package static let isReadOnly = true
    package static let blocksScreen = false
    package var run: String
}

/// Adds breakfast to a trip that is paid for.
package struct AddBreakfast: Effect {
    package typealias Value = Trip
    package static let name = "addBreakfast"
    package var trip: String
}

/// Gives a trip back, with its number as the result.
package struct CancelTrip: Effect {
    package typealias Value = String
    package static let name = "cancelTrip"
    package var trip: String
}
