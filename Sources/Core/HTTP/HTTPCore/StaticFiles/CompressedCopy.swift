internal import Compression
internal import Concurrency

/// The compressed copy of content that is sent many times, which is made by the first response that needs it.
///
/// ```swift
/// var response = HTTPResponse.json(.ok, document)
/// response.compressedCopy = CompressedCopy()
/// ```
///
/// It belongs to the bytes of one body. A response with other bytes needs another copy.
public final class CompressedCopy: Sendable {
    private let bytes = Lock<[UInt8]?>(nil)

    /// Creates a copy that is made later.
    public init() {}

    /// Returns the content as gzip, or `nil` if it can't be compressed.
    func gzip(of content: [UInt8], level: Int) -> [UInt8]? {
        // The content is compressed under the lock, so that simultaneous requests compress it once.
        bytes.withLock { bytes in
            if bytes == nil { bytes = Gzip.compress(content, level: level) }
            return bytes
        }
    }
}

extension HTTPResponse {
    /// Returns the response with a compressed copy, for content that does not change between requests.
    public var reused: HTTPResponse {
        var response = self
        response.compressedCopy = CompressedCopy()
        return response
    }
}
