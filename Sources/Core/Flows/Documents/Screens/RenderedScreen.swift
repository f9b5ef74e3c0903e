import Coordination
import Glibc

/// The text of one version of a screen, without the parts that depend on the screens above it.
///
/// It is a class because consecutive documents of a session refer to the texts of the same screens.
final class RenderedScreen: Sendable {
    /// The route of the screen in its container, after its key.
    let route: [UInt8]
    /// The screen itself, up to its outputs.
    let body: [UInt8]
    /// The members of the screen in ``body``, except its outputs.
    let members: RenderedMembers
    /// Whether it has the text of a sealed text.
    let hasSecret: Bool

    /// Makes a text from its two pieces, with the places of the parts that a patch compares.
    init(route: [UInt8], body: [UInt8], members: RenderedMembers, hasSecret: Bool) {
        self.route = route
        self.body = body
        self.members = members
        self.hasSecret = hasSecret
    }

    /// The number of bytes of both pieces.
    var bytes: Int { route.count + body.count }
}

extension Span<UInt8> {
    /// Returns whether the bytes are the same, compared in large pieces (memcmp(3)).
    func isSame(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return unsafe withUnsafeBytes { first in
            unsafe other.withUnsafeBytes { second in
                guard let first = first.baseAddress, let second = second.baseAddress else { return true }
                return unsafe memcmp(first, second, count) == 0
            }
        }
    }
}

/// The texts of the screens of one document, in the order of their keys.
struct RenderedScreens: Sendable {
    struct Entry {
        let key: Key
        let version: UInt64
        let text: RenderedScreen
    }

    private(set) var entries: [Entry] = []

    /// The text of a screen, or `nil` if there is none.
    subscript(key: Key) -> RenderedScreen? { entries.index(of: key, by: \.key).map { entries[$0].text } }

    /// Whether one of them has the text of a sealed text.
    var hasSecret: Bool { entries.contains { $0.text.hasSecret } }

    /// The number of bytes of all texts.
    var bytes: Int { entries.reduce(0) { $0 + $1.text.bytes } }

    /// The screen with the most bytes, and their number.
    var largest: (key: Key, bytes: Int)? {
        entries.map { ($0.key, $0.text.bytes) }.max { $0.1 < $1.1 }
    }

    /// Makes the texts of the screens of a state, and takes those that have not changed from the last document.
    ///
    /// - Parameters:
    ///   - screens: The keys of the screens in order, with the ``Coordination/ScreenNode/version`` of each.
    ///   - last: The texts of the last document, or `nil` if there is none.
    ///   - make: Makes the text of a screen, always the same for one version, or returns `nil` if there is no such screen.
    init(
        of screens: [(key: Key, version: UInt64)],
        after last: RenderedScreens?,
        make: (Key, _ version: UInt64) -> RenderedScreen?
    ) {
        let known = last?.entries ?? []
        entries.reserveCapacity(screens.count)
        for (key, version) in screens {
            // Fast path: most screens have the same index as in the last document.
            let index = entries.count
            let entry =
                index < known.count && known[index].key == key
                ? known[index] : known.index(of: key, by: \.key).map { known[$0] }
            if let entry, entry.version == version {
                entries.append(entry)
            } else if let text = make(key, version) {
                entries.append(Entry(key: key, version: version, text: text))
            }
        }
    }
}
