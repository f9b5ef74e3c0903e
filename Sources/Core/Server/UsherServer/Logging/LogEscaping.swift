import JSON

/// Escaping that makes text of any origin safe in a line of the log.
enum LogEscaping {
    /// Returns whether a character can do more to a line or a terminal than appear in it, or does not appear in it at all.
    ///
    /// These are control characters, the separators of lines and paragraphs, characters that change the direction of writing
    /// (UAX #9 §2), and all others that are not seen, with which two accounts could look the same.
    static func isHarmful(_ scalar: Unicode.Scalar) -> Bool { scalar.isUnseen }

    /// Returns a text up to a number of scalars, followed by the number of those left out.
    static func truncated(_ text: String, to limit: Int) -> String {
        // A text has at least as many bytes as scalars, and counting the bytes takes O(1).
        guard text.utf8.count > limit else { return text }
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end != scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "… (\(scalars[end...].count) more)"
    }

    /// Returns whether a text has at most a number of scalars, and only printable ASCII without `\`, as most texts have.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: The number of scalars.
    ///   - isWord: Whether it must also be a word that needs no quotation marks.
    /// - Returns: Whether it can be written as it is.
    private static func isPlain(_ text: String, limit: Int, isWord: Bool) -> Bool {
        let bytes = text.utf8Span.span
        guard bytes.count <= limit, !isWord || bytes.count > 0 else { return false }
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "="): if isWord { return false }
            case UInt8(ascii: "\\"): return false
            case 0x20...0x7E: continue
            default: return false
            }
        }
        return true
    }

    /// Returns a text with harmful characters escaped as `\n`, `\u{85}`, and so on.
    static func escaped(_ text: String, limit: Int) -> String {
        guard !isPlain(text, limit: limit, isWord: false) else { return text }
        var result = ""
        for scalar in truncated(text, to: limit).unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\\": result += "\\\\"
            case _ where isHarmful(scalar): result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns a text as the name or value of a field, quoted unless it is a single word.
    static func value(_ text: String, limit: Int) -> String {
        guard !isPlain(text, limit: limit, isWord: true) else { return text }
        let escaped = escaped(text, limit: limit)
        let isWord = !escaped.isEmpty && escaped.unicodeScalars.allSatisfy { $0 != " " && $0 != "\"" && $0 != "=" }
        guard !isWord else { return escaped }
        var quoted = "\""
        for scalar in escaped.unicodeScalars {
            if scalar == "\"" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    /// Returns a JSON text with harmful characters escaped as `\u0085` and so on.
    ///
    /// In valid JSON they occur in strings only, where the escape means the same. C0 is escaped already.
    static func escapedJSON(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(where: { $0 >= 0x7F }) else { return json }
        var result: [UInt8] = []
        result.reserveCapacity(json.count + 16)
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            if isHarmful(scalar) {
                for unit in UTF16.encode(scalar) ?? .init() {
                    let digits = String(unit, radix: 16)
                    result.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
                }
            } else {
                result.append(contentsOf: String(scalar).utf8)
            }
        }
        return result
    }
}
