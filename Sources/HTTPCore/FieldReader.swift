/// Reads the parts of a field value from left to right, by bytes.
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

    /// Goes on to the next comma that isn't inside quotes.
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

    /// A token (RFC 9110 §5.6.2), or `nil` when there is none here.
    mutating func takeToken() -> String? {
        let token = rest.prefix(while: \.isTokenByte)
        guard !token.isEmpty else { return nil }
        rest = rest.dropFirst(token.count)
        return String(decoding: token, as: UTF8.self)
    }

    /// A quoted string (RFC 9110 §5.6.4) without its quotes and escapes, or `nil` when it is none or doesn't end.
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

    /// A token or a quoted string.
    mutating func takeWord() -> String? {
        rest.first == UInt8(ascii: "\"") ? takeQuotedString() : takeToken()
    }

    /// What stands between the quotes of an entity tag, where a backslash is a byte like any other.
    mutating func takeEntityTagText() -> String? {
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        let text = rest.dropFirst().prefix(while: \.isEntityTagByte)
        let after = rest.dropFirst(1 + text.count)
        guard after.first == UInt8(ascii: "\"") else { return nil }
        rest = after.dropFirst()
        return String(decoding: text, as: UTF8.self)
    }
}
