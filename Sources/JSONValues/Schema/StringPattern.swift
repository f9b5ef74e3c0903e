/// A form that a string must have, from a small closed set.
///
/// Each is a regular expression for clients and a plain loop for the server: no regular expression runs on what a client
/// sends.
public struct StringPattern: Hashable, Sendable {
    private enum Form: Hashable {
        case digits, asciiToken, phoneNumber
    }

    private let form: Form
    /// How many characters, all of them ASCII, a string of this form has.
    public let length: ClosedRange<Int>

    /// Exactly that many decimal digits: `^[0-9]{6}$`.
    public static func digits(_ count: Int) -> StringPattern {
        digits(count...count)
    }

    /// That many decimal digits: `^[0-9]{4,8}$`.
    public static func digits(_ count: ClosedRange<Int>) -> StringPattern {
        precondition(count.lowerBound >= 0, "A string has no fewer than 0 digits.")
        return StringPattern(form: .digits, length: count)
    }

    /// Up to that many of the characters that a URL holds unescaped (RFC 3986 §2.3): letters, digits, `-`, `.`, `_`, `~`.
    public static func asciiToken(_ maxLength: Int) -> StringPattern {
        precondition(maxLength >= 1, "A token has at least one character.")
        return StringPattern(form: .asciiToken, length: 1...maxLength)
    }

    /// A telephone number with its country (E.164): `+`, then 7 to 15 digits that don't begin with 0.
    public static let phoneNumber = StringPattern(form: .phoneNumber, length: 8...16)

    /// The form as a regular expression in the dialect that JSON Schema recommends (ECMA-262), anchored at both ends.
    public var regularExpression: String {
        let count =
            length.lowerBound == length.upperBound
            ? "{\(length.lowerBound)}" : "{\(length.lowerBound),\(length.upperBound)}"
        return switch form {
        case .digits: "^[0-9]\(count)$"
        case .asciiToken: "^[A-Za-z0-9._~-]\(count)$"
        case .phoneNumber: "^\\+[1-9][0-9]{6,14}$"
        }
    }

    /// The form in words, as the end of "must be …".
    var sentence: String {
        let count =
            length.lowerBound == length.upperBound
            ? "\(length.lowerBound)" : "\(length.lowerBound) to \(length.upperBound)"
        return switch form {
        case .digits: "\(count) digits"
        case .asciiToken: "\(count) letters, digits or any of - . _ ~"
        case .phoneNumber: "a telephone number that begins with + and the country code"
        }
    }

    /// Whether a string is of this form, byte by byte.
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
        switch form {
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

    /// A random string of this form.
    ///
    /// - Parameters:
    ///   - range: The lengths that are wanted; of those, the ones that the form allows are used.
    ///   - generator: Where chance comes from.
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
