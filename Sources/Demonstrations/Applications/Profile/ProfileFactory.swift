public import Coordination

/// The data and screens that the profile flows need.
public protocol ProfileFactory: Sendable {
    /// The cities and regions to offer.
    var geography: Geography { get }
    /// The experiment that chooses a session's variant of the cities screen.
    var citiesLooks: Experiment<CitiesVariant> { get }
}

/// The two variants of the cities screen, which coordinators treat alike.
public enum CitiesVariant: String, Codable, CaseIterable, Sendable {
    /// The cities in a list.
    case list
    /// The cities as markers on a map.
    case map
}

extension ProfileFactory {
    /// Creates the screen on which the user selects cities.
    ///
    /// - Parameters:
    ///   - title: The title of the screen.
    ///   - cities: The cities to offer.
    ///   - selected: The cities that are selected already.
    ///   - selection: The number of cities that can be selected.
    ///   - look: The variant of the screen.
    /// - Returns: The screen, for a coordinator to push.
    func makeCities(
        _ title: String,
        _ cities: [City],
        selected: [City],
        selection: Selection = .one,
        look: CitiesVariant
    ) -> Cities {
        Cities(heading: title, cities: cities, selected: selected, selection: selection, look: look)
    }
}

/// The factory for the bundled cities and regions.
public struct DemoProfileFactory: ProfileFactory {
    /// The bundled cities and regions.
    public let geography: Geography
    /// The experiment that chooses a session's variant of the cities screen.
    public let citiesLooks: Experiment<CitiesVariant>

    /// Loads the bundled geography.
    ///
    /// - Parameter citiesLooks: The experiment for the cities screen. By default each variant gets half of the sessions.
    public init(citiesLooks: Experiment<CitiesVariant> = Experiment("citiesLook")) {
        geography = Geography.shipped
        self.citiesLooks = citiesLooks
    }
}
