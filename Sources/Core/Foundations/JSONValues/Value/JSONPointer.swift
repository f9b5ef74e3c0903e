/// A position in a JSON value (RFC 6901).
///
/// ```swift
/// JSONPointer().appending("items").appending(3).appending("a/b").description  // "/items/3/a~1b"
/// ```
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible, ExpressibleByArrayLiteral {
    /// The names and indices from the outermost value inwards, unescaped.
    public private(set) var tokens: [String]

    /// Creates the pointer to the whole value.
    public init() {
        tokens = []
    }

    /// Creates a pointer from unescaped names and indices.
    public init(_ tokens: some Sequence<String>) {
        self.tokens = Array(tokens)
    }

    /// Creates a pointer from unescaped names and indices.
    public init(arrayLiteral tokens: String...) {
        self.tokens = tokens
    }

    /// Creates a pointer from a coding path.
    public init(_ path: [any CodingKey]) {
        tokens = path.map { $0.intValue.map { String($0) } ?? $0.stringValue }
    }

    /// Returns the pointer to a member of the value at this pointer.
    public func appending(_ name: String) -> JSONPointer {
        JSONPointer(tokens + [name])
    }

    /// Returns the pointer to an element of the value at this pointer.
    public func appending(_ index: Int) -> JSONPointer {
        appending(String(index))
    }

    /// The pointer in the form of RFC 6901 §3, which is empty for the whole value.
    ///
    /// Each part has a `/` before it, a `~` is written as `~0`, and a `/` as `~1`.
    public var description: String {
        var text = ""
        for token in tokens {
            text.append("/")
            for scalar in token.unicodeScalars {
                switch scalar {
                case "~": text.append("~0")
                case "/": text.append("~1")
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
        return text
    }
}
