/// A place in a JSON value (RFC 6901).
///
/// ```swift
/// JSONPointer().appending("items").appending(3).appending("a/b").description  // "/items/3/a~1b"
/// ```
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible, ExpressibleByArrayLiteral {
    /// The names and positions from the outermost value inwards, unescaped.
    public private(set) var tokens: [String]

    /// Makes the pointer to the whole value.
    public init() {
        tokens = []
    }

    /// Makes a pointer of unescaped names and positions.
    public init(_ tokens: some Sequence<String>) {
        self.tokens = Array(tokens)
    }

    /// Makes a pointer of unescaped names and positions.
    public init(arrayLiteral tokens: String...) {
        self.tokens = tokens
    }

    /// Makes a pointer of a path that coding went.
    public init(_ path: [any CodingKey]) {
        tokens = path.map { $0.intValue.map { String($0) } ?? $0.stringValue }
    }

    /// The pointer to a member of what this one points to.
    public func appending(_ name: String) -> JSONPointer {
        JSONPointer(tokens + [name])
    }

    /// The pointer to an element of what this one points to.
    public func appending(_ index: Int) -> JSONPointer {
        appending(String(index))
    }

    /// The pointer as RFC 6901 §3 writes it: `/` before each part, `~` as `~0` and `/` as `~1`; empty for the whole value.
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
