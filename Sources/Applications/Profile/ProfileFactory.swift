public import Coordination

/// What the profile flows build their screens with.
public protocol ProfileFactory: Sendable {
    /// Where people can live and work.
    var geography: Geography { get }
    /// Which look of the cities a session gets.
    var citiesLooks: Experiment<CitiesLook> { get }
}

/// The two looks of the cities; whoever shows them does not know which it is.
public enum CitiesLook: String, Codable, CaseIterable, Sendable {
    /// One under the other.
    case list
    /// Where they are.
    case map
}

extension ProfileFactory {
    /// Makes the screen that offers cities.
    ///
    /// - Parameters:
    ///   - title: What it is called.
    ///   - cities: What it offers.
    ///   - selected: What is chosen already.
    ///   - selection: How many may be chosen.
    ///   - look: How it looks.
    func makeCities(
        _ title: String,
        _ cities: [City],
        selected: [City],
        selection: Selection = .one,
        look: CitiesLook
    ) -> Cities {
        Cities(title: title, cities: cities, selected: selected, selection: selection, look: look)
    }
}

/// The cities and regions that come with the package, in one look or the other.
public struct DemoProfileFactory: ProfileFactory {
    /// Where people can live and work.
    public let geography: Geography
    /// Which look of the cities a session gets.
    public let citiesLooks: Experiment<CitiesLook>

    /// Reads the geography.
    ///
    /// - Parameter citiesLooks: Which look of the cities a session gets; half of them each by default.
    public init(citiesLooks: Experiment<CitiesLook> = Experiment("citiesLook")) {
        geography = Geography.shipped
        self.citiesLooks = citiesLooks
    }
}
