import JSON

/// An operation of a JSON Patch (RFC 6902 section 4).
package struct PatchOperation: Sendable {
    package enum Kind {
        case add, remove, replace
    }

    package var kind: Kind
    /// A JSON pointer (RFC 6901).
    package let path: String
    /// The value as JSON, which is empty for `remove`.
    package var value: ArraySlice<UInt8>

    package init(kind: Kind, path: String, value: ArraySlice<UInt8> = []) {
        self.kind = kind
        self.path = path
        self.value = value
    }

    /// Whether it is about an element of a screen's view.
    ///
    /// The index of an element counts only at the time of its operation, so no later operation makes this one unnecessary.
    fileprivate var isOnElement: Bool { path.utf8.count { $0 == UInt8(ascii: "/") } == 4 }
}

extension [PatchOperation] {
    /// The operations, without any that a later one makes unnecessary.
    ///
    /// A later operation on a member of an object replaces earlier ones on it and on its parts. An `add` at a place that has
    /// a value replaces it (RFC 6902 section 4.1), so removing a member and adding it again is one `add`.
    package var condensed: [PatchOperation] {
        // From the last to the first, with `nil` for a later operation that was cancelled.
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
    package var json: [UInt8] {
        var patch = PatchWriter()
        for operation in self {
            if operation.kind == .remove {
                patch.remove { $0.piece(operation.path) }
            } else {
                patch.put(operation.kind, at: { $0.piece(operation.path) }, value: { $0.raw(operation.value) })
            }
        }
        return patch.finish().json
    }
}

extension String {
    /// The pointer, and the pointers of all objects and arrays around its place except the whole document.
    fileprivate var ancestorsAndSelf: [String] {
        var paths = [self]
        for index in utf8.indices.dropFirst().reversed() where utf8[index] == UInt8(ascii: "/") {
            paths.append(String(self[..<index]))
        }
        return paths
    }
}
