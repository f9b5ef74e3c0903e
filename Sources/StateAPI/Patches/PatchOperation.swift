/// An operation of a JSON Patch (RFC 6902 section 4).
struct PatchOperation: Sendable {
    enum Kind: String, Sendable {
        case add, remove, replace
    }

    var kind: Kind
    /// A JSON pointer (RFC 6901) as the content of a JSON string.
    let path: String
    /// JSON; empty for `remove`.
    var value: [UInt8] = []

    /// Whether it is about an element of a screen's view, whose index counts at its time only.
    fileprivate var isOnElement: Bool { path.utf8.count { $0 == UInt8(ascii: "/") } == 4 }

    /// About the number of bytes in a patch.
    var byteCount: Int { path.utf8.count + value.count + 40 }
}

extension [PatchOperation] {
    /// The operations without those that a later one makes unnecessary.
    ///
    /// A later operation on a member of an object replaces earlier ones on it and on its parts. An `add` at a place that has
    /// a value replaces it (RFC 6902 section 4.1), so removing a member and adding it again is one `add`.
    var condensed: [PatchOperation] {
        // From the last to the first; `nil` where a later operation was cancelled.
        var kept: [PatchOperation?] = []
        var laterByPath: [String: Int] = [:]
        for operation in reversed() {
            if let later = laterByPath[operation.path], operation.kind == .add {
                if kept[later]?.kind == .remove {
                    // Added and removed again: neither is needed, and what came before counts again.
                    kept[later] = nil
                    laterByPath[operation.path] = nil
                } else {
                    kept[later]?.kind = .add
                }
                continue
            }
            guard !operation.path.ancestorsAndSelf.contains(where: { laterByPath[$0] != nil }) else { continue }
            if !operation.isOnElement { laterByPath[operation.path] = kept.count }
            kept.append(operation)
        }
        return kept.reversed().compactMap { $0 }
    }

    /// The JSON array of the operations.
    var json: [UInt8] {
        var json = Array<UInt8>(capacity: reduce(2) { $0 + $1.byteCount })
        json.append(UInt8(ascii: "["))
        for operation in self {
            if json.count > 1 { json.append(UInt8(ascii: ",")) }
            json += #"{"op":""#.utf8
            json += operation.kind.rawValue.utf8
            json += #"","path":""#.utf8
            json += operation.path.utf8
            json.append(UInt8(ascii: "\""))
            if operation.kind != .remove {
                json += #","value":"#.utf8
                json += operation.value
            }
            json.append(UInt8(ascii: "}"))
        }
        json.append(UInt8(ascii: "]"))
        return json
    }
}

extension String {
    /// The pointer and those of all objects and arrays around its place, without that of the whole document.
    fileprivate var ancestorsAndSelf: [String] {
        var paths = [self]
        for index in utf8.indices.dropFirst().reversed() where utf8[index] == UInt8(ascii: "/") {
            paths.append(String(self[..<index]))
        }
        return paths
    }
}

extension [UInt8] {
    fileprivate init(capacity: Int) {
        self = []
        reserveCapacity(capacity)
    }
}
