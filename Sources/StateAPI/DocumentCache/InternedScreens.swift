import Concurrency

/// The interned texts of screens, because many sessions show the same screen with the same inputs.
struct InternedScreens: Sendable {
    /// The size of the longest text that is interned, in bytes, so that all of them have at most 16 MiB.
    private static let longest = 16 << 10
    private let texts = DirectMappedCache<RenderedScreen>(slots: 1_024)

    /// Returns a text with the same bytes that another session uses already, or the text itself.
    func text(_ text: RenderedScreen) -> RenderedScreen {
        guard text.route.count + text.body.count <= Self.longest else { return text }
        var hasher = Hasher()
        unsafe text.body.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
        return texts.value(hash: hasher.finalize(), where: { $0 == text }, make: { text })
    }
}
