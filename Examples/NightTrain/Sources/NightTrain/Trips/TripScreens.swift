import Coordination

/// The user's trips.
struct TripList: Screen {
    static let name = "trips"
    static let title = "Trips"
    static let open = Output<TripList, String>("open")

    var trips: [Trip]

    var view: ScreenView {
        List(trips, empty: Empty(String(localized: "No trips yet"), symbol: "calendar")) {
            Row("\($0.train.from.name) – \($0.train.to.name)", subtitle: $0.train.departureText, accessory: .disclosure)
                .reports(Self.open, $0.id)
        }
    }
}

/// One trip with its ticket.
struct TripDetail: Screen {
    static let name = "trip"
    static let remind = Output<TripDetail, Bool>("remind")
    static let breakfast = Output<TripDetail, Nothing>("breakfast")
    static let cancel = Output<TripDetail, Nothing>("cancel")

    var trip: Trip
    /// The address of the picture of the ticket.
    var ticket: String
    /// By how many minutes the train is late, if that is known.
    var delay: Int?

    var title: String { trip.train.number }
    var view: ScreenView {
        Heading("\(trip.train.from.name) – \(trip.train.to.name)")
        Text(trip.train.departureText)
        if let delay, delay > 0 { Text(String(localized: "The train is \(delay) minutes late.")) }
        Image(.url(ticket, alternative: String(localized: "Ticket \(trip.id)")), aspect: 2)
        Text(String(localized: "Compartment \(trip.compartment)"))
        Toggle(String(localized: "Remind me an hour before"), Self.remind, value: trip.reminds)
        if trip.extras.hasBreakfast {
            Text(String(localized: "With breakfast"), style: .secondary)
        } else {
            Button(String(localized: "Add breakfast for \(ExtraServices.breakfast)"), Self.breakfast)
        }
        Button(String(localized: "Cancel this trip"), Self.cancel, role: .destructive)
    }
}

/// The question before a trip is given back.
struct CancelQuestion: Screen {
    static let name = "cancelTrip"
    static let confirm = Output<CancelQuestion, Nothing>("confirm")
    static let keep = Output<CancelQuestion, Nothing>("keep")

    var trip: String

    var view: ScreenView {
        Confirm(
            String(localized: "Cancel this trip?"),
            text: String(localized: "You get the price of the beds back."),
            actions: [
                Button(String(localized: "Cancel the trip"), Self.confirm, role: .destructive),
                Button(String(localized: "Keep it"), Self.keep, role: .cancel),
            ]
        )
    }
}
