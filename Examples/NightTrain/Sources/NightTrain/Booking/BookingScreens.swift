import Coordination

/// The form for one traveler.
struct TravelerForm: Screen {
    static let name = "traveler"
    static let submit = Output<TravelerForm, Traveler>("submit")

    /// The index among the travelers.
    var index: Int
    var count: Int
    /// The last entry, when the user comes back to correct it.
    var entry: Traveler?

    var title: String { String(localized: "Traveler \(index + 1) of \(count)") }
    var view: ScreenView {
        Form(
            Self.submit,
            submit: String(localized: "Continue"),
            fields: [
                Field(
                    \Traveler.name,
                    String(localized: "Name"),
                    value: entry.map { .string($0.name) },
                    autocomplete: "name"
                ),
                Field(
                    \Traveler.discount,
                    String(localized: "Discount"),
                    .choice([
                        .init("none", String(localized: "No discount")), .init("child", String(localized: "Child")),
                        .init("senior", String(localized: "From 65")),
                    ]),
                    value: .string(entry?.discount.rawValue ?? "none")
                ),
            ]
        )
    }
}

/// A passport as the user enters it.
struct PassportEntry: Payload, Equatable {
    var number: String
    var photo: UploadedFile

    static let schema: JSONSchema = .object([
        "number": .string(minLength: 5, maxLength: 12, form: .line), "photo": UploadedFile.schema,
    ])
}

/// The form for a passport, with a picture of it.
struct PassportForm: Screen {
    static let name = "passport"
    static let submit = Output<PassportForm, PassportEntry>("submit")

    var index: Int
    var traveler: String

    var title: String { String(localized: "Passport of \(traveler)") }
    var view: ScreenView {
        Form(
            Self.submit,
            submit: String(localized: "Send"),
            fields: [
                Field(\PassportEntry.number, String(localized: "Number")),
                Field(
                    \PassportEntry.photo,
                    String(localized: "Photo of the passport"),
                    .file(types: ["image/png", "image/jpeg"], bytes: 200_000),
                    help: String(localized: "A PNG or JPEG of up to 200 KB, at least 300 pixels wide.")
                ),
            ]
        )
    }
}

/// The size and the format of the picture, as the server has read them.
struct PassportCheck: Screen {
    static let name = "passportCheck"
    static let title = "Your passport"
    static let confirm = Output<PassportCheck, Nothing>("confirm")

    var index: Int
    var number: String
    var picture: PassportPicture

    var view: ScreenView {
        Heading(String(localized: "Passport \(number)"))
        Text(String(localized: "We have a \(picture.format) of \(picture.width) × \(picture.height) pixels."))
        Button(String(localized: "That is it"), Self.confirm, role: .primary)
    }
}

/// The extras of the booking.
struct Extras: Screen {
    static let name = "extras"
    static let title = "Extras"
    static let breakfast = Output<Extras, Bool>("breakfast")
    static let bicycle = Output<Extras, Bool>("bicycle")
    static let next = Output<Extras, Nothing>("next")

    var services: ExtraServices

    var view: ScreenView {
        Toggle(
            String(localized: "Breakfast for \(ExtraServices.breakfast)"),
            Self.breakfast,
            value: services.hasBreakfast
        )
        Toggle(String(localized: "A bicycle for \(ExtraServices.bicycle)"), Self.bicycle, value: services.hasBicycle)
        Button(String(localized: "Continue"), Self.next, role: .primary)
    }
}

/// The compartments of the train as they are now.
struct CompartmentPicker: Screen {
    static let name = "compartments"
    static let title = "Compartment"
    static let choose = Output<CompartmentPicker, Int>("choose")

    var taken: [Int] = []
    /// The number of sessions that look at this train, this one included.
    var viewers = 1

    var view: ScreenView {
        if viewers > 1 { Text(String(localized: "\(viewers - 1) others are choosing now."), style: .secondary) }
        Chips(
            String(localized: "Compartment"),
            (1...CompartmentMap.count).map { number in
                taken.contains(number)
                    ? ChoiceOption("\(number)", badge: String(localized: "Taken")).keyed("\(number)")
                    : ChoiceOption("\(number)").reports(Self.choose, number).keyed("\(number)")
            }
        )
    }
}

/// The whole booking before it is paid.
struct Review: Screen {
    static let name = "review"
    static let title = "Review"
    static let pay = Output<Review, Nothing>("pay")

    var train: Train
    var travelers: [Traveler]
    var compartment: Int
    var extras: ExtraServices
    var cents: Int
    var validUntil: Timestamp

    var view: ScreenView {
        Heading(train.number)
        Text(train.departureText)
        List(Array(travelers.enumerated())) { index, traveler in
            Row(traveler.name, price: Price(traveler.price(of: train), "EUR")).keyed("\(index)")
        }
        Text(String(localized: "Compartment \(compartment)"))
        if extras.cents > 0 { Text(String(localized: "Extras for \(Price(extras.cents, "EUR"))")) }
        Text(String(localized: "This offer ends at \(validUntil, style: .time)."), style: .secondary)
        Pinned(
            Button(String(localized: "Pay"), Self.pay, role: .primary),
            title: String(localized: "Total"),
            price: Price(cents, "EUR")
        )
    }
}

/// The ticket while it is printed, and afterwards.
struct TicketPrinting: Screen {
    static let name = "ticket"
    static let title = "Your ticket"
    static let again = Output<TicketPrinting, Nothing>("again")
    static let close = Output<TicketPrinting, Nothing>("close")

    enum Stage: String, Codable, CaseIterable, Sendable { case printing, printed, failed }

    var stage = Stage.printing
    var fraction: Double?

    var disabledOutputs: [any ScreenOutput] { stage == .failed ? [] : [Self.again] }
    var view: ScreenView {
        switch stage {
        case .printing:
            Progress(String(localized: "We print your ticket."), value: fraction)
            Text(String(localized: "You can close this page. The ticket will be under your trips."), style: .secondary)
        case .printed: Heading(String(localized: "Have a good night!"))
        case .failed: Button(String(localized: "Try again"), Self.again)
        }
        Button(String(localized: "Done"), Self.close, role: .primary)
    }
}
