import Foundation

/// An error in a text that should be JSON.
public struct JSONSyntaxError: Error, Sendable, Hashable {
    /// The offset of the byte at which the text stops being JSON.
    public let offset: Int
}

extension JSONValue {
    /// Parses a JSON text in UTF-8.
    ///
    /// - Throws: ``JSONSyntaxError`` if it is no JSON text, has another one behind it, or is nested deeper than 128
    ///   levels.
    public init(parsing text: Data) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes: Array(text))
        self = try parser.document()
    }

    /// Parses a JSON text.
    ///
    /// - Throws: ``JSONSyntaxError`` as for data.
    public init(parsing text: String) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes: Array(text.utf8))
        self = try parser.document()
    }
}

/// A recursive-descent parser of JSON (RFC 8259).
struct JSONParser {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    /// The nesting at which a text is refused, because each level takes stack.
    private static let deepest = 128

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses the whole text as one value.
    mutating func document() throws(JSONSyntaxError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw failure }
        return value
    }

    private var failure: JSONSyntaxError { JSONSyntaxError(offset: position) }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try nested { parser throws(JSONSyntaxError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(JSONSyntaxError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        guard depth < Self.deepest else { throw failure }
        depth += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        position += 1
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw failure }
            let name = try string()
            guard take(UInt8(ascii: ":")) else { throw failure }
            members[name] = try value()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw failure }
        return .object(members)
    }

    private mutating func array() throws(JSONSyntaxError) -> JSONValue {
        var elements: [JSONValue] = []
        position += 1
        if take(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            elements.append(try value())
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw failure }
        return .array(elements)
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        guard bytes[position...].starts(with: text.description.utf8) else { throw failure }
        position += text.utf8CodeUnitCount
        return value
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = position
        if peek == UInt8(ascii: "-") { position += 1 }
        let first = peek
        guard let integer = digits(), integer == 1 || first != UInt8(ascii: "0") else { throw failure }
        var isInteger = true
        if peek == UInt8(ascii: ".") {
            position += 1
            isInteger = false
            guard digits() != nil else { throw failure }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            position += 1
            isInteger = false
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            guard digits() != nil else { throw failure }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger, let number = Int(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else { throw failure }
        return .number(number)
    }

    /// Skips digits and returns their number, or `nil` if there are none.
    private mutating func digits() -> Int? {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position > start ? position - start : nil
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        let start = position
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        guard peek != UInt8(ascii: "\"") else {
            position += 1
            return String(decoding: bytes[start..<(position - 1)], as: UTF8.self)
        }
        return try escapedString(from: start)
    }

    /// Parses a string that begins at `start` and has an escape at the position.
    private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
        var text = Array(bytes[start..<position])
        while let byte = peek, byte >= 0x20 {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text.append(contentsOf: try escape())
            default: text.append(byte)
            }
        }
        throw failure
    }

    private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
        guard let byte = peek else { throw failure }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(try scalar()).utf8)
        default: throw failure
        }
    }

    /// Parses the hexadecimal digits of a scalar.
    ///
    /// A scalar beyond the first plane has the digits of two surrogates.
    private mutating func scalar() throws(JSONSyntaxError) -> Unicode.Scalar {
        let unit = try codeUnit()
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        guard bytes[position...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
        let afterLead = position
        position += 2
        let trail = try codeUnit()
        guard UTF16.isTrailSurrogate(trail) else {
            position = afterLead
            return "\u{FFFD}"
        }
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
        guard position + 4 <= bytes.count else { throw failure }
        let digits = bytes[position..<(position + 4)]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure }
        position += 4
        return unit
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Skips white space and the byte behind it if that is the expected one.
    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }
}
