import Coordination
import Glibc
import Synchronization

/// The text of one version of a screen, without the parts that belong to a single session.
///
/// It is a class because every document of a session refers to the texts of all its screens.
final class RenderedScreen: Equatable, Sendable {
    /// The route of the screen in its container, after its key.
    let route: [UInt8]
    /// The screen itself, up to its outputs.
    let body: [UInt8]
    /// The members of the screen in ``body``, except its outputs.
    let members: RenderedMembers
    /// Whether it has the text of a sealed text.
    let hasSecret: Bool
    /// The number of sessions in the document cache that use the text.
    fileprivate let users = Atomic(0)

    /// Makes a text from its two pieces, with the places of the parts that a patch compares.
    init(
        route: [UInt8],
        body: [UInt8],
        members: RenderedMembers = RenderedMembers(),
        hasSecret: Bool = false
    ) {
        self.route = route
        self.body = body
        self.members = members
        self.hasSecret = hasSecret
    }

    /// The number of bytes of both pieces.
    var bytes: Int { route.count + body.count }

    /// Returns whether two texts have the same bytes.
    static func == (first: RenderedScreen, second: RenderedScreen) -> Bool {
        guard first !== second else { return true }
        let (routes, bodies) = ((first.route, second.route), (first.body, second.body))
        guard routes.0.span.isSame(as: routes.1.span) else { return false }
        return bodies.0.span.isSame(as: bodies.1.span)
    }
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

/// The texts of the screens of a new document; unchanged ones are copied from the session's last document.
struct RenderedScreens: Sendable {
    struct Entry {
        let key: Key
        let version: UInt32
        let text: RenderedScreen
    }

    private let known: [Entry]
    private var entries: [Entry] = []
    private let interned: InternedScreens

    init(after last: Finished? = nil, sharing interned: InternedScreens) {
        known = last?.entries ?? []
        entries.reserveCapacity(known.count)
        self.interned = interned
    }

    /// The texts of a completed document, from which the next one copies.
    struct Finished: Sendable {
        /// The texts in the order of their keys.
        let entries: [Entry]
        /// Whether one of them has the text of a sealed text.
        let hasSecret: Bool

        fileprivate init(_ entries: [Entry]) {
            self.entries = entries
            hasSecret = entries.contains { $0.text.hasSecret }
        }

        /// The text of a screen; `nil` if there is none.
        subscript(key: Key) -> RenderedScreen? { entries.index(of: key, by: \.key).map { entries[$0].text } }

        /// The screen with the most bytes, and their number.
        var largest: (key: Key, bytes: Int)? {
            entries.map { ($0.key, $0.text.bytes) }.max { $0.1 < $1.1 }
        }

        /// Counts a session that begins to use the texts; returns the bytes of those that no other session uses.
        func addUser() -> Int {
            entries.reduce(0) { sum, entry in
                let before = entry.text.users.wrappingAdd(1, ordering: .relaxed).oldValue
                return before == 0 ? sum + entry.text.bytes : sum
            }
        }

        /// Counts a session that uses the texts no longer; returns the bytes of those that no other session uses.
        func removeUser() -> Int {
            entries.reduce(0) { sum, entry in
                let now = entry.text.users.wrappingSubtract(1, ordering: .relaxed).newValue
                return now == 0 ? sum + entry.text.bytes : sum
            }
        }
    }

    /// The texts that were added so far.
    var finished: Finished { Finished(entries) }

    /// Adds the text of a screen, and makes it only if the last document has none of this version.
    ///
    /// - Parameters:
    ///   - key: The key of a screen of the document's session; it must be higher than the key added before.
    ///   - version: The version of the screen; see ``Coordination/ScreenNode/version``.
    ///   - make: Makes the text, always the same for one version of a screen; `nil` if there is no such screen.
    mutating func add(_ key: Key, version: UInt32, make: () -> RenderedScreen?) {
        // Fast path: most screens have the same index as in the last document.
        let index = entries.count
        if index < known.count, known[index].key == key, known[index].version == version {
            return entries.append(known[index])
        }
        let last = known.index(of: key, by: \.key).map { known[$0] }
        if let text = last.flatMap({ $0.version == version ? $0.text : nil }) ?? make().map(interned.text) {
            entries.append(Entry(key: key, version: version, text: text))
        }
    }

    /// The text of a screen that was added; `nil` for any other key.
    subscript(key: Key) -> RenderedScreen? { entries.index(of: key, by: \.key).map { entries[$0].text } }

    /// Calls a closure with each text, in the order of the keys.
    func forEach(_ body: (Key, RenderedScreen) -> Void) {
        for entry in entries { body(entry.key, entry.text) }
    }
}
