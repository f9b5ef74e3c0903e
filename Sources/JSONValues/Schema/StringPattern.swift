/// A pattern for strings, from a small closed set.
///
/// Each pattern is a regular expression for clients and a plain loop on the server: no regular expression is run on the
/// input of a client.
public struct StringPattern: Hashable, Sendable {
    private enum Kind: Hashable {
        case digits, asciiToken, phoneNumber
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

    /// The regular expression in the dialect that JSON Schema recommends (ECMA-262), anchored at both ends.
    public var regularExpression: String {
        let count =
            length.lowerBound == length.upperBound
            ? "{\(length.lowerBound)}" : "{\(length.lowerBound),\(length.upperBound)}"
        return switch kind {
        case .digits: "^[0-9]\(count)$"
        case .asciiToken: "^[A-Za-z0-9._~-]\(count)$"
        case .phoneNumber: "^\\+[1-9][0-9]{6,14}$"
        }
    }

    /// The pattern in words, as the end of "must be …".
    var detail: String {
        let count =
            length.lowerBound == length.upperBound
            ? "\(length.lowerBound)" : "\(length.lowerBound) to \(length.upperBound)"
        return switch kind {
        case .digits: "\(count) digits"
        case .asciiToken: "\(count) letters, digits or any of - . _ ~"
        case .phoneNumber: "a telephone number that begins with + and the country code"
        }
    }

    /// Returns whether a string matches the pattern, byte by byte.
    public func matches(_ string: String) -> Bool {
        var position = 0
        for byte in string.utf8 {
            guard position < length.upperBound, accepts(byte, at: position) else { return false }
            position += 1
        }
        return position >= length.lowerBound
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
        }
    }

    /// Returns a random string that matches the pattern.
    ///
    /// - Parameters:
    ///   - range: The wanted lengths, clamped to those that the pattern allows.
    ///   - generator: The source of randomness.
    /// - Returns: A string of printable ASCII characters.
    func sample(lengths range: ClosedRange<Int>, using generator: inout some RandomNumberGenerator) -> String {
        let count = Int.random(in: length.clamped(to: range), using: &generator)
        var bytes: [UInt8] = []
        for position in 0..<count {
            let accepted = (0x20...0x7E).filter { accepts($0, at: position) }
            bytes.append(accepted.randomElement(using: &generator) ?? UInt8(ascii: "0"))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
