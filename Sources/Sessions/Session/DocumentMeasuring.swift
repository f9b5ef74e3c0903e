/// The layer that makes the documents of sessions, as the part that measures them.
public protocol DocumentMeasuring: Sendable {
    /// Returns the size in bytes of the document of a session at a commit.
    ///
    /// It is called before the commit, and the document may be cached for the response. If the commit fails,
    /// ``discard(_:)`` follows.
    func documentBytes(of view: SessionView) -> Int

    /// Returns the name of the screen with the most bytes in the document that was measured last, and their number.
    ///
    /// - Parameter view: The view that was measured.
    /// - Returns: `nil` if the document has no screen, or is no longer known.
    func largestScreen(of view: SessionView) -> (name: String, bytes: Int)?

    /// Forgets the documents of a session in memory, because the last one that was measured is not committed.
    ///
    /// - Parameter session: The ``Session/number``.
    func discard(_ session: UInt64)
}
