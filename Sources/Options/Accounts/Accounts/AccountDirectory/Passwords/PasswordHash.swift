import FoundationEssentials

/// A password hash as it is stored: a PHC string, which carries algorithm, cost, salt and key.
///
/// The format is https://github.com/P-H-C/phc-string-format, and the algorithm Argon2id.
struct PasswordHash: Equatable, Sendable {
    /// The PHC string.
    let text: String

    init(text: String) {
        self.text = text
    }

    /// Encodes bytes for a PHC string: base64 without padding.
    static func encoded(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
    }
}
