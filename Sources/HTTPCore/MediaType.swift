/// The media type of a body, without its parameters (RFC 9110 §8.3.1).
///
/// A resource that takes JSON takes `application/json` and nothing else: a type that ends in `+json` has a meaning of its own
/// (`application/merge-patch+json`), which the resource doesn't know.
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
    /// What stands before the slash, in lower case.
    public let type: String
    /// What stands after the slash, in lower case.
    public let subtype: String
    /// The `charset` parameter in lower case, if there is one.
    public let charset: String?

    /// Reads the value of a `Content-Type` field.
    ///
    /// - Parameter value: `type/subtype` and perhaps parameters; `nil` comes back when it is malformed.
    public init?(_ value: String) {
        var reader = FieldReader(value)
        reader.skipSpace()
        guard let type = reader.takeToken()?.lowercased(), reader.take("/"),
            let subtype = reader.takeToken()?.lowercased()
        else { return nil }
        var charset: String?
        while true {
            reader.skipSpace()
            if reader.isAtEnd { break }
            guard reader.take(";") else { return nil }
            reader.skipSpace()
            guard let name = reader.takeToken() else { continue }
            guard reader.take("="), let word = reader.takeWord() else { return nil }
            if charset == nil, name.lowercased() == "charset" { charset = word.lowercased() }
        }
        self.type = type
        self.subtype = subtype
        self.charset = charset
    }

    /// The type without parameters: `application/json`.
    public var description: String { "\(type)/\(subtype)" }

    /// Whether a body of this type is JSON in UTF-8 (RFC 8259 §8.1, §11).
    public var isJSON: Bool {
        type == "application" && subtype == "json" && (charset == nil || charset == "utf-8")
    }
}

extension HTTPRequest {
    /// The media type of the body; `nil` when the client doesn't say or says something malformed.
    public var mediaType: MediaType? { fields[.contentType].flatMap { MediaType($0) } }

    /// Whether the body is JSON in UTF-8; see ``MediaType/isJSON``.
    public var isJSON: Bool {
        // Nearly every client sends exactly this, and then there is nothing to read.
        fields[.contentType] == "application/json" || mediaType?.isJSON == true
    }

    /// Whether the client takes answers of a type (RFC 9110 §12.5.1).
    ///
    /// A client that sends no `Accept`, or a malformed one, takes everything. Of several ranges that fit, the most specific
    /// one decides, and a weight of 0 means no.
    ///
    /// - Parameter type: The type of the answer, such as `application/json`; without parameters.
    public func accepts(_ type: String) -> Bool {
        // Nearly every client sends one of these, and then there is nothing to read.
        guard let first = fields[.accept], first != "*/*", first != type else { return true }
        let wanted = type.split(separator: "/", maxSplits: 1).map(String.init)
        guard wanted.count == 2 else { return false }
        var best: (precision: Int, isTaken: Bool)?
        for line in fields.values(.accept) {
            var reader = FieldReader(line)
            while true {
                reader.skipSpaceAndCommas()
                if reader.isAtEnd { break }
                guard let range = AcceptedRange(&reader) else { return true }
                guard let precision = range.precision(type: wanted[0], subtype: wanted[1]) else { continue }
                if precision > best?.precision ?? -1 { best = (precision, !range.isRefused) }
            }
        }
        return best?.isTaken ?? false
    }
}

/// One element of an `Accept` field.
private struct AcceptedRange {
    let type: String
    let subtype: String
    /// Whether its weight is 0.
    private(set) var isRefused = false

    init?(_ reader: inout FieldReader) {
        guard let type = reader.takeToken()?.lowercased(), reader.take("/"),
            let subtype = reader.takeToken()?.lowercased()
        else { return nil }
        self.type = type
        self.subtype = subtype
        while true {
            reader.skipSpace()
            if reader.isAtEnd || reader.isAtComma { break }
            guard reader.take(";") else { return nil }
            reader.skipSpace()
            guard let name = reader.takeToken() else { continue }
            guard reader.take("="), let word = reader.takeWord() else { return nil }
            if name == "q" || name == "Q" {
                isRefused = word.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
            }
        }
    }

    /// How exactly the range names the type, from 0 for `*/*` to 2; `nil` when it doesn't.
    func precision(type: String, subtype: String) -> Int? {
        if self.type == "*", self.subtype == "*" { return 0 }
        guard self.type == type else { return nil }
        if self.subtype == "*" { return 1 }
        return self.subtype == subtype ? 2 : nil
    }
}
