import Concurrency

/// The interned texts of screens, because many sessions show the same screen with the same inputs.
///
/// Long texts have a table of their own with fewer places, so that each table has at most 16 MiB.
struct InternedScreens: Sendable {
    /// The sizes of the longest texts in the two tables, in bytes.
    private static let (longestShort, longest) = (16 << 10, 256 << 10)
    private let short = DirectMappedCache<RenderedScreen>(slots: 1_024)
    private let long = DirectMappedCache<RenderedScreen>(slots: 64)

    /// Returns a text with the same bytes that another session uses already, or the text itself.
    func text(_ text: RenderedScreen) -> RenderedScreen {
        guard text.bytes <= Self.longest else { return text }
        var hasher = Hasher()
        unsafe text.body.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
        let table = text.bytes <= Self.longestShort ? short : long
        return table.value(hash: hasher.finalize(), where: { $0 == text }, make: { text })
    }
}
