import Coordination

extension Row {
    /// Creates a row with the delivery city, from which the user can choose another one.
    init(city: String?) {
        self.init(
            String(localized: "City"),
            subtitle: city.map { String(localized: LocalizedText(key: $0)) } ?? String(localized: "Not set"),
            picture: .symbol("map"),
            accessory: .disclosure
        )
    }
}
