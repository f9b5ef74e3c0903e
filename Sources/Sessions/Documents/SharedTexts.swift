import Threads

/// Texts that are alike, kept once: many sessions show the same screen with the same inputs.
///
/// It is a table with one place for each hash, so it never has more than so many texts, and one that is not found costs
/// nothing but its own bytes.
final class SharedTexts: Sendable {
    private static let places = 1_024

    private let texts = Lock([[UInt8]](repeating: [], count: places))

    /// The text itself, or one with the same bytes that somebody else has.
    func text(_ text: [UInt8]) -> [UInt8] {
        var hasher = Hasher()
        unsafe text.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
        let place = Int(UInt(bitPattern: hasher.finalize()) % UInt(Self.places))
        return texts.withLock { texts in
            if texts[place] != text { texts[place] = text }
            return texts[place]
        }
    }
}
