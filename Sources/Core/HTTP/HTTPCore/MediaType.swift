import JSON

/// The media type of a body, with its `charset` parameter only (RFC 9110 §8.3.1).
///
/// A resource that accepts JSON accepts only `application/json`: a type that ends in `+json` has a meaning of its own
/// (`application/merge-patch+json`), which the resource doesn't implement.
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
    /// The part before the slash, in lower case.
    public let type: String
    /// The part after the slash, in lower case.
    public let subtype: String
    /// The `charset` parameter in lower case, or `nil` when there is none.
    public let charset: String?

    /// Parses the value of a `Content-Type` field.
    ///
    /// - Parameter value: `type/subtype` and optional parameters. The result is `nil` when it is malformed.
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
        type == "application" && subtype == "json" && charset.map { $0.hasSameBytes(as: "utf-8") } ?? true
    }
}

extension HTTPRequest {
    /// The media type of the body, or `nil` when it is missing or malformed.
    public var mediaType: MediaType? { fields[.contentType].flatMap { MediaType($0) } }

    /// Whether the body is JSON in UTF-8, as ``MediaType/isJSON`` defines it.
    public var isJSON: Bool {
        // Fast path: nearly every client sends exactly this.
        fields.isExactly(.contentType, "application/json") || mediaType?.isJSON == true
    }

    /// Returns whether the client accepts responses of a type (RFC 9110 §12.5.1).
    ///
    /// A client that sends no `Accept`, or a malformed one, accepts every type. The most specific range that matches
    /// decides, and a weight of 0 means no.
    ///
    /// - Parameter type: The type of the response without parameters, such as `application/json`.
    /// - Returns: `false` only for a well-formed `Accept` in which no range matches the type, or the best match has the
    ///   weight 0.
    public func accepts(_ type: String) -> Bool {
        // Fast path: nearly every client sends one of these.
        guard fields.contains(.accept), !fields.isExactly(.accept, "*/*"), !fields.isExactly(.accept, type) else {
            return true
        }
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
                if precision > best?.precision ?? -1 { best = (precision, !range.isRejected) }
            }
        }
        return best?.isTaken ?? false
    }

    /// The ranges in `Accept`, in order, or none if there is no such field or a malformed one.
    package var acceptedRanges: [AcceptedRange] {
        var ranges: [AcceptedRange] = []
        for line in fields.values(.accept) {
            var reader = FieldReader(line)
            while true {
                reader.skipSpaceAndCommas()
                if reader.isAtEnd { break }
                guard let range = AcceptedRange(&reader) else { return [] }
                ranges.append(range)
            }
        }
        return ranges
    }

    /// Whether a browser that goes to the address has sent the request, also for a frame.
    ///
    /// Such a request names HTML among the types that it accepts, and not JSON. Requests of a page's own scripts accept
    /// anything, or name JSON.
    package var isForPage: Bool {
        let namesPage = fields.withBytes(of: .accept) { accept in
            accept.containsIgnoringCase("text/html".utf8Span.span) && !accept.containsIgnoringCase("json".utf8Span.span)
        }
        return namesPage == true && accepts("text/html")
    }
}

/// One element of an `Accept` field.
package struct AcceptedRange: Sendable {
    let type: String
    let subtype: String
    /// The parameters besides the weight, with names in lower case.
    package private(set) var parameters: [(name: String, value: String)] = []
    /// The weight from 0 to 1.
    package private(set) var weight = 1.0
    /// Whether its weight is 0.
    fileprivate private(set) var isRejected = false

    fileprivate init?(_ reader: inout FieldReader) {
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
                isRejected = word.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
                weight = isRejected ? 0 : Double(word) ?? 1
            } else {
                parameters.append((name.lowercased(), word))
            }
        }
    }

    /// The range without parameters, such as `application/json`.
    package var description: String { "\(type)/\(subtype)" }

    /// Returns the precision of a match, from 0 for `*/*` to 2 for the full type, or `nil` when the range doesn't match.
    fileprivate func precision(type: String, subtype: String) -> Int? {
        if self.type == "*", self.subtype == "*" { return 0 }
        guard self.type == type else { return nil }
        if self.subtype == "*" { return 1 }
        return self.subtype == subtype ? 2 : nil
    }
}
