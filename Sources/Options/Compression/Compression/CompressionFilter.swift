public import HTTPCore

/// A filter that sends content as gzip to clients that accept it (RFC 9110 §8.4).
///
/// It compresses text and JSON of more than ``smallest`` bytes. It leaves alone:
///
/// - a response with `Cache-Control: no-transform` (RFC 9111 §5.2.2.6). A handler sets that when the content has a credential:
///   the length of compressed content says how much of it is the same, so an attacker who has a part of the content could
///   guess the rest (BREACH).
/// - streams. Their events are small, and each stream would need the memory of a compression.
///
/// Content that stays the same is compressed once, with a ``CompressedCopy``.
///
/// The tag of a compressed representation has the suffix `-gzip`, because it has other bytes than the plain one. A condition may
/// name either of them: ``EntityTagCondition`` drops the suffix.
public struct CompressionFilter: HTTPFilter {
    /// The size in bytes up to which content is sent as it is.
    public static let smallest = 1_024

    private let level: Int

    /// Creates the filter.
    ///
    /// - Parameter level: The level of zlib, from 1, the fastest, to 9.
    public init(level: Int) {
        precondition(Gzip.levels.contains(level), "zlib has no level \(level)")
        self.level = level
    }

    /// Compresses the content if that is worth it and the client accepts it.
    public func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
        guard case .bytes(let bytes) = response.body, bytes.count > Self.smallest else {
            // The response says which representation the client has.
            if response.status == .notModified, Self.namesCompressed(request) { Self.mark(&response.fields) }
            return
        }
        // Without `no-store`, a cache must not give one representation to a client that accepts only the other.
        let isStored = !response.fields.isExactly(.cacheControl, "no-store")
        let isAccepted = request.fields.contains(.acceptEncoding) && request.acceptsCoding("gzip")
        guard isStored || isAccepted, Self.isCompressible(response.fields) else { return }
        if isStored, !response.fields.isExactly(.vary, "Accept-Encoding") {
            response.fields.append(.vary, "Accept-Encoding")
        }
        guard isAccepted else { return }
        let compress = { [level] in Gzip.compress(bytes, level: level) }
        guard let compressed = response.compressedCopy.map({ $0.bytes(makingBy: compress) }) ?? compress() else {
            return
        }
        response.body = .bytes(compressed)
        response.fields.append(.contentEncoding, "gzip")
        Self.mark(&response.fields)
    }

    private static func isCompressible(_ fields: HTTPFields) -> Bool {
        let directives = fields.values(.cacheControl).joined(separator: ",").lowercased()
        guard !fields.contains(.contentEncoding), !directives.contains("no-transform"),
            let type = fields[.contentType].flatMap({ MediaType($0) })
        else { return false }
        let subtypes = ["json", "manifest+json", "problem+json", "json-patch+json", "svg+xml"]
        return type.type == "text" || subtypes.contains(type.subtype)
    }

    private static func namesCompressed(_ request: HTTPRequest) -> Bool {
        request.fields.values(.ifNoneMatch).contains { $0.contains("\(EntityTag.compressedSuffix)\"") }
    }

    private static func mark(_ fields: inout HTTPFields) {
        guard let tag = fields[.entityTag], tag.hasSuffix("\"") else { return }
        fields[.entityTag] = "\(tag.dropLast())\(EntityTag.compressedSuffix)\""
    }
}
