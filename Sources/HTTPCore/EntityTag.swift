/// The validator of a representation (RFC 9110 §8.8.3).
public struct EntityTag: Sendable, Hashable, CustomStringConvertible {
    /// What stands between the quotes.
    public let opaque: String
    /// Whether equal tags promise only an equivalent representation, not the same bytes.
    public let isWeak: Bool

    /// Makes a tag.
    ///
    /// - Parameters:
    ///   - opaque: Visible ASCII without quotes; anything else is a programmer error.
    ///   - isWeak: Whether equal tags promise only an equivalent representation.
    public init(_ opaque: String, isWeak: Bool = false) {
        precondition(opaque.utf8.allSatisfy(\.isEntityTagByte), "\(opaque) can't stand in an entity tag")
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// The tag as it stands in a field: `"17"` or `W/"17"`.
    public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// Strong comparison: same opaque part and neither is weak (RFC 9110 §8.8.3.2).
    public func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && matchesWeakly(other)
    }

    /// Weak comparison: same opaque part.
    public func matchesWeakly(_ other: EntityTag) -> Bool {
        opaque.utf8.elementsEqual(other.opaque.utf8)
    }
}

/// What `If-Match` or `If-None-Match` names (RFC 9110 §13.1).
public enum EntityTagCondition: Sendable, Equatable {
    /// `*`: any representation at all.
    case any
    /// These tags, in order.
    case tags([EntityTag])
    /// Something that isn't a list of entity tags.
    case malformed

    /// Reads the field's lines as one list.
    ///
    /// - Parameters:
    ///   - fields: The fields of a request.
    ///   - name: `If-Match` or `If-None-Match`.
    /// - Returns: The condition, or `nil` when there is no such field.
    public init?(_ fields: HTTPFields, _ name: HTTPFieldName) {
        guard fields.contains(name) else { return nil }
        self.init(fields.values(name).joined(separator: ","))
    }

    /// Reads a field's value.
    ///
    /// - Parameter value: `*` or a comma-separated list of tags; empty elements are skipped (RFC 9110 §5.6.1).
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
            tags.append(EntityTag(opaque, isWeak: isWeak))
            reader.skipSpace()
            guard reader.isAtEnd || reader.isAtComma else {
                self = .malformed
                return
            }
        }
        self = tags.isEmpty ? .malformed : .tags(tags)
    }
}
