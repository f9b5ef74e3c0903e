/// The validator of a representation (RFC 9110 §8.8.3).
public struct EntityTag: Sendable, Hashable, CustomStringConvertible {
    /// The text between the quotes.
    public let opaque: String
    /// Whether equal tags mean only equivalent representations instead of identical bytes.
    public let isWeak: Bool

    /// Creates a tag.
    ///
    /// - Parameters:
    ///   - opaque: Visible ASCII without quotes. It is a programmer error to pass anything else.
    ///   - isWeak: Whether equal tags mean only equivalent representations.
    public init(_ opaque: String, isWeak: Bool = false) {
        precondition(
            opaque.utf8.allSatisfy(\.isEntityTagByte),
            "\(opaque) has a character that an entity tag must not contain"
        )
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// The tag as written in a field: `"17"` or `W/"17"`.
    public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// Compares strongly: both have the same opaque part and neither is weak (RFC 9110 §8.8.3.2).
    public func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && matchesWeakly(other)
    }

    /// The suffix of the tags of compressed representations.
    public static let compressedSuffix = "-gzip"

    /// Compares weakly: both have the same opaque part.
    public func matchesWeakly(_ other: EntityTag) -> Bool {
        opaque.utf8.elementsEqual(other.opaque.utf8)
    }
}

/// The condition of an `If-Match` or `If-None-Match` field (RFC 9110 §13.1).
public enum EntityTagCondition: Sendable, Equatable {
    /// `*`: any representation.
    case any
    /// A list of tags, in order.
    case tags([EntityTag])
    /// Not a list of entity tags.
    case malformed

    /// Parses the field's lines as one list, or `nil` when there is no such field.
    ///
    /// The tag of a compressed representation becomes the tag of the plain one, because both change at the same time. The filter
    /// that compresses adds ``EntityTag/compressedSuffix``. Proxies that compress mark tags in the same way: `"17-gzip"`, `"17--gzip"`, `"17;br"`.
    ///
    /// - Parameters:
    ///   - fields: The fields of a request.
    ///   - name: `If-Match` or `If-None-Match`.
    public init?(_ fields: HTTPFields, _ name: HTTPFieldName) {
        guard fields.contains(name) else { return nil }
        self.init(fields.values(name).joined(separator: ","))
    }

    /// Parses a field's value.
    ///
    /// - Parameter value: `*` or a comma-separated list of tags. Empty elements are skipped (RFC 9110 §5.6.1).
    public init(_ value: String) {
        var reader = FieldReader(value)
        reader.skipSpace()
        if reader.take("*") {
            reader.skipSpace()
            self = reader.isAtEnd ? .any : .malformed
            return
        }
        var tags: [EntityTag] = []
        while true {
            reader.skipSpaceAndCommas()
            if reader.isAtEnd { break }
            let isWeak = reader.take("W")
            if isWeak, !reader.take("/") {
                self = .malformed
                return
            }
            guard let opaque = reader.takeEntityTagText() else {
                self = .malformed
                return
            }
            tags.append(EntityTag(Self.withoutCoding(opaque), isWeak: isWeak))
            reader.skipSpace()
            guard reader.isAtEnd || reader.isAtComma else {
                self = .malformed
                return
            }
        }
        self = tags.isEmpty ? .malformed : .tags(tags)
    }

    /// Returns a tag without the mark of a coding at its end: one or more separators and the name of a coding in letters.
    ///
    /// The tags of this server have letters and digits only, so nothing of them is lost.
    private static func withoutCoding(_ opaque: String) -> String {
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        let tag = opaque.utf8.reversed().drop(while: isLetter)
        let plain = tag.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":") }
        guard tag.count < opaque.utf8.count, plain.count < tag.count, !plain.isEmpty else { return opaque }
        return String(decoding: plain.reversed(), as: UTF8.self)
    }
}
