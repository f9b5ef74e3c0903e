import Coordination
import Glibc

/// The text of one version of a screen, without the parts that belong to one session alone.
///
/// A class, because every document of a session refers to the texts of all its screens.
final class ScreenText: Equatable, Sendable {
    /// The screen's place in its container.
    let route: [UInt8]
    /// The screen itself.
    let body: [UInt8]

    /// Puts the pieces together.
    init(route: [UInt8], body: [UInt8]) {
        self.route = route
        self.body = body
    }

    /// Whether two texts are the same.
    static func == (first: ScreenText, second: ScreenText) -> Bool {
        first === second || first.route.isSame(as: second.route) && first.body.isSame(as: second.body)
    }
}

extension [UInt8] {
    /// Whether the bytes are the same, compared in large pieces (memcmp(3)).
    fileprivate func isSame(as other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        return unsafe withUnsafeBytes { first in
            unsafe other.withUnsafeBytes { second in
                guard let first = first.baseAddress, let second = second.baseAddress else { return true }
                return unsafe memcmp(first, second, count) == 0
            }
        }
    }
}

/// The screens of a document that is being made: those of the last one that have not changed need not be made again.
struct ScreenTexts: Sendable {
    fileprivate struct Entry {
        let key: Key
        let version: UInt32
        let text: ScreenText
    }

    private let known: [Entry]
    private var entries: [Entry] = []
    private let shared: SharedTexts

    init(after last: Finished? = nil, sharing shared: SharedTexts) {
        known = last?.entries ?? []
        entries.reserveCapacity(known.count)
        self.shared = shared
    }

    /// The texts of a finished document, for the next one.
    struct Finished: Sendable {
        fileprivate let entries: [Entry]

        /// The bytes of all texts.
        var bytes: Int { entries.reduce(0) { $0 + $1.text.route.count + $1.text.body.count } }
    }

    /// The texts that were added.
    var finished: Finished { Finished(entries: entries) }

    /// Adds the text of a screen, made only when there is none of this version.
    ///
    /// - Parameters:
    ///   - key: A screen of the session that the document is of; higher than the one before.
    ///   - version: Its version; see ``Coordination/ScreenNode/version``.
    ///   - make: Makes the text, the same for the same version of a screen; `nil` when there is no such screen.
    mutating func add(_ key: Key, version: UInt32, make: () -> ScreenText?) {
        // A screen that was there before mostly stands where it stood.
        let place = entries.count
        if place < known.count, known[place].key == key, known[place].version == version {
            return entries.append(known[place])
        }
        let last = known.place(of: key, by: \.key).map { known[$0] }
        if let text = last.flatMap({ $0.version == version ? $0.text : nil }) ?? make().map(shared.text) {
            entries.append(Entry(key: key, version: version, text: text))
        }
    }

    /// The text of a screen that was added.
    subscript(key: Key) -> ScreenText? { entries.place(of: key, by: \.key).map { entries[$0].text } }

    /// Hands out the texts in the order of their keys.
    func forEach(_ body: (Key, ScreenText) -> Void) {
        for entry in entries { body(entry.key, entry.text) }
    }
}
