public import Coordination

/// What was made of one version of a screen for clients, in pieces.
public struct ScreenText: Sendable {
    /// Where it is: the screen's entry in its container.
    public let route: [UInt8]
    /// What is said of the screen wherever it is, up to the place where its outputs stand.
    public let opening: [UInt8]
    /// What is said of it only while it may report.
    public let outputs: [UInt8]

    /// Puts the pieces together.
    public init(route: [UInt8], opening: [UInt8], outputs: [UInt8]) {
        self.route = route
        self.opening = opening
        self.outputs = outputs
    }
}

/// The screens of a document that is being made: those of the last one that have not changed need not be made again.
public struct ScreenTexts: Sendable {
    private struct Entry {
        let key: Key
        let version: UInt32
        let text: ScreenText
    }

    private var known: [Entry]
    private var entries: [Entry] = []
    private let shared: SharedTexts

    init(after last: ScreenTexts? = nil, sharing shared: SharedTexts) {
        known = last?.entries ?? []
        entries.reserveCapacity(known.count)
        self.shared = shared
    }

    /// The same without those of the last document, which nobody needs any more.
    var settled: ScreenTexts {
        var settled = self
        settled.known = []
        return settled
    }

    /// Adds the text of a screen, made only when there is none of this version.
    ///
    /// - Parameters:
    ///   - key: A screen of the session that the document is of; higher than the one before.
    ///   - version: Its version; see ``Coordination/ScreenNode/version``.
    ///   - make: Makes the text, the same for the same version of a screen; `nil` when there is no such screen.
    public mutating func add(_ key: Key, version: UInt32, make: () -> ScreenText?) {
        // A screen that was there before mostly stands where it stood.
        let place = entries.count
        if place < known.count, known[place].key == key, known[place].version == version {
            return entries.append(known[place])
        }
        let last = known.place(of: key, by: \.key).map { known[$0] }
        if let text = last.flatMap({ $0.version == version ? $0.text : nil }) ?? make().map(sharing) {
            entries.append(Entry(key: key, version: version, text: text))
        }
    }

    private func sharing(_ text: ScreenText) -> ScreenText {
        ScreenText(route: shared.text(text.route), opening: shared.text(text.opening), outputs: text.outputs)
    }

    /// The text of a screen that was added.
    public subscript(key: Key) -> ScreenText? { entries.place(of: key, by: \.key).map { entries[$0].text } }

    /// Hands out the texts in the order of their keys.
    public func forEach(_ body: (Key, ScreenText) -> Void) {
        for entry in entries { body(entry.key, entry.text) }
    }
}
