import Threads

/// Texts that are alike, kept once: many sessions show the same screen with the same inputs.
///
/// It is a table with one place for each hash, so it never has more than so many texts, and one that is not found costs
/// nothing but its own bytes.
final class SharedTexts: Sendable {
    private static let places = 1_024

    private let texts = Lock([ScreenText?](repeating: nil, count: places))

    /// The text itself, or one with the same bytes that somebody else has.
    func text(_ text: ScreenText) -> ScreenText {
        var hasher = Hasher()
        unsafe text.body.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
        let place = Int(UInt(bitPattern: hasher.finalize()) % UInt(Self.places))
        let known = texts.withLock { texts in
            defer { if texts[place] == nil { texts[place] = text } }
            return texts[place]
        }
        guard let known, known != text else { return known ?? text }
        texts.withLock { $0[place] = text }
        return text
    }
}
