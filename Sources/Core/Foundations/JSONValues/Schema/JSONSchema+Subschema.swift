extension JSONSchema {
    /// Returns the schema of a part of the values, given its position as a JSON Pointer (RFC 6901).
    ///
    /// ```swift
    /// schema.subschema(at: "/lines/0/amount")
    /// ```
    ///
    /// - Parameter pointer: The position, which is empty for the whole value. Any index leads to the elements of an array.
    /// - Returns: The schema, or `nil` if no value that conforms has such a part.
    public func subschema(at pointer: String) -> JSONSchema? {
        guard !pointer.isEmpty else { return self }
        guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
        let tokens = pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return tokens.reduce(self as JSONSchema?) { $0?.subschema(of: $1) }
    }

    private func subschema(of token: Substring) -> JSONSchema? {
        switch kind {
        case .nullable(let schema): return schema.subschema(of: token)
        case .array(let rules):
            let isIndex = !token.isEmpty && token.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return isIndex ? rules.items : nil
        case .object(let rules):
            let escaped = "/\(token)"
            let property = rules.properties.first { JSONPointer([$0.name]).description.hasSameBytes(as: escaped) }
            return property?.schema ?? rules.others
        default: return nil
        }
    }
}
