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

    /// Returns the profile with the changes that lead from one profile to another, so that other changes of it stay.
    ///
    /// - Parameters:
    ///   - base: The profile before the changes.
    ///   - changed: The profile after them.
    /// - Returns: The profile with both.
    public func applying(changesFrom base: Profile, to changed: Profile) -> Profile {
        Profile(
            name: changed.name == base.name ? name : changed.name,
            cities: changed.cities == base.cities ? cities : changed.cities
        )
    }
}

/// The user of the `profile` application, with the city of residence.
struct User: Codable, Equatable, Sendable {
    var name: String
    var city: City?
}
