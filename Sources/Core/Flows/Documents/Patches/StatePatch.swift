import Coordination
import JSON

/// The difference between the documents of two revisions, as a JSON Patch (RFC 6902).
///
/// A screen with the same version in both has the same text, so it is not compared. For a screen that has changed, the patch
/// has its changed members, and of its view the changed elements. Their places were recorded when they were written, so nothing
/// is parsed.
struct StatePatch: ~Copyable {
    /// The pieces of a document.
    struct Side {
        let frame: StateDocument.Frame
        let screens: RenderedScreens
        let hidden: Set<Key>
        let outputs: StateDocument.Outputs?
    }

    private let old: Side
    private let new: Side
    private var writer = PatchWriter()

    private init(from old: Side, to new: Side) {
        self.old = old
        self.new = new
    }

    /// Returns the patch that turns one document into another.
    static func text(from old: Side, to new: Side) -> PatchText {
        var patch = StatePatch(from: old, to: new)
        patch.addMembers(
            of: nil,
            old.frame.members,
            old.frame.json,
            new.frame.members,
            new.frame.json
        )
        patch.addScreens()
        return patch.writer.finish()
    }

    // MARK: - Screens

    private mutating func addScreens() {
        // Both lists are in the order of the keys.
        var olds = old.screens.entries[...]
        for entry in new.screens.entries {
            while let last = olds.first, last.key < entry.key {
                if old.shows(last.key) { remove(.screen(last.key)) }
                olds.removeFirst()
            }
            let last = olds.first?.key == entry.key ? olds.removeFirst() : nil
            let isOld = last != nil && old.shows(entry.key)
            switch (isOld ? last?.text : nil, new.shows(entry.key)) {
            case (nil, false): break
            case (nil, true): add(entry)
            case (_?, false): remove(.screen(entry.key))
            case (let last?, true): addChanges(of: entry.key, last, entry.text)
            }
        }
        for last in olds where old.shows(last.key) { remove(.screen(last.key)) }
    }

    private mutating func add(_ screen: RenderedScreens.Entry) {
        let outputs = new.outputs(of: screen.key)
        put(.add, .screen(screen.key)) { writer in
            ScreenDocument.write(screen.text, to: &writer) { $0.raw(outputs) }
        }
    }

    private mutating func addChanges(of key: Key, _ last: RenderedScreen, _ text: RenderedScreen) {
        // The outputs are not among these members, because their values are not in the text.
        if last !== text { addMembers(of: key, last.members, last.body, text.members, text.body) }
        let outputs = new.outputs(of: key)
        guard !old.outputs(of: key).span.isSame(as: outputs.span) else { return }
        put(.replace, .member(.outputs, of: key)) { writer in
            writer.beginArray()
            writer.raw(outputs)
            writer.endArray()
        }
    }

    // MARK: - Members and elements

    /// Adds the changed members of a screen, or of the document for `nil`.
    private mutating func addMembers(
        of screen: Key?,
        _ before: RenderedMembers,
        _ old: [UInt8],
        _ after: RenderedMembers,
        _ new: [UInt8]
    ) {
        let names = screen == nil ? RenderedMembers.Name.ofDocument : RenderedMembers.Name.ofScreen
        for name in names where before[name] != nil && after[name] == nil { remove(.member(name, of: screen)) }
        for name in names {
            guard let value = after[name] else { continue }
            guard let last = before[name] else {
                put(.add, .member(name, of: screen)) { $0.raw(new[value]) }
                continue
            }
            guard !old.span.extracting(last).isSame(as: new.span.extracting(value)) else { continue }
            if let screen, name == .view {
                addElements(of: screen, before.elements, old, after.elements, new)
            } else {
                put(.replace, .member(name, of: screen)) { $0.raw(new[value]) }
            }
        }
    }

    /// Adds the changed elements of a screen's view: from the first that differs to the last.
    private mutating func addElements(
        of screen: Key,
        _ before: [Range<Int>],
        _ old: [UInt8],
        _ after: [Range<Int>],
        _ new: [UInt8]
    ) {
        func isSame(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
            old.span.extracting(first).isSame(as: new.span.extracting(second))
        }
        let shorter = min(before.count, after.count)
        var prefix = 0
        while prefix < shorter, isSame(before[prefix], after[prefix]) { prefix += 1 }
        var suffix = 0
        while suffix < shorter - prefix, isSame(before[before.count - 1 - suffix], after[after.count - 1 - suffix]) {
            suffix += 1
        }
        let common = shorter - suffix
        for index in prefix..<common where !isSame(before[index], after[index]) {
            put(.replace, .element(index, of: screen)) { $0.raw(new[after[index]]) }
        }
        // From the end, so that the index of an element does not change before it is removed.
        for index in (common..<before.count - suffix).reversed() { remove(.element(index, of: screen)) }
        for index in common..<after.count - suffix {
            put(.add, .element(index, of: screen)) { $0.raw(new[after[index]]) }
        }
    }

    // MARK: - Operations

    private mutating func put(
        _ kind: PatchOperation.Kind,
        _ place: Place,
        _ value: (inout JSONWriter) -> Void
    ) {
        writer.put(kind, at: place.write, value: value)
    }

    private mutating func remove(_ place: Place) {
        writer.remove(at: place.write)
    }
}

/// A part of a state's document that a patch changes.
private enum Place {
    case screen(Key)
    /// A member of a screen, or of the document for `nil`.
    case member(RenderedMembers.Name, of: Key?)
    /// An element of a screen's view.
    case element(Int, of: Key)

    /// Writes the JSON pointer (RFC 6901) as pieces of a string.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .screen(let key):
            writer.piece(asIs: "/screens/")
            writer.piece(key)
        case .member(let name, let screen):
            if let screen { Place.screen(screen).write(to: &writer) }
            writer.piece(asIs: "/")
            writer.piece(asIs: name.text)
        case .element(let index, let screen):
            Place.screen(screen).write(to: &writer)
            writer.piece(asIs: "/view/")
            writer.piece(capacity: 20) { $0.append(decimal: UInt64(index)) }
        }
    }
}

extension StatePatch.Side {
    /// Whether the document shows a screen of its state.
    fileprivate func shows(_ key: Key) -> Bool { hidden.isEmpty || !hidden.contains(key) }

    /// The outputs that a screen may report, without the brackets.
    fileprivate func outputs(of key: Key) -> [UInt8] {
        guard let outputs, outputs.screen == key else { return [] }
        return outputs.json
    }
}
