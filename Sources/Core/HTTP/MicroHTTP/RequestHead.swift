internal import HTTPCore

/// The head of a request as received, before validation.
struct RequestHead: Sendable {
    /// The method, in which bytes that aren't UTF-8 have become U+FFFD.
    ///
    /// No method contains that character.
    var method: String
    /// The target with its query, not decoded.
    var target: [UInt8]
    /// The version as received, such as `HTTP/1.1`.
    var version: String
    /// The fields as the parser split them, without the blanks around a value.
    var fields: HTTPFields
    /// The number of bytes that the parser consumed for the head.
    var size: Int
    /// The number of blanks and tabs around the fields' values.
    var blankBytes: Int
    /// Whether the parts are adjacent, with only blanks between a colon and a value and two bytes at the end of each line.
    var isContiguous: Bool
}
