import Foundation
import UsherClient

/// Places on a map.
public struct MapElement: Sendable, Hashable {
    /// The places in their order.
    public let markers: [MapPlace]

    init(_ document: JSONValue) {
        markers = (document["markers"]?.array ?? []).enumerated().compactMap { MapPlace($1, index: $0) }
    }

    /// The part of the earth that shows all places.
    ///
    /// - Returns: The middle and the size in degrees with some room around, or `nil` without places.
    public var region: (latitude: Double, longitude: Double, height: Double, width: Double)? {
        let (latitudes, longitudes) = (markers.map(\.latitude), markers.map(\.longitude))
        guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
            let east = longitudes.max()
        else { return nil }
        // Places on both sides of the 180th degree are closer to each other across it.
        let moved = longitudes.map { $0 < 0 ? $0 + 360 : $0 }
        let (movedWest, movedEast) = (moved.min() ?? west, moved.max() ?? east)
        let isAcross = movedEast - movedWest < east - west
        let (left, right) = isAcross ? (movedWest, movedEast) : (west, east)
        let middle = (left + right) / 2
        return (
            (south + north) / 2, middle > 180 ? middle - 360 : middle, min(max((north - south) * 1.4, 0.02), 170),
            min(max((right - left) * 1.4, 0.02), 350)
        )
    }
}

/// A place on a map.
public struct MapPlace: Sendable, Hashable, Identifiable {
    /// The key, which is unique among the places of the map.
    public let key: String
    /// The name of the place.
    public let title: String
    /// The degrees north of the equator.
    public let latitude: Double
    /// The degrees east of Greenwich.
    public let longitude: Double
    /// Whether the place is chosen.
    public let isSelected: Bool
    /// The report of a press, or `nil` for a place that is no button.
    public let report: Report?

    /// The key of the place.
    public var id: String { key }

    init?(_ document: JSONValue, index: Int) {
        guard let latitude = document["latitude"]?.double, let longitude = document["longitude"]?.double,
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        key = document["key"]?.string ?? "\(index)"
        title = document.text("title")
        self.latitude = latitude
        self.longitude = longitude
        isSelected = document["selected"]?.bool ?? false
        report = Report(document["report"])
    }
}

/// Dated steps in their order.
public struct TimelineElement: Sendable, Hashable {
    /// The words that name the steps.
    public let label: String?
    /// The steps in their order.
    public let steps: [TimelineStep]

    init(_ document: JSONValue) {
        label = document["label"]?.string
        steps = (document["steps"]?.array ?? []).enumerated().map { TimelineStep($1, index: $0) }
    }
}

/// A step of a timeline.
public struct TimelineStep: Sendable, Hashable, Identifiable {
    /// The stages of a step.
    public enum Status: String, Sendable {
        /// The step is behind.
        case done
        /// The step is in progress.
        case current
        /// The step is still to come.
        case upcoming
    }

    /// The key, which is unique among the steps.
    public let key: String
    /// The name of the step.
    public let title: String
    /// The explanation of the step.
    public let text: String?
    /// The time of the step.
    public let time: Date?
    /// The stage of the step.
    public let status: Status

    /// The key of the step.
    public var id: String { key }

    init(_ document: JSONValue, index: Int) {
        key = document["key"]?.string ?? "\(index)"
        title = document.text("title")
        text = document["text"]?.string
        time = document["time"]?.date
        status = document["status"]?.string.flatMap(Status.init) ?? .upcoming
    }
}
