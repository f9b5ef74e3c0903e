/// A JSON Patch (RFC 6902) with the operations that the server sends: `add`, `replace` and `remove`.
struct JSONPatch: Sendable, Hashable {
    struct Operation: Sendable, Hashable {
        enum Kind: String, Sendable {
            case add, replace, remove
        }

        let kind: Kind
        /// The tokens of the JSON Pointer (RFC 6901), without escapes.
        let path: [String]
        let value: JSONValue
    }

    let operations: [Operation]
}

/// An error of a patch, which leaves the document as it was.
enum PatchError: Error, Sendable, Hashable {
    /// The text is no JSON Patch, or has an operation that the contract does not name.
    case malformed
    /// The document has nothing at a path, so it is not the one from which the patch was made.
    case noSuchPath([String])
}

extension JSONPatch {
    /// Reads the operations of a patch.
    init(_ document: JSONValue) throws(PatchError) {
        guard let elements = document.array else { throw .malformed }
        var operations: [Operation] = []
        operations.reserveCapacity(elements.count)
        for element in elements {
            guard let kind = element["op"]?.string.flatMap(Operation.Kind.init),
                let path = element["path"]?.string.flatMap(Self.tokens),
                let value = element["value"] ?? (kind == .remove ? .null : nil)
            else { throw .malformed }
            operations.append(Operation(kind: kind, path: path, value: value))
        }
        self.operations = operations
    }

    /// The tokens of a JSON Pointer, or `nil` if it does not begin with a slash, such as the pointer to the whole
    /// document.
    static func tokens(of pointer: String) -> [String]? {
        guard pointer.hasPrefix("/") else { return nil }
        return pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            $0.contains("~") ? String($0.replacing("~1", with: "/").replacing("~0", with: "~")) : String($0)
        }
    }
}

extension JSONValue {
    /// Applies all operations of a patch in place.
    ///
    /// Parts that no operation touches are shared with other copies.
    ///
    /// - Throws: ``PatchError/noSuchPath(_:)``, after which the value must be dropped.
    mutating func apply(_ patch: JSONPatch) throws(PatchError) {
        for operation in patch.operations { try apply(operation, at: operation.path[...]) }
    }

    private mutating func apply(_ operation: JSONPatch.Operation, at path: ArraySlice<String>) throws(PatchError) {
        guard let token = path.first else { throw .noSuchPath(operation.path) }
        let rest = path.dropFirst()
        // The storage is moved out of the value and back, because two references to it would copy it.
        switch self {
        case .object(var members):
            self = .null
            defer { self = .object(members) }
            try Self.apply(operation, to: &members, at: token, rest)
        case .array(var elements):
            self = .null
            defer { self = .array(elements) }
            try Self.apply(operation, to: &elements, at: token, rest)
        default: throw .noSuchPath(operation.path)
        }
    }

    private static func apply(
        _ operation: JSONPatch.Operation,
        to members: inout [String: JSONValue],
        at name: String,
        _ rest: ArraySlice<String>
    ) throws(PatchError) {
        guard let index = members.index(forKey: name) else {
            guard rest.isEmpty, operation.kind == .add else { throw .noSuchPath(operation.path) }
            members[name] = operation.value
            return
        }
        guard rest.isEmpty else { return try members.values[index].apply(operation, at: rest) }
        if operation.kind == .remove {
            members.remove(at: index)
        } else {
            members.values[index] = operation.value
        }
    }

    private static func apply(
        _ operation: JSONPatch.Operation,
        to elements: inout [JSONValue],
        at token: String,
        _ rest: ArraySlice<String>
    ) throws(PatchError) {
        let isAddition = rest.isEmpty && operation.kind == .add
        let index = token == "-" && isAddition ? elements.count : Int(token) ?? -1
        guard elements.indices.contains(index) || isAddition && index == elements.count else {
            throw .noSuchPath(operation.path)
        }
        guard rest.isEmpty else { return try elements[index].apply(operation, at: rest) }
        switch operation.kind {
        case .add: elements.insert(operation.value, at: index)
        case .replace: elements[index] = operation.value
        case .remove: elements.remove(at: index)
        }
    }
}
