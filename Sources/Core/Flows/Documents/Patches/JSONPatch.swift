package import JSON

/// A JSON Patch (RFC 6902) with the operations that this server writes: `add`, `replace` and `remove`.
package struct JSONPatch {
    /// The operation that does not apply, in a sentence.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let operations: [JSONValue]

    /// Takes the array of operations.
    package init(_ operations: [JSONValue]) {
        self.operations = operations
    }

    /// Returns a document after all operations.
    ///
    /// `nil` stands for no document, to which only a replacement of the whole applies.
    package func applied(to document: JSONValue?) throws(Failure) -> JSONValue {
        var document = document
        for operation in operations {
            guard let name = operation["op"]?.stringValue, ["add", "replace", "remove"].contains(name),
                let path = operation["path"]?.stringValue, name == "remove" || operation["value"] != nil
            else { throw Failure(description: "An operation of the patch is incomplete.") }
            let value = name == "remove" ? nil : operation["value"]
            let tokens = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
                String($0).replacing("~1", with: "/").replacing("~0", with: "~")
            }
            if path.isEmpty {
                document = value
            } else if let last = document,
                let next = Self.change(last, at: tokens[...], to: value, inserts: name == "add")
            {
                document = next
            } else {
                throw Failure(description: "The patch does not apply at '\(path)'.")
            }
        }
        guard let document else { throw Failure(description: "The patch needs the document before it.") }
        return document
    }

    /// Returns a value with a change at a place inside of it, or `nil` if there is no such place.
    private static func change(
        _ target: JSONValue,
        at path: ArraySlice<String>,
        to value: JSONValue?,
        inserts: Bool
    ) -> JSONValue? {
        guard let token = path.first else { return nil }
        let rest = path.dropFirst()
        switch target {
        case .object(var object):
            if rest.isEmpty {
                guard inserts || object[token] != nil else { return nil }
                object[token] = value
            } else {
                guard let child = object[token],
                    let changed = change(child, at: rest, to: value, inserts: inserts)
                else { return nil }
                object[token] = changed
            }
            return .object(object)
        case .array(var elements):
            guard let index = Int(token), index >= 0 else { return nil }
            if rest.isEmpty, inserts, let value {
                guard index <= elements.count else { return nil }
                elements.insert(value, at: index)
                return .array(elements)
            }
            guard index < elements.count else { return nil }
            if !rest.isEmpty {
                guard let changed = change(elements[index], at: rest, to: value, inserts: inserts) else { return nil }
                elements[index] = changed
            } else if let value {
                elements[index] = value
            } else {
                elements.remove(at: index)
            }
            return .array(elements)
        default: return nil
        }
    }
}
