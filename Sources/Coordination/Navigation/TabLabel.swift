import JSON
import Threads

/// What a tab shows of itself, apart from what is in it.
///
/// Labels that are alike are mostly one object, however many sessions have them; so a container costs little to copy, and
/// what is written of a label is written once.
public final class TabLabel: Sendable {
    /// The name that the application uses for the tab.
    public let name: String
    /// The text on the tab.
    public let title: String
    /// The picture on the tab, by its meaning; see ``Picture/symbol(_:alternative:)``.
    public let symbol: String?
    /// A short text in a mark on the tab, such as a count.
    public let badge: String?

    /// The members `name`, `title`, `symbol` and `badge` in JSON.
    let text: [UInt8]

    private init(name: String, title: String, symbol: String?, badge: String?) {
        self.name = name
        self.title = title
        self.symbol = symbol
        self.badge = badge
        var writer = JSONWriter()
        writer.beginObject()
        let start = writer.count
        writer.member("name", name)
        writer.member("title", title)
        writer.member("symbol", symbol)
        writer.member("badge", badge)
        text = writer.bytes(start..<writer.count)
    }

    private static let known = DirectMappedCache<TabLabel>(places: 1_024)

    /// The label that says this.
    static func label(name: String, title: String, symbol: String?, badge: String?) -> TabLabel {
        var hasher = Hasher()
        hasher.combine(name)
        hasher.combine(title)
        hasher.combine(symbol)
        hasher.combine(badge)
        return known.value(hash: hasher.finalize()) { label in
            // Text that looks the same may differ in its bytes.
            label.name.utf8.elementsEqual(name.utf8) && label.title.utf8.elementsEqual(title.utf8)
                && label.symbol.isSame(as: symbol) && label.badge.isSame(as: badge)
        } make: {
            TabLabel(name: name, title: title, symbol: symbol, badge: badge)
        }
    }
}

extension TabLabel: Equatable {
    /// Whether two labels say the same.
    public static func == (first: TabLabel, second: TabLabel) -> Bool {
        first === second
            || first.name == second.name && first.title == second.title && first.symbol == second.symbol
                && first.badge == second.badge
    }
}

extension String? {
    fileprivate func isSame(as other: String?) -> Bool {
        switch (self, other) {
        case (let text?, let other?): text.utf8.elementsEqual(other.utf8)
        case (nil, nil): true
        default: false
        }
    }
}
