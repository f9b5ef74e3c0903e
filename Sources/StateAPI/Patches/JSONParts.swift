/// The places of the members of an object and of the elements of an array, in JSON that this server has written.
///
/// It finds the end of each value without parsing it, so it needs JSON without white space between tokens.
enum JSONParts {
    /// A member of an object: the bytes of its name, without the quotes, and of its value.
    struct Member {
        let name: Range<Int>
        let value: Range<Int>
    }

    /// Returns the members of an object.
    ///
    /// - Parameters:
    ///   - text: JSON without white space.
    ///   - range: The object, from its brace on. If the range ends inside of a value, that member is left out.
    /// - Returns: The members in their order.
    static func members(of text: [UInt8], in range: Range<Int>) -> [Member] {
        var members: [Member] = []
        let bytes = text.span
        var position = range.lowerBound + 1
        while position < range.upperBound, bytes[position] == UInt8(ascii: "\"") {
            let name = position + 1
            guard let nameEnd = endOfString(bytes, name, range.upperBound) else { break }
            // After the quote and the colon.
            let value = nameEnd + 2
            guard let end = endOfValue(bytes, value, range.upperBound) else { break }
            members.append(Member(name: name..<nameEnd, value: value..<end))
            position = end + 1
        }
        return members
    }

    /// Returns the elements of an array, whose range includes the brackets.
    static func elements(of text: [UInt8], in range: Range<Int>) -> [Range<Int>] {
        var elements: [Range<Int>] = []
        let bytes = text.span
        var position = range.lowerBound + 1
        while position < range.upperBound - 1, let end = endOfValue(bytes, position, range.upperBound) {
            elements.append(position..<end)
            position = end + 1
        }
        return elements
    }

    /// Returns the place of the quote that ends a string; `nil` if there is none.
    private static func endOfString(_ bytes: Span<UInt8>, _ start: Int, _ limit: Int) -> Int? {
        var position = start
        while position < limit {
            switch bytes[position] {
            case UInt8(ascii: "\""): return position
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        return nil
    }

    /// Returns the place of the comma or bracket after a value; `nil` if there is none.
    private static func endOfValue(_ bytes: Span<UInt8>, _ start: Int, _ limit: Int) -> Int? {
        var position = start
        var depth = 0
        while position < limit {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                guard let end = endOfString(bytes, position + 1, limit) else { return nil }
                position = end + 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return position }
                depth -= 1
                position += 1
            case UInt8(ascii: ","):
                if depth == 0 { return position }
                position += 1
            default: position += 1
            }
        }
        return nil
    }
}
