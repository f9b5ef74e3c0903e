/// Places on a map (`map`).
public struct Map: ViewElement {
    package let markers: [Marker]

    /// A map that shows these places.
    public init(_ markers: [Marker]) {
        self.markers = markers
    }

    /// A map.
    public var content: ElementContent { .map(self) }

    /// What the markers report.
    public var reports: [Report] { markers.compactMap(\.report) }
}

/// A place on a ``Map``.
public struct Marker: Sendable {
    package let title: String
    package let latitude: Double
    package let longitude: Double
    package let isSelected: Bool
    package private(set) var report: Report?

    /// A place by its coordinates in degrees (WGS 84), north and east positive.
    ///
    /// - Parameters:
    ///   - title: What it is called.
    ///   - latitude: Degrees north.
    ///   - longitude: Degrees east.
    ///   - isSelected: Whether the user has chosen it.
    public init(_ title: String, latitude: Double, longitude: Double, isSelected: Bool = false) {
        self.title = title
        self.latitude = latitude
        self.longitude = longitude
        self.isSelected = isSelected
    }

    /// The same place, reporting an output with this value when it is chosen.
    public func reports<Source, Value>(_ output: Output<Source, Value>, _ value: Value) -> Marker {
        var marker = self
        marker.report = Report(output, value)
        return marker
    }
}
