extension JSONParser {
    /// Parses a string, from the opening to the closing quotation mark (RFC 8259 §7).
    mutating func string(_ text: Span<UInt8>) throws(JSONSyntaxError) -> String {
        let start = offset + 1
        var end = start
        var escapes = false
        while true {
            guard end < text.count else {
                throw JSONSyntaxError(
                    .unexpectedEnd,
                    offset: text.count,
                    detail: "the closing quotation mark was expected"
                )
            }
            let byte = text[end]
            if byte == ASCII.quote { break }
            if byte == ASCII.backslash {
                escapes = true
                end += 2
                continue
            }
            guard byte >= 0x20 else {
                throw JSONSyntaxError(
                    .controlCharacter,
                    offset: end,
                    detail: "control characters in strings must be escaped"
                )
            }
            end += 1
        }
        let content = text.extracting(start..<end)
        let string: String
        do {
            // Escapes are ASCII, so the text can be validated before they are decoded. That gives the exact offset of an error.
            let valid = try UTF8Span(validating: content)
            if !escapes { string = String(copying: valid) } else { string = try unescape(content, at: start) }
        } catch let error as UTF8.ValidationError {
            throw JSONSyntaxError(
                .invalidUTF8,
                offset: start + error.byteOffsets.lowerBound,
                detail: "strings must be UTF-8 (RFC 3629)"
            )
        } catch let error as JSONSyntaxError {
            throw error
        } catch {
            preconditionFailure("Validating and unescaping throw no other errors.")
        }
        guard !string.hasRun(ofMoreThan: limits.combiningMarks) else {
            throw JSONSyntaxError(
                .tooManyMarks,
                offset: start,
                detail: "a string may have at most \(limits.combiningMarks) combining marks in a row"
            )
        }
        offset = end + 1
        return string
    }

    /// Decodes the escapes of a string that is valid UTF-8 and in which each backslash is followed by a byte.
    private func unescape(_ content: Span<UInt8>, at start: Int) throws(JSONSyntaxError) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count)
        var index = 0
        while index < content.count {
            let byte = content[index]
            guard byte == ASCII.backslash else {
                bytes.append(byte)
                index += 1
                continue
            }
            let escape = index
            index += 2
            switch content[escape + 1] {
            case ASCII.quote: bytes.append(ASCII.quote)
            case ASCII.backslash: bytes.append(ASCII.backslash)
            case UInt8(ascii: "/"): bytes.append(UInt8(ascii: "/"))
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "n"): bytes.append(ASCII.lineFeed)
            case UInt8(ascii: "r"): bytes.append(ASCII.carriageReturn)
            case UInt8(ascii: "t"): bytes.append(ASCII.tab)
            case UInt8(ascii: "u"):
                let scalar = try scalar(content, from: escape, start)
                index = escape + (scalar.value > 0xFFFF ? 12 : 6)
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            default:
                throw JSONSyntaxError(
                    .invalidEscape,
                    offset: start + escape,
                    detail: "a backslash must be followed by one of \" \\ / b f n r t u"
                )
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the scalar of one `\uXXXX`, or of two for a surrogate pair.
    private func scalar(
        _ content: Span<UInt8>,
        from escape: Int,
        _ start: Int
    ) throws(JSONSyntaxError) -> Unicode.Scalar {
        let first = try codeUnit(content, at: escape, start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        let lone = JSONSyntaxError(
            .loneSurrogate,
            offset: start + escape,
            detail: "surrogates must come in pairs, the high one first"
        )
        guard first < 0xDC00, escape + 7 < content.count,
            content[escape + 6] == ASCII.backslash, content[escape + 7] == UInt8(ascii: "u")
        else { throw lone }
        let second = try codeUnit(content, at: escape + 6, start)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10 | (second - 0xDC00)))
        else { throw lone }
        return scalar
    }

    private func codeUnit(_ content: Span<UInt8>, at escape: Int, _ start: Int) throws(JSONSyntaxError) -> UInt32 {
        var unit: UInt32 = 0
        for index in escape + 2..<escape + 6 {
            guard index < content.count, let digit = ASCII.hexadecimal(content[index]) else {
                throw JSONSyntaxError(
                    .invalidEscape,
                    offset: start + escape,
                    detail: "\\u must be followed by four hexadecimal digits"
                )
            }
            unit = unit << 4 | digit
        }
        return unit
    }
}
