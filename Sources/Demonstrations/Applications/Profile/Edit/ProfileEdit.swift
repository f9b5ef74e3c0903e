import Coordination

/// A screen that shows the profile, which the coordinator updates with every change.
protocol UpdateableWithProfile {
    /// Copies the part of the profile that the screen shows.
    mutating func show(_ profile: Profile)
}

/// The profile, with a form for the name and a row that opens the selection of cities.
struct ProfileEdit: Screen, UpdateableWithProfile {
    static let name = "profileEdit"
    static let selectCity = Output<ProfileEdit, Nothing>("selectCity")
    static let save = Output<ProfileEdit, ProfileEntry>("save")

    var profile: Profile
    var selection: Selection

    static let title = "Edit profile"

    mutating func show(_ profile: Profile) { self.profile = profile }

    var view: ScreenView {
        List(sections: [
            Section(
                String(localized: "Where you work"),
                rows: [
                    Row(
                        selection == .one ? String(localized: "City") : String(localized: "Cities"),
                        subtitle: cities,
                        picture: .symbol("map"),
                        accessory: .disclosure
                    ).reports(Self.selectCity)
                ]
            )
        ])
        Form(
            Self.save,
            submit: String(localized: "Save"),
            fields: [Field("name", String(localized: "Name"), value: .string(profile.name), autocomplete: "name")]
        )
    }

    private var cities: String {
        profile.cities.isEmpty
            ? String(localized: "Not set")
            : String(localized: LocalizedText(listing: profile.cities.map(\.name)))
    }
}

/// The part of a profile that the user types.
struct ProfileEntry: Payload {
    var name: String

    static let schema: JSONSchema = .object(["name": .string(minLength: 1, maxLength: 80, form: .line)])
}
