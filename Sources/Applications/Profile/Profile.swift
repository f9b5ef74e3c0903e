/// Somebody who offers services, as others see them.
public struct Profile: Codable, Equatable, Sendable {
    /// What they are called.
    public var name: String
    /// Where they work, in the order in which they said so.
    public var cities: [City]

    /// Describes a profile.
    public init(name: String, cities: [City] = []) {
        self.name = name
        self.cities = cities
    }
}

/// Somebody who lives somewhere.
struct User: Codable, Equatable, Sendable {
    var name: String
    var city: City?
}
