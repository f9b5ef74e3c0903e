import Concurrency

/// The interned texts of screens, because many sessions show the same screen with the same inputs.
struct InternedScreens: Sendable {
    private let texts = DirectMappedCache<RenderedScreen>(slots: 1_024)

    /// Returns a text with the same bytes that another session uses already, or the text itself.
    func text(_ text: RenderedScreen) -> RenderedScreen {
        var hasher = Hasher()
        unsafe text.body.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
        return texts.value(hash: hasher.finalize(), where: { $0 == text }, make: { text })
    }
}
