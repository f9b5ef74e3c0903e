import Coordination
import JSON

extension List {
    /// Writes `style`, `sections` and `empty`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("style", style.rawValue)
        writer.member("sections", array: sections.filter { !$0.rows.isEmpty || $0.footer != nil }) { section, writer in
            writer.object { section.writeMembers(to: &$0) }
        }
        guard let empty, sections.allSatisfy(\.rows.isEmpty) else { return }
        writer.member("empty") { empty.writeMembers(to: &$0) }
    }
}

extension Section {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("header", header)
        writer.member("footer", footer)
        writer.member("rows", array: rows) { row, writer in
            writer.object { row.writeMembers(to: &$0) }
        }
    }
}

extension Row {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("title", title)
        writer.member("subtitle", subtitle)
        if let picture { writer.member("image") { picture.writeMembers(to: &$0) } }
        writer.member("badge", badge)
        writer.member("price", price)
        writer.member("accessory", accessory == .none ? nil : accessory.rawValue)
        writer.member("time", time)
        if let report { writer.member("report") { report.writeMembers(to: &$0) } }
        guard let control else { return }
        writer.key("control")
        ViewDocument.write(control, to: &writer)
    }
}

extension Map {
    /// Writes the member `markers` of a map.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("markers", array: markers) { marker, writer in
            writer.object { marker.writeMembers(to: &$0) }
        }
    }
}

extension Marker {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("title", title)
        writer.member("latitude", latitude)
        writer.member("longitude", longitude)
        writer.flag("selected", isSelected)
        if let report { writer.member("report") { report.writeMembers(to: &$0) } }
    }
}
