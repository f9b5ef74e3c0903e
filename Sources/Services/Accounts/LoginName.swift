import FoundationEssentials

/// A normalised login; two logins are equal when their bytes are.
///
/// Spaces at both ends and the case of the letters A to Z are ignored. There is no Unicode normalisation, so two logins
/// that only look alike are different.
struct LoginName: Hashable, Sendable, CustomStringConvertible {
    private let bytes: [UInt8]

    /// Normalises a login; `nil` when it contains only spaces.
    init?(_ text: String) {
        let trimmed = text.utf8.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
        guard !trimmed.isEmpty else { return nil }
        bytes = trimmed.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }

    /// The normalised bytes, for the database.
    var data: Data { Data(bytes) }

    /// The normalised login as text.
    var description: String { String(decoding: bytes, as: UTF8.self) }
}
