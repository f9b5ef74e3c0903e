// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The declarations of MapKit for SwiftUI that the package uses, without what they do. The signatures are Apple's, from its
// documentation, without the parameters that have defaults and are not used.

@_exported import Foundation
import SwiftUI

public typealias CLLocationDegrees = Double

public struct CLLocationCoordinate2D: Sendable {
    public var latitude: CLLocationDegrees
    public var longitude: CLLocationDegrees
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

public struct MKCoordinateSpan: Sendable {
    public var latitudeDelta: CLLocationDegrees
    public var longitudeDelta: CLLocationDegrees
    public init(latitudeDelta: CLLocationDegrees, longitudeDelta: CLLocationDegrees) {
        self.latitudeDelta = latitudeDelta
        self.longitudeDelta = longitudeDelta
    }
}

public struct MKCoordinateRegion: Sendable {
    public var center: CLLocationCoordinate2D
    public var span: MKCoordinateSpan
    public init(center: CLLocationCoordinate2D, span: MKCoordinateSpan) {
        self.center = center
        self.span = span
    }
}

public struct MapCameraPosition: Sendable {
    public static var automatic: MapCameraPosition { MapCameraPosition() }
    public static func region(_ region: MKCoordinateRegion) -> MapCameraPosition { MapCameraPosition() }
}

/// An annotation of earlier versions, so that no type of the package has its name.
public struct MapMarker {}

@MainActor @preconcurrency public protocol MapContent {}

public struct TaggedMapContent<Content: MapContent>: MapContent {}

extension MapContent {
    public func tag<V: Hashable>(_ tag: V) -> some MapContent { TaggedMapContent<Self>() }
}

public struct Marker<Label: View>: MapContent {}

extension Marker where Label == SwiftUI.Label<Text, Image> {
    public init<S: StringProtocol>(_ title: S, coordinate: CLLocationCoordinate2D) {}
}

extension ForEach: MapContent where Content: MapContent {
    public init(_ data: Data, @MapContentBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID { self.init(data) }
}

@resultBuilder public struct MapContentBuilder {
    public static func buildBlock<Content: MapContent>(_ content: Content) -> Content { content }
    public static func buildExpression<Content: MapContent>(_ content: Content) -> Content { content }
}

public struct MapContentView<SelectionValue: Hashable, Content: MapContent>: PrimitiveView {}

public struct Map<Content: View>: PrimitiveView {}

extension Map {
    public init<SelectedValue: Hashable, C: MapContent>(
        initialPosition: MapCameraPosition = .automatic,
        selection: Binding<SelectedValue?>,
        @MapContentBuilder content: () -> C
    ) where Content == MapContentView<SelectedValue, C> {}
}
