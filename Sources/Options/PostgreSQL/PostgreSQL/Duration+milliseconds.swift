extension Duration {
    /// The duration in milliseconds, rounded towards zero.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}

extension ContinuousClock.Instant {
    /// The time-out of a poll(2) that ends no earlier than this time.
    var pollTimeout: CInt { CInt(clamping: max(.zero, self - .now).milliseconds + 1) }
}
