import Coordination

/// A city with its position on the map.
public struct City: Codable, Equatable, Hashable, Sendable {
    /// The name of a city, unique in this application.
    public typealias ID = String

    /// The name, which also identifies the city.
    public var name: String
    /// Degrees north (WGS 84).
    public var latitude: Double
    /// Degrees east (WGS 84).
    public var longitude: Double
}

/// A part of the country, with its cities.
public struct Region: Codable, Equatable, Sendable {
    /// The name of a region, unique in the geography.
    public typealias ID = String

    /// The name, which also identifies the region.
    public var name: String
    /// The cities in the region.
    public var cities: [City]
}

/// The cities and regions that the profile flows offer.
public struct Geography: Codable, Equatable, Sendable {
    /// The cities that a user can live in.
    public var demo: [City]
    /// The cities that are regions of their own.
    public var federal: [City]
    /// The other regions, ordered by name.
    public var regions: [Region]

    /// The bundled cities and regions.
    public static let shipped: Self = decodeEmbedded(PackageResources.geography_json, "cities and regions")

    /// Returns the region with an ID that a client sent.
    ///
    /// - Throws: A ``Rejection`` when there is none.
    func region(_ id: Region.ID) throws -> Region {
        guard let region = regions.first(where: { $0.name == id }) else {
            throw Rejection("region.unknown", "There is no region '\(id)' on the list.")
        }
        return region
    }
}

extension [City] {
    /// Returns the city with an ID that a client sent.
    ///
    /// - Throws: A ``Rejection`` when the array does not contain it.
    func city(_ id: City.ID) throws -> City {
        guard let city = first(where: { $0.name == id }) else {
            throw Rejection("city.unknown", "There is no city '\(id)' on the list.")
        }
        return city
    }
}
