import Coordination

/// The number of cities that can be selected.
public enum Selection: String, Codable, CaseIterable, Sendable {
    /// One city, which a new selection replaces.
    case one
    /// Any number of cities.
    ///
    /// Selecting a selected city again removes it.
    case several
}

/// A selection of cities, as a list or a map.
struct Cities: Screen, UpdateableWithProfile {
    static let name = "cities"
    static let citySelected = Output<Cities, City.ID>("citySelected")
    static let done = Output<Cities, Nothing>("done")

    /// The name of the region, or another title, which is translated when it is drawn.
    var heading: String
    var cities: [City]
    var selected: [City]
    var selection: Selection
    var look: CitiesVariant

    private enum CodingKeys: String, CodingKey {
        case heading = "title"
        case cities, selected, selection, look
    }

    var title: String { String(localized: LocalizedText(key: heading)) }

    static let variants = CitiesVariant.allCases.map(\.rawValue)
    var variant: String? { look.rawValue }

    mutating func show(_ profile: Profile) { selected = profile.cities }

    var disabledOutputs: [any ScreenOutput] { selection == .one ? [Self.done] : [] }

    var view: ScreenView {
        if selection == .several { Button(String(localized: "Done"), Self.done, role: .primary, placement: .trailing) }
        switch look {
        case .list:
            List(cities, style: .grouped, empty: .noCities) { city in
                Row(
                    String(localized: LocalizedText(key: city.name)),
                    accessory: selected.contains(city) ? .checkmark : .none
                )
                .reports(Self.citySelected, city.name)
            }
        case .map where cities.isEmpty:
            Empty.noCities
        case .map:
            Map(
                cities.map { city in
                    Marker(
                        String(localized: LocalizedText(key: city.name)),
                        latitude: city.latitude,
                        longitude: city.longitude,
                        isSelected: selected.contains(city)
                    ).reports(Self.citySelected, city.name)
                }
            )
        }
    }
}

extension Empty {
    fileprivate static var noCities: Empty {
        Empty(String(localized: "No cities"), text: String(localized: "Check back later."), symbol: "map")
    }
}
