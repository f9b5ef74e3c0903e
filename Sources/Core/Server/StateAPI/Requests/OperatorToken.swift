import Cryptography
public import HTTPCore
import Sessions

/// The token with which operators inspect sessions over the network.
///
/// Programs send it as a bearer token (RFC 6750 section 2.1). Browsers ask for a name and a password and send these by
/// themselves (RFC 7617): the token is the password, and any name will do.
public struct OperatorToken: Sendable {
    /// The number of characters of a token: at least as many as can't be guessed.
    public static let lengths = 32...200

    private let digest: Digest

    /// Takes a token.
    ///
    /// The result is `nil` unless the text has one of ``lengths`` of visible ASCII characters.
    public init?(_ text: String) {
        guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        digest = Digest(of: text)
    }

    /// Returns whether a request presents the token.
    public func isPresented(by request: HTTPRequest) -> Bool {
        let fields = request.fields
        let token = fields.withBytes(of: .authorization, Authorization.bearerToken) ?? nil
        // The digests are compared, because the position of their first different byte tells nothing about the token.
        return (token ?? fields[.authorization].flatMap(Authorization.password)).map { Digest(of: $0) } == digest
    }
}
