import Coordination
import JSON

extension JSONWriter {
    /// Writes a member that is an array of the parts of an element: objects, each with its `key` first.
    mutating func member<Part: KeyedPart>(
        _ name: StaticString,
        parts: [Part],
        _ writeMembers: (Part, inout JSONWriter) -> Void
    ) {
        var keys = ElementKeys(reserving: parts.compactMap { $0.key })
        member(name, parts: parts, &keys, writeMembers)
    }

    /// Writes a member that is an array of parts whose keys are unique among those of other arrays, too.
    mutating func member<Part: KeyedPart>(
        _ name: StaticString,
        parts: [Part],
        _ keys: inout ElementKeys,
        _ writeMembers: (Part, inout JSONWriter) -> Void
    ) {
        key(name)
        self.parts(parts, &keys, writeMembers)
    }

    /// Writes an array of parts.
    mutating func parts<Part: KeyedPart>(
        _ parts: [Part],
        _ keys: inout ElementKeys,
        _ writeMembers: (Part, inout JSONWriter) -> Void
    ) {
        array(parts) { part, writer in
            writer.object { writer in
                writer.member("key", keys.next(part))
                writeMembers(part, &writer)
            }
        }
    }
}
