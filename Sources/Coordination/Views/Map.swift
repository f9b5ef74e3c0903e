public import JSON

/// Places on a map (`map`).
public struct Map: ViewElement {
    private let markers: [Marker]

    /// A map that shows these places.
    public init(_ markers: [Marker]) {
        self.markers = markers
    }

    /// `map`.
    public var kind: String { "map" }

    /// What the markers report.
    public var reports: [Report] { markers.compactMap(\.report) }

    /// Writes `markers`.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.key("markers")
        writer.beginArray()
        for marker in markers { marker.write(to: &writer) }
        writer.endArray()
    }
}

/// A place on a ``Map``.
public struct Marker: Sendable {
    private let title: String
    private let latitude: Double
    private let longitude: Double
    private let isSelected: Bool
    private(set) var report: Report?

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

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("title", title)
        writer.member("latitude", latitude)
        writer.member("longitude", longitude)
        writer.flag("selected", isSelected)
        writer.member("report", report)
        writer.endObject()
    }
}
