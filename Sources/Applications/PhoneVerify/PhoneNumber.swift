public import Coordination

/// A telephone number in the form of E.164: `+491701234567`.
public struct PhoneNumber: Payload, Hashable, CustomStringConvertible {
    /// The plus sign and 8 to 15 digits.
    public let digits: String

    /// Parses a number; spaces, hyphens and parentheses are ignored.
    ///
    /// - Returns: `nil` unless the rest is a plus sign and 8 to 15 digits, the first not zero.
    public init?(_ text: String) {
        var digits = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "("), UInt8(ascii: ")"): continue
            case UInt8(ascii: "+"):
                guard digits.isEmpty else { return nil }
                digits = "+"
            case 0x30...0x39:
                guard !digits.isEmpty, digits != "+" || byte != 0x30 else { return nil }
                digits.unicodeScalars.append(Unicode.Scalar(byte))
            default: return nil
            }
        }
        guard (9...16).contains(digits.utf8.count) else { return nil }
        self.digits = digits
    }

    /// The number with all but its first two and last two digits hidden: `+49 ••• •• 67`.
    public var masked: String { "\(digits.prefix(3)) ••• •• \(digits.suffix(2))" }

    /// The plus sign and the digits.
    public var description: String { digits }

    /// Decodes a number from a string, by the rules of ``init(_:)``.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for a string that is not a number in the form of E.164.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let number = Self(try container.decode(String.self)) else {
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

    /// A string of 1 to 32 characters, which leaves room for separators.
    public static let schema: JSONSchema = .string(minLength: 1, maxLength: 32)

    /// A number in Germany.
    public static let example: JSONValue? = "+491701234567"
}
