#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import MapKit
import SwiftUI
import UsherRendering

/// Places on a map, and below it the same places as rows, for people who don't use the map.
struct MapElementView: View {
    let map: MapElement
    let id: ControlID
    @Environment(RenderingModel.self) private var model

    var body: some View {
        Section {
            Map(initialPosition: position, selection: selection) {
                ForEach(map.markers) { marker in
                    Marker(
                        marker.title,
                        coordinate: CLLocationCoordinate2D(latitude: marker.latitude, longitude: marker.longitude)
                    )
                    .tag(marker.key)
                }
            }
            .frame(height: 280)
            .listRowInsets(EdgeInsets(top: 0, leading: 0, bottom: 0, trailing: 0))
            .accessibilityLabel(Text(verbatim: model.words.map))
            ForEach(map.markers) { marker in line(marker) }
        }
    }

    private var position: MapCameraPosition {
        guard let region = map.region else { return .automatic }
        return .region(
            MKCoordinateRegion(
                center: CLLocationCoordinate2D(latitude: region.latitude, longitude: region.longitude),
                span: MKCoordinateSpan(latitudeDelta: region.height, longitudeDelta: region.width)
            )
        )
    }

    private var selection: Binding<String?> {
        Binding(
            get: { map.markers.first(where: \.isSelected)?.key },
            set: { key in
                guard let marker = map.markers.first(where: { $0.key == key }) else { return }
                press(marker)
            }
        )
    }

    @ViewBuilder
    private func line(_ marker: MapPlace) -> some View {
        let content = HStack {
            Text(verbatim: marker.title).frame(maxWidth: .infinity, alignment: .leading)
            if marker.isSelected { SymbolView(name: "checkmark").foregroundStyle(Color.accentColor) }
        }
        if let report = marker.report {
            Button {
                press(marker)
            } label: {
                content
            }
            .disabled(!model.availability(of: report.output, at: id.part(marker.key)).looksEnabled)
            .described(AccessibilityDescription(marker))
        } else {
            content.described(AccessibilityDescription(marker))
        }
    }

    private func press(_ marker: MapPlace) {
        if let report = marker.report { model.press(report, at: id.part(marker.key)) }
    }
}

/// Dated steps in their order.
struct TimelineElementView: View {
    let timeline: TimelineElement
    let headingLevel: Int
    @Environment(RenderingModel.self) private var model

    var body: some View {
        Section {
            ForEach(timeline.steps) { step in
                Label {
                    VStack(alignment: .leading) {
                        Text(verbatim: step.title).style(step.status == .current ? .price : .title)
                        if let text = step.text { Text(verbatim: text).style(.subtitle) }
                        if let time = step.time { Text(verbatim: model.figures.dateAndTime(time)).style(.subtitle) }
                    }
                } icon: {
                    Image(systemName: symbol(of: step.status))
                        .foregroundStyle(step.status == .upcoming ? Color.secondary : Color.accentColor)
                }
                .described(AccessibilityDescription(step, model.figures, model.words))
            }
        } header: {
            SectionHeader(text: timeline.label, level: headingLevel)
        }
    }

    private func symbol(of status: TimelineStep.Status) -> String {
        switch status {
        case .done: "checkmark.circle.fill"
        case .current: "circle.inset.filled"
        case .upcoming: "circle"
        }
    }
}
#endif
