extension JSONValue {
    /// Parses a JSON text strictly (RFC 8259).
    ///
    /// A byte order mark, comments and trailing commas are errors. Strings must be valid UTF-8 without lone surrogates,
    /// numbers must be finite, and the member names of an object must be unique.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - limits: The limits of the text's size.
    /// - Throws: ``JSONSyntaxError`` at the first invalid byte.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONSyntaxError) {
        var parser = JSONParser(limits: limits)
        self = try parser.document(bytes.span)
    }

    /// Parses a JSON text in a string, as ``init(parsing:limits:)-([UInt8],_)`` parses one in bytes.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limits: The limits of the text's size, in bytes of UTF-8.
    /// - Throws: ``JSONSyntaxError`` at the first invalid byte.
    public init(parsing text: String, limits: JSONLimits = .standard) throws(JSONSyntaxError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }
}

/// A recursive-descent parser that recurses up to ``JSONLimits/depth``.
///
/// The text is a parameter of each function, because a `Span` can't be stored in a mutable struct. `Span` checks each access
/// against its bounds, and a comparison with `count` precedes each, so no text can trap.
struct JSONParser {
    let limits: JSONLimits
    var offset = 0
    private var values = 0

    init(limits: JSONLimits) {
        self.limits = limits
    }

    mutating func document(_ text: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
        guard text.count <= limits.bytes else {
            throw JSONSyntaxError(.tooLong, offset: limits.bytes, detail: "at most \(limits.bytes) bytes are allowed")
        }
        skipWhitespace(text)
        let value = try value(text, depth: 0)
        skipWhitespace(text)
        guard offset == text.count else {
            throw JSONSyntaxError(.trailingCharacters, offset: offset, detail: "only one value is allowed")
        }
        return value
    }

    private mutating func value(_ text: Span<UInt8>, depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard offset < text.count else { throw unexpected(text, "a value was expected") }
        values += 1
        guard values <= limits.values else {
            throw JSONSyntaxError(.tooManyValues, offset: offset, detail: "at most \(limits.values) values are allowed")
        }
        switch text[offset] {
        case ASCII.quote: return .string(try string(text))
        case ASCII.openBrace: return .object(try object(text, depth: depth + 1))
        case ASCII.openBracket: return .array(try array(text, depth: depth + 1))
        case ASCII.minus, ASCII.zero...ASCII.nine: return try number(text)
        case UInt8(ascii: "t"):
            try literal("true", text)
            return .bool(true)
        case UInt8(ascii: "f"):
            try literal("false", text)
            return .bool(false)
        case UInt8(ascii: "n"):
            try literal("null", text)
            return .null
        default: throw unexpected(text, "a value was expected")
        }
    }

    private mutating func object(_ text: Span<UInt8>, depth: Int) throws(JSONSyntaxError) -> JSONObject {
        try enter(depth)
        var members: [JSONObject.Member] = []
        var names: Set<ByteKey> = []
        if takes(ASCII.closeBrace, text) { return JSONObject() }
        while true {
            let start = offset
            guard start < text.count, text[start] == ASCII.quote else {
                throw unexpected(text, "a member name was expected")
            }
            let key = try string(text)
            guard key.utf8.count <= limits.nameBytes else {
                throw JSONSyntaxError(
                    .nameTooLong,
                    offset: start,
                    detail: "a member name may have at most \(limits.nameBytes) bytes"
                )
            }
            guard isNew(key, members, &names) else {
                throw JSONSyntaxError(.duplicateKey, offset: start, detail: "member names must be unique")
            }
            skipWhitespace(text)
            guard takes(ASCII.colon, text) else { throw unexpected(text, "':' was expected after a member name") }
            members.append(JSONObject.Member(key: key, value: try value(text, depth: depth)))
            skipWhitespace(text)
            if takes(ASCII.comma, text) { continue }
            if takes(ASCII.closeBrace, text, skippingAfter: false) { return JSONObject(distinct: members) }
            throw unexpected(text, "',' or '}' was expected after a member")
        }
    }

    /// Returns whether no member has this name, by comparison for few members and by hash for many.
    private func isNew(_ key: String, _ members: [JSONObject.Member], _ names: inout Set<ByteKey>) -> Bool {
        if members.count < 16 {
            for member in members where member.key.hasSameBytes(as: key) { return false }
            return true
        }
        if names.isEmpty { names = Set(members.lazy.map { ByteKey($0.key) }) }
        return names.insert(ByteKey(key)).inserted
    }

    private mutating func array(_ text: Span<UInt8>, depth: Int) throws(JSONSyntaxError) -> [JSONValue] {
        try enter(depth)
        var elements: [JSONValue] = []
        if takes(ASCII.closeBracket, text) { return elements }
        while true {
            elements.append(try value(text, depth: depth))
            skipWhitespace(text)
            if takes(ASCII.comma, text) { continue }
            if takes(ASCII.closeBracket, text, skippingAfter: false) { return elements }
            throw unexpected(text, "',' or ']' was expected after an element")
        }
    }

    /// Skips the opening bracket of an array or object, after checking the depth.
    private mutating func enter(_ depth: Int) throws(JSONSyntaxError) {
        guard depth <= limits.depth else {
            throw JSONSyntaxError(.tooDeep, offset: offset, detail: "at most \(limits.depth) levels are allowed")
        }
        offset += 1
    }

    private mutating func literal(_ word: String, _ text: Span<UInt8>) throws(JSONSyntaxError) {
        for letter in word.utf8 {
            guard offset < text.count, text[offset] == letter else {
                throw unexpected(text, "'\(word)' was expected")
            }
            offset += 1
        }
    }

    /// Skips a byte, with white space before and after it, and returns whether it was next.
    @inline(__always)
    private mutating func takes(_ byte: UInt8, _ text: Span<UInt8>, skippingAfter: Bool = true) -> Bool {
        skipWhitespace(text)
        guard offset < text.count, text[offset] == byte else { return false }
        offset += 1
        if skippingAfter { skipWhitespace(text) }
        return true
    }

    @inline(__always)
    private mutating func skipWhitespace(_ text: Span<UInt8>) {
        while offset < text.count {
            switch text[offset] {
            case ASCII.space, ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab: offset += 1
            default: return
            }
        }
    }

    /// Returns the error for the current offset: an unexpected character or the end of the text.
    func unexpected(_ text: Span<UInt8>, _ expectation: String) -> JSONSyntaxError {
        guard offset < text.count else { return JSONSyntaxError(.unexpectedEnd, offset: offset, detail: expectation) }
        return JSONSyntaxError(.unexpectedCharacter, offset: offset, detail: expectation)
    }
}
