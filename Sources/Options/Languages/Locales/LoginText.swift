import CLoginText

/// The canonical form of logins, and the form in which two that look the same are equal (ICU).
///
/// ```swift
/// LoginText(" JO\u{308}RG")?.canonical  // "jörg"
/// ```
public struct LoginText: Sendable {
    /// The login as RFC 8265 section 3.3 prepares it (UsernameCaseMapped): lower-case letters of the usual width in NFC, without
    /// invisible characters, and with single spaces between its parts.
    public let canonical: String
    /// Whether a new account may have the login.
    ///
    /// Its letters and digits are of one script, or of the scripts that are mixed in Japanese, Korean or Chinese. Its other
    /// characters are printable characters of ASCII, and it has one direction of writing (RFC 8264 section 9, RFC 5893 section
    /// 2, UTS #39 section 5.2).
    public let isAllowed: Bool

    /// Prepares a login as it was typed.
    ///
    /// The result is `nil` if nothing of it is visible, or if it has more than about 450 characters.
    public init?(_ text: String) {
        var isAllowed: Int32 = 0
        let canonical = unsafe Self.text(of: text) {
            unsafe usher_login_canonical($0, $1, $2, $3, &isAllowed)
        }
        guard let canonical else { return nil }
        self.canonical = canonical
        self.isAllowed = isAllowed != 0
    }

    /// Returns the skeleton of a canonical login (UTS #39 section 4), which logins that look the same have in common.
    public static func skeleton(of canonical: String) -> String {
        unsafe text(of: canonical) { unsafe usher_login_skeleton($0, $1, $2, $3) } ?? canonical
    }

    private static func text(
        of source: String,
        _ write: (UnsafePointer<CChar>, Int32, UnsafeMutablePointer<CChar>, Int32) -> Int32
    ) -> String? {
        guard source.utf8.count <= 2_048 else { return nil }
        let bytes = source.utf8.map { CChar(bitPattern: $0) }
        // A skeleton can be longer than its text.
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8_192) { buffer in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                guard let start = buffer.baseAddress, let text = bytes.baseAddress else { return nil }
                let length = unsafe write(text, Int32(bytes.count), start, Int32(buffer.count))
                guard length >= 0 else { return nil }
                return unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: Int(length)), as: UTF8.self)
            }
        }
    }
}
