/// A content coding of the compressed files beside a file (RFC 9110 §8.4.1).
enum ContentCoding: String, CaseIterable, Comparable {
    /// The compression of RFC 7932, in files that end in `.br`.
    case brotli = "br"
    /// The compression of RFC 1952, in files that end in `.gz`.
    case gzip

    /// The coding of a file with this name, or `nil` if the name has none of the suffixes.
    init?(suffixOf path: String) {
        guard let coding = Self.allCases.first(where: { path.hasSuffix($0.suffix) }) else { return nil }
        self = coding
    }

    /// The end of the names of compressed files, with the dot.
    var suffix: String {
        switch self {
        case .brotli: ".br"
        case .gzip: ".gz"
        }
    }

    /// Brotli comes first, because its representations are smaller.
    static func < (one: Self, other: Self) -> Bool { one == .brotli && other == .gzip }
}
