extension JSONValue {
    /// Reads a JSON text (RFC 8259), strictly.
    ///
    /// No byte order mark, no comments, no trailing commas; strings must be valid UTF-8 without lone surrogates, numbers
    /// must be finite, and an object names each member once.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - limits: What to refuse for its size.
    /// - Throws: ``JSONSyntaxError`` at the first byte that can't be accepted.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONSyntaxError) {
        var parser = JSONParser(limits: limits)
        self = try parser.document(bytes.span)
    }

    /// Reads a JSON text from a string; see ``init(parsing:limits:)-([UInt8],_)``.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limits: What to refuse for its size, counted in bytes of UTF-8.
    /// - Throws: ``JSONSyntaxError`` at the first byte that can't be accepted.
    public init(parsing text: String, limits: JSONLimits = .standard) throws(JSONSyntaxError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }
}

/// A recursive-descent parser whose recursion ends at ``JSONLimits/depth``.
///
/// The text is handed from function to function, since a `Span` can't be stored beside what is mutable. Every read of it is
/// bounds-checked by `Span` and preceded by a comparison with `count`, so no text can trap.
struct JSONParser {
    let limits: JSONLimits
    var offset = 0
    private var nodes = 0

    init(limits: JSONLimits) {
        self.limits = limits
    }

    mutating func document(_ text: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
        guard text.count <= limits.bytes else {
            throw JSONSyntaxError(.tooLong, offset: limits.bytes, detail: "at most \(limits.bytes) bytes are read")
        }
        skipWhitespace(text)
        let value = try value(text, depth: 0)
        skipWhitespace(text)
        guard offset == text.count else {
            throw JSONSyntaxError(.trailingCharacters, offset: offset, detail: "only one value is read")
        }
        return value
    }

    private mutating func value(_ text: Span<UInt8>, depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard offset < text.count else { throw unexpected(text, "a value was expected") }
        nodes += 1
        guard nodes <= limits.nodes else {
            throw JSONSyntaxError(.tooManyNodes, offset: offset, detail: "at most \(limits.nodes) values are read")
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
        var names: Set<String> = []
        if takes(ASCII.closeBrace, text) { return JSONObject() }
        while true {
            let start = offset
            guard start < text.count, text[start] == ASCII.quote else {
                throw unexpected(text, "a member name was expected")
            }
            let key = try string(text)
            guard isNew(key, members, &names) else {
                throw JSONSyntaxError(.duplicateKey, offset: start, detail: "an object names each member once")
            }
            skipWhitespace(text)
            guard takes(ASCII.colon, text) else { throw unexpected(text, ": was expected after a member name") }
            members.append(JSONObject.Member(key: key, value: try value(text, depth: depth)))
            skipWhitespace(text)
            if takes(ASCII.comma, text) { continue }
            if takes(ASCII.closeBrace, text, skippingAfter: false) { return JSONObject(distinct: members) }
            throw unexpected(text, ", or } was expected after a member")
        }
    }

    /// Whether no member has that name yet: compared one by one while they are few, by hash when they are many.
    private func isNew(_ key: String, _ members: [JSONObject.Member], _ names: inout Set<String>) -> Bool {
        if members.count < 16 {
            for member in members where member.key == key { return false }
            return true
        }
        if names.isEmpty { names = Set(members.lazy.map(\.key)) }
        return names.insert(key).inserted
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
            throw unexpected(text, ", or ] was expected after an element")
        }
    }

    /// Steps over the opening bracket of an array or object.
    private mutating func enter(_ depth: Int) throws(JSONSyntaxError) {
        guard depth <= limits.depth else {
            throw JSONSyntaxError(.tooDeep, offset: offset, detail: "at most \(limits.depth) levels are read")
        }
        offset += 1
    }

    private mutating func literal(_ word: String, _ text: Span<UInt8>) throws(JSONSyntaxError) {
        for letter in word.utf8 {
            guard offset < text.count, text[offset] == letter else {
                throw unexpected(text, "the word \(word) was expected")
            }
            offset += 1
        }
    }

    /// Steps over that byte, and over white space before and after it, if it is next.
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

    /// The error for what stands at the present offset, be it the wrong character or nothing.
    func unexpected(_ text: Span<UInt8>, _ expectation: String) -> JSONSyntaxError {
        guard offset < text.count else { return JSONSyntaxError(.unexpectedEnd, offset: offset, detail: expectation) }
        return JSONSyntaxError(.unexpectedCharacter, offset: offset, detail: expectation)
    }
}
