public import Coordination

/// A file that a client uploads to a session, complete or not.
public struct Upload: Codable, Equatable, Sendable {
    /// The id, 32 hexadecimal digits that the server has chosen.
    public let id: String
    /// The name of the file on the user's device.
    public let name: String
    /// The media type that the client has named.
    public let type: String
    /// The number of bytes of the whole file.
    public let size: Int
    /// Whether all of it has arrived and was accepted.
    public var isComplete: Bool

    /// Describes an upload that has begun.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - name: The name of the file.
    ///   - type: The media type.
    ///   - size: The number of bytes of the whole file.
    public init(id: String, name: String, type: String, size: Int) {
        self.id = id
        self.name = name
        self.type = type
        self.size = size
        isComplete = false
    }

    /// The reference that flows get.
    public var file: UploadedFile { UploadedFile(id: id, name: name, type: type, size: size) }

    /// Returns whether a text from a client can be the id of an upload.
    public static func isID(_ text: String) -> Bool {
        text.utf8.count == 32
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    /// Makes an id that nobody can guess.
    public static func makeID() -> String {
        var generator = SystemRandomNumberGenerator()
        return String(
            decoding: (0..<32).map { _ in hexadecimalDigits[Int.random(in: 0..<16, using: &generator)] },
            as: UTF8.self
        )
    }
}
