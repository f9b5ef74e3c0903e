import FoundationEssentials

/// A login in the form in which two of them are compared, byte by byte.
///
/// Blanks at both ends don't count, and neither does the case of the letters A to Z. Everything else does: there is no
/// Unicode normalisation, so two names that only look alike are two names.
struct LoginName: Hashable, Sendable, CustomStringConvertible {
    private let bytes: [UInt8]

    /// Normalises a name; `nil` for one of blanks alone.
    init?(_ text: String) {
        let trimmed = text.utf8.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
        guard !trimmed.isEmpty else { return nil }
        bytes = trimmed.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }

    /// The bytes that are compared.
    var data: Data { Data(bytes) }

    /// The normalised name.
    var description: String { String(decoding: bytes, as: UTF8.self) }
}
