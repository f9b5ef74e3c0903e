/// A pattern for strings, from a small closed set.
///
/// Each pattern is a regular expression for clients and a plain loop on the server, because no regular expression is run on the
/// input of a client.
public struct StringPattern: Hashable, Sendable {
    private enum Kind: Hashable {
        case digits, asciiToken, phoneNumber, iban, date
        /// A number with at most this many digits after the point.
        case decimal(fractionDigits: Int)
    }

    private let kind: Kind
    /// The number of characters, all of them ASCII.
    public let length: ClosedRange<Int>

    /// Returns the pattern of an exact number of decimal digits: `^[0-9]{6}$`.
    public static func digits(_ count: Int) -> StringPattern {
        digits(count...count)
    }

    /// Returns the pattern of a range of decimal digits: `^[0-9]{4,8}$`.
    public static func digits(_ count: ClosedRange<Int>) -> StringPattern {
        precondition(count.lowerBound >= 0, "The number of digits must not be negative.")
        return StringPattern(kind: .digits, length: count)
    }

    /// Returns the pattern of 1 to `maxLength` characters that a URL holds unescaped: letters, digits, `-`, `.`, `_`, `~`.
    ///
    /// They are the unreserved characters of RFC 3986 §2.3.
    public static func asciiToken(_ maxLength: Int) -> StringPattern {
        precondition(maxLength >= 1, "The maximum length of a token must be at least 1.")
        return StringPattern(kind: .asciiToken, length: 1...maxLength)
    }

    /// An international telephone number (E.164): `+`, then 7 to 15 digits, the first one not 0.
    public static let phoneNumber = StringPattern(kind: .phoneNumber, length: 8...16)

    /// A calendar date (RFC 3339 §5.6, `full-date`): `2026-11-24`.
    ///
    /// A day that its month does not have, such as 30 February, matches. Reject it in the handler with a message.
    public static let date = StringPattern(kind: .date, length: 10...10)

    /// An international bank account number in its electronic form (ISO 13616-1): `DE02120300000000202051`.
    ///
    /// The check digits are not verified. Reject a wrong number in the handler with a message.
    public static let iban = StringPattern(kind: .iban, length: 15...34)

    /// Returns the pattern of an amount without a sign or leading zeros, and with at most 12 digits before the point: `12.50`.
    public static func decimal(fractionDigits: Int = 2) -> StringPattern {
        precondition((1...12).contains(fractionDigits), "The number of fraction digits must be between 1 and 12.")
        return StringPattern(kind: .decimal(fractionDigits: fractionDigits), length: 1...(13 + fractionDigits))
    }

    /// The regular expression in the dialect that JSON Schema recommends (ECMA-262), anchored at both ends.
    public var regularExpression: String {
        let count =
            length.lowerBound == length.upperBound
            ? "{\(length.lowerBound)}" : "{\(length.lowerBound),\(length.upperBound)}"
        return switch kind {
        case .digits: "^[0-9]\(count)$"
        case .asciiToken: "^[A-Za-z0-9._~-]\(count)$"
        case .phoneNumber: "^\\+[1-9][0-9]{6,14}$"
        case .date: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
        case .iban: "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"
        case .decimal(let digits): "^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,\(digits)})?$"
        }
    }

    /// The pattern in words, as the end of "must be …".
    var detail: JSONSchemaDetail {
        switch kind {
        case .digits where length.lowerBound == length.upperBound: "\(length.lowerBound) digits"
        case .digits: "\(length.lowerBound) to \(length.upperBound) digits"
        case .asciiToken: "\(length.lowerBound) to \(length.upperBound) letters, digits or any of - . _ ~"
        case .phoneNumber: "a telephone number that begins with + and the country code"
        case .date: "a date such as 2026-11-24"
        case .iban: "an IBAN without spaces, such as DE02120300000000202051"
        case .decimal(let digits):
            "an amount such as 12.5, with at most 12 digits before the point and \(digits) after it"
        }
    }

    /// Returns the canonical form of a text that people have typed or copied for this pattern.
    ///
    /// White space and invisible characters are dropped. Digits of all scripts and full-width characters become ASCII, and
    /// every dash a hyphen. Codes and numbers of accounts and telephones also lose hyphens and other punctuation, which only
    /// group them. Parentheses in a telephone number and the sign of an amount have a meaning, so they stay and do not match.
    func canonical(_ text: String) -> String {
        guard !matches(text) else { return text }
        var result = String.UnicodeScalarView()
        // Before marks are dropped, because a capital letter may be written as a letter and a mark.
        for scalar in (kind == .iban ? text.uppercased() : text).unicodeScalars {
            if !scalar.isSeparator {
                result.append(scalar.narrow)
            } else if let kept = kept(scalar) {
                result.append(kept)
            }
        }
        return String(result)
    }

    /// Returns the character for one that separates or marks letters and digits, or `nil` if the pattern ignores it.
    private func kept(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        let properties = scalar.properties
        guard !properties.isWhitespace, !properties.isDefaultIgnorableCodePoint,
            ![.control, .format].contains(properties.generalCategory)
        else { return nil }
        switch kind {
        case .digits, .iban: return nil
        case .phoneNumber:
            return [.openPunctuation, .closePunctuation].contains(properties.generalCategory) ? scalar.narrow : nil
        case .asciiToken, .date, .decimal: return properties.isDash ? "-" : scalar.narrow
        }
    }

    /// Returns whether a string matches the pattern, byte by byte.
    public func matches(_ string: String) -> Bool {
        var position = 0
        for byte in string.utf8 {
            guard position < length.upperBound, accepts(byte, at: position) else { return false }
            position += 1
        }
        guard position >= length.lowerBound else { return false }
        return switch kind {
        case .date: Self.isDate(Array(string.utf8))
        case .decimal(let digits): Self.isDecimal(Array(string.utf8), fractionDigits: digits)
        case .digits, .asciiToken, .phoneNumber, .iban: true
        }
    }

    /// Returns whether a text of digits and hyphens in the right places has a possible month and day.
    private static func isDate(_ text: [UInt8]) -> Bool {
        func number(_ index: Int) -> Int { Int(text[index] - 0x30) * 10 + Int(text[index + 1] - 0x30) }
        return (1...12).contains(number(5)) && (1...31).contains(number(8))
    }

    /// Returns whether a text of digits and points is a number.
    private static func isDecimal(_ text: [UInt8], fractionDigits: Int) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let whole = parts.first, (1...12).contains(whole.count) else { return false }
        guard whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
        return parts.count == 1 || (parts.count == 2 && (1...fractionDigits).contains(parts[1].count))
    }

    private func accepts(_ byte: UInt8, at position: Int) -> Bool {
        let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        switch kind {
        case .digits: return isDigit
        case .asciiToken:
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            return isDigit || isLetter || "-._~".utf8.contains(byte)
        case .phoneNumber:
            switch position {
            case 0: return byte == UInt8(ascii: "+")
            case 1: return isDigit && byte != UInt8(ascii: "0")
            default: return isDigit
            }
        case .date: return position == 4 || position == 7 ? byte == UInt8(ascii: "-") : isDigit
        case .iban:
            let isLetter = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            return position < 2 ? isLetter : position < 4 ? isDigit : isDigit || isLetter
        case .decimal: return isDigit || byte == UInt8(ascii: ".")
        }
    }

    /// Returns a random string that matches the pattern.
    ///
    /// - Parameters:
    ///   - range: The wanted lengths, clamped to the lengths that the pattern allows.
    ///   - generator: The source of randomness.
    /// - Returns: A string of printable ASCII characters.
    func sample(lengths range: ClosedRange<Int>, using generator: inout some RandomNumberGenerator) -> String {
        switch kind {
        case .date:
            func two(_ numbers: ClosedRange<Int>) -> String {
                let number = Int.random(in: numbers, using: &generator)
                return number < 10 ? "0\(number)" : "\(number)"
            }
            return "20\(two(0...99))-\(two(1...12))-\(two(1...28))"
        case .decimal(let digits):
            let whole = "\(Int.random(in: 0...999, using: &generator))"
            let fraction = String(repeating: "5", count: Int.random(in: 0...digits, using: &generator))
            return fraction.isEmpty ? whole : "\(whole).\(fraction)"
        case .digits, .asciiToken, .phoneNumber, .iban: break
        }
        let count = Int.random(in: length.clamped(to: range), using: &generator)
        var bytes: [UInt8] = []
        for position in 0..<count {
            let accepted = (0x20...0x7E).filter { accepts($0, at: position) }
            bytes.append(accepted.randomElement(using: &generator) ?? UInt8(ascii: "0"))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
