import FoundationEssentials

/// A password hash as it is stored: a PHC string, which carries algorithm, cost, salt and key.
///
/// The format is https://github.com/P-H-C/phc-string-format. New hashes are Argon2id's; accounts of earlier
/// versions have scrypt's until their owners sign in.
struct PasswordHash: Equatable, Sendable {
    /// The PHC string.
    let text: String

    init(text: String) {
        self.text = text
    }

    /// The parts of a hash of scrypt; `nil` for another algorithm.
    var scrypt: ScryptHash? { ScryptHash(self) }

    /// Encodes bytes for a PHC string: base64 without padding.
    static func encoded(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
    }

    /// Decodes bytes of a PHC string; `nil` when the text is not base64.
    static func decoded(_ text: Substring) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map(Array.init)
    }
}
