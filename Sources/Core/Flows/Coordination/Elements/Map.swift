/// Markers on a map (`map`).
///
/// ```swift
/// Map(shops.map { Marker($0.name, latitude: $0.latitude, longitude: $0.longitude).reports(Shops.shopSelected, $0.id) })
/// ```
public struct Map: ViewElement, ContractElement {
    static let kind = "map"
    package let markers: [Marker]

    /// Creates a map with these markers.
    public init(_ markers: [Marker]) {
        self.markers = markers
    }

    /// The content as an ``ElementContent/map(_:)``.
    public var content: ElementContent { .map(self) }

    func visit(_ members: inout some Members) {
        members.value("markers", Keyed(markers))
    }
}

/// A marked position on a ``Map``.
///
/// ```swift
/// Marker("Berlin", latitude: 52.52, longitude: 13.405).reports(Shops.shopSelected, "berlin")
/// ```
public struct Marker: Sendable, KeyedPart {
    static let component = "Marker"
    package let title: String
    package let latitude: Double
    package let longitude: Double
    package let isSelected: Bool
    package private(set) var report: Report?
    package private(set) var key: String?

    /// Creates a marker at coordinates in degrees (WGS 84), north and east positive.
    ///
    /// - Parameters:
    ///   - title: The name of the position.
    ///   - latitude: Degrees north.
    ///   - longitude: Degrees east.
    ///   - isSelected: Whether the user has chosen it.
    public init(_ title: String, latitude: Double, longitude: Double, isSelected: Bool = false) {
        self.title = title
        self.latitude = latitude
        self.longitude = longitude
        self.isSelected = isSelected
    }

    /// Returns the marker with an output and value that it reports when the user chooses it.
    public func reports<Source, Value>(_ output: Output<Source, Value>, _ value: Value) -> Marker {
        var marker = self
        marker.report = Report(output, value)
        return marker
    }

    /// Returns the marker with a key, by which clients recognize it in the next state.
    ///
    /// Without one, the key is derived from the payload that the marker reports, or from the title. It must be unique on the
    /// map, and the same as long as the marker stands for the same thing.
    public func keyed(_ key: String) -> Marker {
        var marker = self
        marker.key = key
        return marker
    }

    func visit(_ members: inout some Members) {
        members.text("title", title)
        members.value("latitude", latitude, "Degrees north (WGS 84).")
        members.value("longitude", longitude, "Degrees east (WGS 84).")
        members.flag("selected", isSelected)
        members.value("report", report)
    }

    /// The key from the marker's report, or its title.
    var derivedKey: String { report?.key() ?? String(keyFrom: title) }
}
