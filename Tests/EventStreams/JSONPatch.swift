package import JSON

/// A JSON Patch (RFC 6902) with the operations that the server sends: `add`, `replace` and `remove`.
package struct JSONPatch {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let operations: [JSONValue]

    package init(_ operations: JSONValue) throws {
        guard let operations = operations.arrayValue else { throw Failure(description: "not an array: \(operations)") }
        self.operations = operations
    }

    package var count: Int { operations.count }

    /// Returns a document after all operations.
    package func applied(to document: JSONValue) throws -> JSONValue {
        try operations.reduce(document) { document, operation in
            guard let name = operation["op"]?.stringValue, let path = operation["path"]?.stringValue else {
                throw Failure(description: "no operation: \(operation)")
            }
            // RFC 6901: `~1` is a slash and `~0` a tilde.
            let tokens = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
                String($0).replacing("~1", with: "/").replacing("~0", with: "~")
            }
            do {
                return try Self.apply(name, operation["value"], at: tokens[...], to: document)
            } catch let failure as Failure {
                throw Failure(description: "\(name) \(path): \(failure)")
            }
        }
    }

    private static func apply(
        _ name: String,
        _ value: JSONValue?,
        at path: ArraySlice<String>,
        to target: JSONValue
    ) throws -> JSONValue {
        guard let token = path.first else { throw Failure(description: "replaces the whole document") }
        let rest = path.dropFirst()
        switch target {
        case .object(var object):
            if rest.isEmpty {
                guard name == "add" || object[token] != nil else { throw Failure(description: "no member \(token)") }
                object[token] = name == "remove" ? nil : value
            } else {
                guard let child = object[token] else { throw Failure(description: "no member \(token)") }
                object[token] = try apply(name, value, at: rest, to: child)
            }
            return .object(object)
        case .array(var array):
            guard let index = Int(token), index >= 0, index < array.count + (name == "add" && rest.isEmpty ? 1 : 0)
            else {
                throw Failure(description: "no element \(token) of \(array.count)")
            }
            if !rest.isEmpty {
                array[index] = try apply(name, value, at: rest, to: array[index])
            } else if name == "remove" {
                array.remove(at: index)
            } else if name == "add" {
                array.insert(value ?? .null, at: index)
            } else {
                array[index] = value ?? .null
            }
            return .array(array)
        default: throw Failure(description: "not an object or an array")
        }
    }
}
