import Coordination
import JSON
import Threads

/// What is said of a tab in whatever session: the members after its key, up to its content.
///
/// The same few labels stand in every document, so their texts are kept.
final class TabText: Sendable {
    private let label: TabLabel
    private let members: [UInt8]

    private init(_ label: TabLabel) {
        self.label = label
        var writer = JSONWriter()
        writer.beginObject()
        let start = writer.count
        writer.member("name", label.name)
        writer.member("title", label.title)
        if let symbol = label.symbol {
            writer.key("image")
            Picture.symbol(symbol).write(to: &writer)
        }
        if let badge = label.badge { writer.member("badge", badge) }
        members = writer.bytes(start..<writer.count)
    }

    private static let known = DirectMappedCache<TabText>(places: 256)

    /// The text of a label.
    static func of(_ label: TabLabel) -> TabText {
        // A text holds on to its label, so no other one is ever in the label's place.
        known.value(hash: ObjectIdentifier(label).hashValue, where: { $0.label === label }, make: { TabText(label) })
    }

    /// Writes the members of a tab's object.
    func write(to writer: inout JSONWriter) {
        writer.rawMembers(members)
    }
}
