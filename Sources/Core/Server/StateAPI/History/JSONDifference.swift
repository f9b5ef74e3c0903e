import Documents
import JSON

/// The difference between two JSON values, found without knowledge of their meaning.
///
/// Unlike ``StatePatch`` it parses both values, so it is for documents of the history, which are requested rarely.
struct JSONDifference {
    /// A part that differs, without an old value for an addition, and without a new value for a removal.
    typealias Change = (pointer: JSONPointer, old: JSONValue?, new: JSONValue?)

    /// The parts that differ, in the order in which the changes apply.
    private(set) var changes: [Change] = []

    /// The operations that turn the first value into the second.
    var operations: [PatchOperation] { changes.map(PatchOperation.init) }

    /// Compares two values.
    init(from old: JSONValue, to new: JSONValue) {
        compare(old, new, at: JSONPointer())
    }

    private mutating func compare(_ old: JSONValue, _ new: JSONValue, at pointer: JSONPointer) {
        guard old != new else { return }
        switch (old, new) {
        case (.object(let old), .object(let new)):
            for member in old.members where new[member.key] == nil {
                changes.append((pointer.appending(member.key), member.value, nil))
            }
            for member in new.members {
                let place = pointer.appending(member.key)
                if let last = old[member.key] {
                    compare(last, member.value, at: place)
                } else {
                    changes.append((place, nil, member.value))
                }
            }
        case (.array(let old), .array(let new)): compare(old, new, at: pointer)
        default: changes.append((pointer, old, new))
        }
    }

    /// Compares the elements between the first and the last that differ.
    private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], at pointer: JSONPointer) {
        let shorter = min(old.count, new.count)
        var prefix = 0
        while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
        var suffix = 0
        while suffix < shorter - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
        let common = shorter - suffix
        for index in prefix..<common { compare(old[index], new[index], at: pointer.appending(index)) }
        // From the end, so that the index of an element does not change before it is removed.
        for index in (common..<old.count - suffix).reversed() {
            changes.append((pointer.appending(index), old[index], nil))
        }
        for index in common..<new.count - suffix { changes.append((pointer.appending(index), nil, new[index])) }
    }
}

extension PatchOperation {
    fileprivate init(_ change: JSONDifference.Change) {
        var value = JSONWriter()
        if let new = change.new { value.value(new) }
        self.init(
            kind: change.old == nil ? .add : change.new == nil ? .remove : .replace,
            path: change.pointer.description,
            value: value.finish()[...]
        )
    }
}
