import Coordination

/// A city on the map.
public struct City: Codable, Equatable, Hashable, Sendable {
    /// The name of a city; in this application no two have the same.
    public typealias ID = String

    /// What it is called.
    public var name: String
    /// Degrees north (WGS 84).
    public var latitude: Double
    /// Degrees east (WGS 84).
    public var longitude: Double
}

/// A part of the country, with cities.
public struct Region: Codable, Equatable, Sendable {
    /// The name of a region.
    public typealias ID = String

    /// What it is called.
    public var name: String
    /// The cities in it.
    public var cities: [City]
}

/// Where people can live and work.
public struct Geography: Codable, Equatable, Sendable {
    /// The cities that are offered for living in.
    public var demo: [City]
    /// The cities that are regions of their own.
    public var federal: [City]
    /// The other regions, in the order of their names.
    public var regions: [Region]

    /// The cities and regions that come with the package.
    public static let shipped: Self = packaged(PackageResources.geography_json, "cities and regions")

    /// The region that a client names.
    ///
    /// - Throws: A ``Refusal`` when there is none.
    func region(_ id: Region.ID) throws -> Region {
        guard let region = regions.first(where: { $0.name == id }) else {
            throw Refusal("region.unknown", "There is no region '\(id)' on the list.")
        }
        return region
    }
}

extension [City] {
    /// The city that a client names.
    ///
    /// - Throws: A ``Refusal`` when it is not among these.
    func city(_ id: City.ID) throws -> City {
        guard let city = first(where: { $0.name == id }) else {
            throw Refusal("city.unknown", "There is no city '\(id)' on the list.")
        }
        return city
    }
}
