/// A parser for field values, which reads bytes from left to right.
struct FieldReader {
    private var rest: ArraySlice<UInt8>

    init(_ value: String) {
        rest = Array(value.utf8)[...]
    }

    var isAtEnd: Bool { rest.isEmpty }
    var isAtComma: Bool { rest.first == UInt8(ascii: ",") }

    mutating func skipSpace() {
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    mutating func skipSpaceAndCommas() {
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ",") }
    }

    /// Skips to the next comma outside of quotes.
    mutating func skipToComma() {
        var isQuoted = false
        while let byte = rest.first {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: "\\"), isQuoted { rest = rest.dropFirst() }
            if byte == UInt8(ascii: ","), !isQuoted { return }
            rest = rest.dropFirst()
        }
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Removes and returns a token (RFC 9110 §5.6.2); `nil` when there is none here.
    mutating func takeToken() -> String? {
        let token = rest.prefix(while: \.isTokenByte)
        guard !token.isEmpty else { return nil }
        rest = rest.dropFirst(token.count)
        return String(decoding: token, as: UTF8.self)
    }

    /// Removes and returns a quoted string (RFC 9110 §5.6.4), without quotes and escapes; `nil` when there is none.
    mutating func takeQuotedString() -> String? {
        var ahead = rest
        guard ahead.popFirst() == UInt8(ascii: "\"") else { return nil }
        var text: [UInt8] = []
        while let byte = ahead.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                rest = ahead
                return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = ahead.popFirst() else { return nil }
                text.append(escaped)
            default:
                text.append(byte)
            }
        }
        return nil
    }

    /// Removes and returns a token or a quoted string.
    mutating func takeWord() -> String? {
        rest.first == UInt8(ascii: "\"") ? takeQuotedString() : takeToken()
    }

    /// Removes and returns the text of an entity tag, in which a backslash is an ordinary byte.
    mutating func takeEntityTagText() -> String? {
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        let text = rest.dropFirst().prefix(while: \.isEntityTagByte)
        let after = rest.dropFirst(1 + text.count)
        guard after.first == UInt8(ascii: "\"") else { return nil }
        rest = after.dropFirst()
        return String(decoding: text, as: UTF8.self)
    }
}
