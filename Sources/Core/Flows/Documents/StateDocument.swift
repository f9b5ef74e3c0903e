package import Coordination
package import JSON
import Synchronization

/// The state of a session at one commit as clients see it, in pieces: a text for each screen, and the frame around them.
///
/// The whole document is put together only when a client asks for it. A patch consists of the pieces that differ from the
/// document before.
package final class StateDocument: Sendable {
    /// The part of a document without its screens.
    struct Frame {
        /// JSON with an empty object for the screens.
        let json: [UInt8]
        /// The members that a patch may change, except `screens`.
        let members: RenderedMembers
        /// The number of bytes that all documents of the session begin with.
        let openingCount: Int
        /// The labels of the tabs.
        let labels: TabLabels
        /// The offset in ``json`` at which a credential is inserted.
        let tokenPlace: Int
        /// The offset in ``json`` at which the screens are inserted.
        let screensPlace: Int
    }

    /// The outputs that the screen in focus may report, as the elements of a JSON array.
    struct Outputs {
        let screen: Key
        let json: [UInt8]
    }

    package let generation: UInt64
    package let revision: UInt64
    /// The language of the document, or `nil` for an application in one language.
    package let language: String?
    let frame: Frame
    let screens: RenderedScreens
    /// The screens of the state that the document leaves out.
    let hidden: Set<Key>
    /// The outputs that can be reported, or `nil` if no screen can report.
    let outputs: Outputs?
    /// The patches that lead here, for clients that ask for them, or `nil` if none does.
    let patches: PatchHistory?
    /// The revision at which a client has asked for patches last, or 0 if none has.
    private let askedAt: Atomic<UInt64>
    package let documentBytes: Int

    /// Makes a document from its pieces, with the patch from the last one if clients ask for patches.
    init(
        generation: UInt64,
        revision: UInt64,
        language: String?,
        frame: Frame,
        screens: RenderedScreens,
        hidden: Set<Key>,
        outputs: Outputs?,
        after last: StateDocument?
    ) {
        self.generation = generation
        self.revision = revision
        self.language = language
        self.frame = frame
        self.screens = screens
        self.hidden = hidden
        self.outputs = outputs
        documentBytes = Self.size(frame, screens, hidden, outputs)
        let asked = last?.askedAt.load(ordering: .relaxed) ?? 0
        askedAt = Atomic(asked)
        guard let last, Self.isFollowed(since: asked, at: revision) else {
            patches = nil
            return
        }
        var patches = last.patches ?? PatchHistory(at: last.revision)
        if revision != last.revision {
            let patch = StatePatch.text(
                from: .init(frame: last.frame, screens: last.screens, hidden: last.hidden, outputs: last.outputs),
                to: .init(frame: frame, screens: screens, hidden: hidden, outputs: outputs)
            )
            patches.advance(by: patch, to: revision)
        }
        self.patches = patches
    }

    package var bytes: Int {
        frame.json.count + frame.labels.bytes + screens.bytes + (outputs?.json.count ?? 0) + (patches?.bytes ?? 0)
    }

    package var largestScreen: (key: Key, bytes: Int)? { screens.largest }

    /// Whether the document has the text of a sealed text.
    package var hasSecret: Bool { screens.hasSecret }

    /// Whether a client has asked for a patch within the latest revisions.
    package var isFollowed: Bool { Self.isFollowed(since: askedAt.load(ordering: .relaxed), at: revision) }

    private static func isFollowed(since asked: UInt64, at revision: UInt64) -> Bool {
        asked > 0 && revision - min(asked, revision) <= UInt64(PatchHistory.revisions)
    }

    /// Records that a client asks for patches, so that the next documents have them.
    package func recordPatchRequest() { askedAt.store(revision, ordering: .relaxed) }

    /// Returns the patch that leads from a revision to another one, or `nil` if it is not known or not shorter than the
    /// document.
    ///
    /// - Parameters:
    ///   - base: The revision that the client has.
    ///   - end: The revision of this document, or an earlier one.
    /// - Returns: A JSON Patch in UTF-8 (RFC 6902).
    package func patch(from base: UInt64, to end: UInt64) -> [UInt8]? {
        if base == end, end == revision, isFollowed { return [PatchOperation]().json }
        guard let patch = patches?.patch(from: base, to: end), patch.count < documentBytes else { return nil }
        return patch
    }

    /// The whole document, JSON in UTF-8.
    package var json: [UInt8] { json(token: nil) }

    /// Returns the whole document, with the credential of the session for the only response that contains it.
    package func json(token: String?) -> [UInt8] {
        let member = token.map { token in
            var writer = JSONWriter()
            writer.string(token)
            return Array(",\"token\":".utf8) + writer.bytes
        }
        var json: [UInt8] = []
        json.reserveCapacity(documentBytes + (member?.count ?? 0))
        json += frame.json[..<frame.tokenPlace]
        if let member { json += member }
        json += frame.json[frame.tokenPlace..<frame.screensPlace]
        var isFirst = true
        for entry in screens.entries where hidden.isEmpty || !hidden.contains(entry.key) {
            if !isFirst { json.append(UInt8(ascii: ",")) }
            isFirst = false
            entry.key.appendMember(to: &json)
            json += entry.text.body
            if let outputs, outputs.screen == entry.key { json += outputs.json }
            json += ScreenDocument.closing
        }
        json += frame.json[frame.screensPlace...]
        return json
    }

    private static func size(_ frame: Frame, _ screens: RenderedScreens, _ hidden: Set<Key>, _ outputs: Outputs?) -> Int
    {
        var (size, count) = (frame.json.count + (outputs?.json.count ?? 0), 0)
        for entry in screens.entries where hidden.isEmpty || !hidden.contains(entry.key) {
            size += entry.key.memberCount + entry.text.body.count + ScreenDocument.closing.count
            count += 1
        }
        return size + max(0, count - 1)
    }
}

extension Key {
    /// Appends the key as the name of a member of an object: `"k5":`.
    fileprivate func appendMember(to json: inout [UInt8]) {
        json.append(addingCapacity: 14) { name in
            name.append(UInt8(ascii: "\""))
            name.append(UInt8(ascii: "k"))
            name.append(decimal: UInt64(number))
            name.append(UInt8(ascii: "\""))
            name.append(UInt8(ascii: ":"))
        }
    }

    /// The number of bytes of that name.
    fileprivate var memberCount: Int {
        var (count, rest) = (5, number / 10)
        while rest > 0 { (count, rest) = (count + 1, rest / 10) }
        return count
    }
}

extension JSONWriter {
    /// Begins a string with the path of a session.
    package mutating func beginPath(of session: String) {
        beginString()
        piece("/v1/sessions/")
        piece(session)
    }

    package mutating func member(_ key: StaticString, _ text: String) {
        self.key(key)
        string(text)
    }

    package mutating func member(_ key: StaticString, _ name: Key) {
        self.key(key)
        name.write(to: &self)
    }
}
