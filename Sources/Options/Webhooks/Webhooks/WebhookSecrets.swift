import Cryptography

/// The secrets that sign webhooks, in the form of Standard Webhooks (https://www.standardwebhooks.com).
///
/// A text has one secret in a line: `whsec_` and 24 to 64 bytes in base64. With several secrets each message has a signature
/// of each, so that a secret can be replaced while both are in use.
public struct WebhookSecrets: Sendable {
    /// The maximum number of secrets.
    public static let maximumCount = 4

    private let keys: [[UInt8]]

    /// Parses secrets.
    ///
    /// - Parameter text: One to ``maximumCount`` lines, besides empty ones, which are ignored.
    /// - Throws: ``WebhookSecretError`` with the line that is wrong.
    public init(_ text: String) throws(WebhookSecretError) {
        var keys: [[UInt8]] = []
        // Split by bytes, because a carriage return and a line feed are one character.
        for (index, bytes) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = Self.trimmed(bytes)
            guard !line.isEmpty else { continue }
            guard line.hasPrefix(Self.prefix), let key = Sodium.bytes(fromBase64: line.dropFirst(Self.prefix.count)),
                (24...64).contains(key.count)
            else {
                throw WebhookSecretError(
                    description: "Line \(index + 1) is not a secret: it must be 'whsec_' and 24 to 64 bytes in base64."
                )
            }
            keys.append(key)
        }
        guard (1...Self.maximumCount).contains(keys.count) else {
            throw WebhookSecretError(
                description: "There are \(keys.count) secrets; there must be 1 to \(Self.maximumCount), one in a line."
            )
        }
        self.keys = keys
    }

    private static let prefix = "whsec_"

    /// Returns the text without spaces, tabs and carriage returns at its ends.
    private static func trimmed(_ bytes: Substring.UTF8View) -> String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        return String(decoding: bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed(), as: UTF8.self)
    }

    /// Returns the value of the field `webhook-signature`: a signature for each secret.
    ///
    /// - Parameters:
    ///   - id: The value of `webhook-id`.
    ///   - timestamp: The value of `webhook-timestamp`: seconds since 1970.
    ///   - content: The content of the request.
    /// - Returns: The signatures, each with its version, separated by spaces.
    package func signatures(id: String, timestamp: Int64, content: [UInt8]) -> String {
        let signed = Array("\(id).\(timestamp).".utf8) + content
        return keys.map { "v1," + Sodium.base64(Sodium.authenticationCode(of: signed, key: $0)) }
            .joined(separator: " ")
    }
}

/// An error in a text with secrets, which it does not quote.
public struct WebhookSecretError: Error, CustomStringConvertible {
    /// A sentence that says what is wrong.
    public let description: String
}
