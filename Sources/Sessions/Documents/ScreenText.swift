public import Coordination

/// What was made of one version of a screen for clients, in two pieces.
public struct ScreenText: Sendable {
    /// What is said of the screen wherever it is, up to the place where its outputs stand.
    public let opening: [UInt8]
    /// What is said of it only while it may report.
    public let outputs: [UInt8]

    /// Puts the pieces together.
    public init(opening: [UInt8], outputs: [UInt8]) {
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

    private let known: [Entry]
    private var entries: [Entry] = []

    init(after last: ScreenTexts? = nil) {
        known = last?.entries ?? []
    }

    /// The text of a screen, made only when there is none of this version.
    ///
    /// - Parameters:
    ///   - node: A screen of the session that the document is of.
    ///   - make: Makes the text; the same for the same version of a screen.
    public mutating func text(of node: ScreenNode, make: (ScreenNode) -> ScreenText) -> ScreenText {
        // Both are in the order of the keys, so a screen that was there mostly stands where it stood.
        let place = entries.count
        let last =
            place < known.count && known[place].key == node.key ? known[place] : known.first { $0.key == node.key }
        let text = last.flatMap { $0.version == node.version ? $0.text : nil } ?? make(node)
        entries.append(Entry(key: node.key, version: node.version, text: text))
        return text
    }
}
