/// The public profile of a service provider.
public struct Profile: Codable, Equatable, Sendable {
    /// The name that clients see.
    public var name: String
    /// The cities in which the provider works, in the order of their selection.
    public var cities: [City]

    /// Creates a profile.
    public init(name: String, cities: [City] = []) {
        self.name = name
        self.cities = cities
    }
}

/// The user of the `profile` application, with the city of residence.
struct User: Codable, Equatable, Sendable {
    var name: String
    var city: City?
}
