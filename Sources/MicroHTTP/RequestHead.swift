internal import HTTPCore

/// What stands before a request's body, as it came off the wire and before anybody has judged it.
struct RequestHead: Sendable {
    /// The method; anything that isn't UTF-8 in it has become U+FFFD, which is in no method.
    var method: String
    /// The target with its query, neither decoded nor cut.
    var target: [UInt8]
    /// `HTTP/1.1` or whatever the client wrote instead.
    var version: String
    /// The lines as the parser understood them, bytes unchanged.
    var fields: HTTPFields
    /// How many bytes the parser took for all of this.
    var size: Int
    /// Whether the parser found each part where the one before it ends, with exactly one space after each colon and two
    /// bytes at the end of each line.
    var isContiguous: Bool
}
