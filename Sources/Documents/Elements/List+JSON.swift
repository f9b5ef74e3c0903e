package import Coordination
package import JSON

extension List {
    /// Writes `style`, `sections`, `source`, `more` and `empty`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("style", style.rawValue)
        let shown = sections.filter { !$0.rows.isEmpty || $0.footer != nil }
        // The keys of rows are unique in the whole list, so that a row may move to another section.
        var rowKeys = ElementKeys(reserving: shown.flatMap { $0.rows.compactMap { $0.key } })
        writer.member("sections", parts: shown) { $0.writeMembers(to: &$1, &rowKeys) }
        if let source {
            writer.member("source") { writer in
                writer.member("name", type(of: source).name)
                writer.member("version", source.version)
            }
        }
        if let more { writer.member("more") { more.writeMembers(to: &$0) } }
        guard let empty, sections.allSatisfy(\.rows.isEmpty) else { return }
        writer.member("empty") { empty.writeMembers(to: &$0) }
    }
}

extension RowPage {
    /// Writes the rows as the elements of an array.
    package func writeRows(to writer: inout JSONWriter) {
        var keys = ElementKeys(reserving: rows.compactMap { $0.key })
        writer.parts(rows, &keys) { $0.writeMembers(to: &$1) }
    }
}

extension Section {
    fileprivate func writeMembers(to writer: inout JSONWriter, _ rowKeys: inout ElementKeys) {
        writer.member("header", header)
        writer.member("footer", footer)
        writer.member("rows", parts: rows, &rowKeys) { $0.writeMembers(to: &$1) }
    }
}

extension Row {
    /// Writes `title`, `lang`, `subtitle`, `image`, `badge`, `price`, `accessory`, `time`, `report` and `control`.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("title", title)
        writer.member("lang", language)
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
        writer.member("markers", parts: markers) { $0.writeMembers(to: &$1) }
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
