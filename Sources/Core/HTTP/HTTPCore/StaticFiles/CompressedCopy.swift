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

    /// Returns the compressed content, or `nil` if it can't be compressed.
    ///
    /// - Parameter compress: Compresses the content. It is called for the first response alone.
    /// - Returns: The result of `compress` for the first response.
    public func bytes(makingBy compress: () -> [UInt8]?) -> [UInt8]? {
        // Under the lock, so that requests that come at once compress it once.
        bytes.withLock { bytes in
            if bytes == nil { bytes = compress() }
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
