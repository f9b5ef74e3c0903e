import JSON

/// The operations of a JSON Patch (RFC 6902), written as they are sent.
///
/// It is a class because each copy of a history refers to the same patches.
final class PatchText: Sendable {
    fileprivate struct Operation: Sendable {
        let kind: PatchOperation.Kind
        /// A JSON pointer that needs no escapes, without the quotation marks.
        let path: Range<Int>
        /// The range of the value, which is empty for `remove`.
        let value: Range<Int>
    }

    /// The JSON array of the operations.
    let json: [UInt8]
    private let places: [Operation]

    fileprivate init(_ json: [UInt8], _ places: [Operation]) {
        self.json = json
        self.places = places
    }

    /// The operations, for a patch over several revisions.
    var operations: [PatchOperation] {
        places.map {
            PatchOperation(kind: $0.kind, path: String(decoding: json[$0.path], as: UTF8.self), value: json[$0.value])
        }
    }
}

/// A writer of the operations of a JSON Patch.
///
/// ```swift
/// var patch = PatchWriter()
/// patch.put(.replace, at: { $0.piece("/revision") }, value: { $0.integer(18) })
/// patch.finish().json  // [{"op":"replace","path":"/revision","value":18}]
/// ```
struct PatchWriter: ~Copyable {
    private var writer = JSONWriter(capacity: 1_024)
    private var operations: [PatchText.Operation] = []

    init() {
        operations.reserveCapacity(8)
        writer.beginArray()
    }

    /// Writes an operation with a value.
    ///
    /// - Parameters:
    ///   - kind: `add` or `replace`.
    ///   - path: Writes the pieces of a JSON pointer (RFC 6901).
    ///   - value: Writes one value.
    mutating func put(
        _ kind: PatchOperation.Kind,
        at path: (inout JSONWriter) -> Void,
        value: (inout JSONWriter) -> Void
    ) {
        let pointer = begin(kind, path)
        writer.key("value")
        let start = writer.count
        value(&writer)
        operations.append(PatchText.Operation(kind: kind, path: pointer, value: start..<writer.count))
        writer.endObject()
    }

    /// Writes the operation `remove`.
    mutating func remove(at path: (inout JSONWriter) -> Void) {
        let pointer = begin(.remove, path)
        operations.append(PatchText.Operation(kind: .remove, path: pointer, value: 0..<0))
        writer.endObject()
    }

    /// Returns the complete patch.
    consuming func finish() -> PatchText {
        writer.endArray()
        return PatchText(writer.bytes, operations)
    }

    private mutating func begin(_ kind: PatchOperation.Kind, _ path: (inout JSONWriter) -> Void) -> Range<Int> {
        writer.raw(opening: kind.opening)
        let start = writer.count
        path(&writer)
        let pointer = start..<writer.count
        writer.endString()
        return pointer
    }
}

extension PatchOperation.Kind {
    private static let addition = Array(#"{"op":"add","path":""#.utf8)
    private static let removal = Array(#"{"op":"remove","path":""#.utf8)
    private static let replacement = Array(#"{"op":"replace","path":""#.utf8)

    /// The beginning of an operation, up to its path.
    fileprivate var opening: [UInt8] {
        switch self {
        case .add: Self.addition
        case .remove: Self.removal
        case .replace: Self.replacement
        }
    }
}
