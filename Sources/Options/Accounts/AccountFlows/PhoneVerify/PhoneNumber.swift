internal import CPhoneNumbers
public import Coordination
import JSON

/// A telephone number in the form of E.164: `+491701234567`.
public struct PhoneNumber: Payload, Hashable, CustomStringConvertible {
    /// The reason why a text is no number that codes can be sent to.
    public enum ParsingError: Error {
        /// The text is no telephone number, has no country code, or has a length that its country does not have.
        case malformed
        /// The number has an extension, where no message arrives.
        case hasExtension
    }

    /// The plus sign and 7 to 15 digits.
    public let digits: String

    /// Parses a number as ``init(parsing:)`` does.
    ///
    /// - Returns: `nil` for a text that is no number.
    public init?(_ text: String) {
        guard let number = try? Self(parsing: text) else { return nil }
        self = number
    }

    /// Parses a number as it stands in address books, on pages and in links, or is typed on a keyboard of any script.
    ///
    /// ```swift
    /// try PhoneNumber(parsing: "tel:0049 (0)170/123 45-67").digits  // "+491701234567"
    /// ```
    ///
    /// White space, punctuation and invisible characters are ignored. `00` is read as `+`. A prefix for calls within
    /// the country, such as the `0` in Germany, is dropped, and the `0` of Italy stays (libphonenumber).
    ///
    /// - Throws: ``ParsingError``.
    public init(parsing text: String) throws(ParsingError) {
        var digits = ""
        // The text may begin with `tel:`, the scheme of RFC 3966.
        let text = TextForm.line.canonical(text)
        let number = text.prefix(4).lowercased() == "tel:" ? text.dropFirst(4) : text[...]
        for (index, scalar) in zip(number.unicodeScalars.indices, number.unicodeScalars) {
            switch scalar.narrow {
            case "+" where digits.isEmpty: digits = "+"
            case let digit where digit.isASCIIDigit: digits.unicodeScalars.append(digit)
            // An extension follows these characters in RFC 3966, and in the numbers that telephones dial.
            case ";", "#", ",", "*": throw Self.error(after: digits, number[index...])
            case let other where other.isSeparator: continue
            default: throw Self.error(after: digits, number[index...])
            }
        }
        self = try Self.number(digits)
    }

    private static func number(_ digits: String) throws(ParsingError) -> PhoneNumber {
        let international = digits.hasPrefix("00") ? "+\(digits.dropFirst(2))" : digits
        // No number is longer, and the library's work grows with the length.
        guard international.hasPrefix("+"), (3...24).contains(international.utf8.count),
            let canonical = unsafe text({ unsafe usher_phone_canonical(international, $0, $1) }),
            (8...16).contains(canonical.utf8.count)
        else { throw .malformed }
        return PhoneNumber(digits: canonical)
    }

    private static func error(after digits: String, _ rest: Substring) -> ParsingError {
        let isNumber = (try? number(digits)) != nil
        return isNumber && rest.unicodeScalars.contains(where: { $0.narrow.isASCIIDigit }) ? .hasExtension : .malformed
    }

    private static func text(_ write: (UnsafeMutablePointer<CChar>, Int32) -> Int32) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let length = unsafe write(start, Int32(buffer.count))
            guard length >= 0 else { return nil }
            return unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: Int(length)), as: UTF8.self)
        }
    }

    private init(digits: String) { self.digits = digits }

    /// The number without the prefix for calls within the country, which earlier releases let users enter.
    public var canonical: PhoneNumber { PhoneNumber(digits) ?? self }

    /// Returns whether a call to the other number reaches the same telephone, however an earlier release has stored either.
    ///
    /// Compare numbers of accounts with it. `==` compares the digits, as a session or an account has them.
    public func isSameTelephone(as other: PhoneNumber) -> Bool { self == other || canonical == other.canonical }

    /// The whole number in groups of digits, for the screen on which its owner checks it: `+49 170 1234567`.
    public var grouped: String { unsafe Self.text { unsafe usher_phone_grouped(digits, $0, $1) } ?? digits }

    /// The number with all but its first two and last two digits hidden: `+49 ••• •• 67`.
    public var masked: String { "\(digits.prefix(3)) ••• •• \(digits.suffix(2))" }

    /// The plus sign and the digits.
    public var description: String { digits }

    /// Decodes a number from a string, by the rules of ``init(parsing:)``.
    ///
    /// A plus sign and 8 to 15 digits are taken as they are, because sessions and accounts may have numbers of earlier releases.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for a string that is no number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let isE164 =
            (9...16).contains(text.utf8.count) && text.utf8.first == UInt8(ascii: "+")
            && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) } && !text.hasPrefix("+0")
        guard let number = isE164 ? PhoneNumber(digits: text) : PhoneNumber(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "This is not a telephone number such as +491701234567."
            )
        }
        self = number
    }

    /// Encodes the plus sign and the digits as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(digits)
    }

    /// A string of 1 to 64 characters, which leaves room for separators, a scheme and an extension.
    public static let schema: JSONSchema = .string(minLength: 1, maxLength: 64, form: .line)

    /// A number in Germany.
    public static let example: JSONValue? = "+491701234567"
}

extension Unicode.Scalar {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
