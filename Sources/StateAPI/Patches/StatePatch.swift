import Coordination

/// The difference between the documents of two revisions, as operations of a JSON Patch (RFC 6902).
///
/// A screen whose version is the same in both has the same text, so it is not compared. For a screen that has changed, the
/// patch has its changed members, and of its view the changed elements.
struct StatePatch {
    /// A document with the texts of its screens.
    struct Side {
        let document: RenderedDocument
        let texts: RenderedScreens.Finished
    }

    private let old: Side
    private let new: Side
    private var operations: [PatchOperation] = []

    private init(from old: Side, to new: Side) {
        self.old = old
        self.new = new
    }

    /// Returns the operations that turn one document into another.
    static func operations(from old: Side, to new: Side) -> [PatchOperation] {
        var patch = StatePatch(from: old, to: new)
        patch.addFrame()
        patch.addScreens()
        return patch.operations
    }

    // MARK: - Around the screens

    /// Adds the changed members of the document, except the screens.
    private mutating func addFrame() {
        let before = old.document.frame
        let after = new.document.frame
        addMembers("", before, old.document.bytes, after, new.document.bytes)
    }

    /// Adds the changed members of an object.
    private mutating func addMembers(
        _ path: String,
        _ before: [JSONParts.Member],
        _ old: [UInt8],
        _ after: [JSONParts.Member],
        _ new: [UInt8]
    ) {
        for member in before where !after.contains(where: { old[member.name] == new[$0.name] }) {
            remove(path + "/" + text(old[member.name]))
        }
        for member in after {
            let name = text(new[member.name])
            let value = new[member.value]
            guard let last = before.first(where: { old[$0.name] == new[member.name] }) else {
                put(.add, path + "/" + name, value)
                continue
            }
            guard old[last.value] != value else { continue }
            if name == "view", value.first == UInt8(ascii: "[") {
                addElements(path + "/view", last.value, old, member.value, new)
            } else {
                put(.replace, path + "/" + name, value)
            }
        }
    }

    // MARK: - Screens

    private mutating func addScreens() {
        for (key, _) in old.screens where new.text(of: key) == nil { remove("/screens/\(key)") }
        for (key, text) in new.screens {
            let outputs = new.outputs(of: key)
            if let last = old.text(of: key) {
                if last !== text { addChanges(of: key, last, text) }
                if !old.outputs(of: key).elementsEqual(outputs) {
                    put(.replace, "/screens/\(key)/outputs", [UInt8(ascii: "[")] + outputs + [UInt8(ascii: "]")])
                }
            } else {
                put(.add, "/screens/\(key)", text.body + outputs + Array("]}".utf8))
            }
        }
    }

    private mutating func addChanges(of key: Key, _ last: RenderedScreen, _ text: RenderedScreen) {
        // The outputs are the last member; their values are not in the text.
        let before = JSONParts.members(of: last.body, in: last.body.indices)
        let after = JSONParts.members(of: text.body, in: text.body.indices)
        addMembers("/screens/\(key)", before, last.body, after, text.body)
    }

    /// Adds the changed elements of an array: those between the first and the last that differ.
    private mutating func addElements(
        _ path: String,
        _ before: Range<Int>,
        _ old: [UInt8],
        _ after: Range<Int>,
        _ new: [UInt8]
    ) {
        let before = JSONParts.elements(of: old, in: before)
        let after = JSONParts.elements(of: new, in: after)
        let shorter = min(before.count, after.count)
        var prefix = 0
        while prefix < shorter, old[before[prefix]] == new[after[prefix]] { prefix += 1 }
        var suffix = 0
        while suffix < shorter - prefix,
            old[before[before.count - 1 - suffix]] == new[after[after.count - 1 - suffix]]
        { suffix += 1 }
        let common = shorter - suffix
        for index in prefix..<max(prefix, common) where old[before[index]] != new[after[index]] {
            put(.replace, "\(path)/\(index)", new[after[index]])
        }
        // From the end, so that the index of an element does not change before it is removed.
        for index in (common..<max(common, before.count - suffix)).reversed() { remove("\(path)/\(index)") }
        for index in common..<max(common, after.count - suffix) { put(.add, "\(path)/\(index)", new[after[index]]) }
    }

    // MARK: - Operations

    private mutating func put(_ kind: PatchOperation.Kind, _ path: String, _ value: some Sequence<UInt8>) {
        operations.append(PatchOperation(kind: kind, path: path, value: Array(value)))
    }

    private mutating func remove(_ path: String) {
        operations.append(PatchOperation(kind: .remove, path: path))
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension StatePatch.Side {
    /// The screens that the document shows, in the order of their keys.
    fileprivate var screens: [(key: Key, text: RenderedScreen)] {
        texts.screens.filter { !document.hidden.contains($0.key) }
    }

    fileprivate func text(of key: Key) -> RenderedScreen? { document.hidden.contains(key) ? nil : texts[key] }

    /// The outputs that a screen may report, without the brackets.
    fileprivate func outputs(of key: Key) -> ArraySlice<UInt8> {
        guard let outputs = document.outputs, outputs.screen == key else { return [] }
        return document.bytes[outputs.place]
    }
}

extension RenderedDocument {
    /// The members of the document, except the screens.
    fileprivate var frame: [JSONParts.Member] {
        // Each part is read as an object of its own: the one before the screens begins with the document's brace, the one
        // after them with the comma.
        JSONParts.members(of: bytes, in: 0..<screens.lowerBound)
            + JSONParts.members(of: bytes, in: screens.upperBound..<bytes.count)
    }
}
