/// Content that stays the same while the server runs, with the fields by which clients revalidate it.
///
/// Each response has a strong `ETag` (a hash of the content) and `Cache-Control: no-cache`, as with ``StaticFiles``.
public struct StaticContent: Sendable {
    private let whole: HTTPResponse
    private let notModified: HTTPResponse
    private let tag: EntityTag

    /// Prepares the responses.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - type: Its media type.
    public init(_ bytes: [UInt8], type: String) {
        var hash = ContentHash()
        hash.add(bytes[...])
        tag = EntityTag(hash.description)
        let fields: HTTPFields = [.entityTag: tag.description, .cacheControl: "no-cache"]
        var wholeFields: HTTPFields = [.contentType: type]
        wholeFields.append(contentsOf: fields)
        whole = HTTPResponse(.ok, fields: wholeFields, body: .bytes(bytes)).reused
        notModified = HTTPResponse(.notModified, fields: fields)
    }

    /// Returns the response to a `GET` or `HEAD`: 200, or 304 for a client that has the content, or `nil` if a condition is
    /// false.
    public func response(to request: HTTPRequest) -> HTTPResponse? {
        switch Preconditions.evaluate(request, current: tag) {
        case .satisfied: whole
        case .notModified: notModified
        case .failed: nil
        }
    }
}
