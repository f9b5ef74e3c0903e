/// The limits of a parser.
///
/// A limit is checked before the work that it bounds, so a hostile text costs no more than an ordinary text of the maximum
/// size.
public struct JSONLimits: Hashable, Sendable {
    /// The maximum nesting of arrays and objects, where `[[]]` has a depth of 2.
    public var depth: Int
    /// The maximum size of the text in bytes.
    public var bytes: Int
    /// The maximum number of values in the text, including the outermost one.
    public var values: Int

    /// The maximum length of a member's name in bytes of UTF-8.
    public var nameBytes: Int
    /// The maximum number of combining marks in a row in a name or a string (UAX #15 §13, Stream-Safe Text Format).
    public var combiningMarks: Int

    /// The maximum for ``depth``, because each level of nesting needs stack space, and a thread's stack is small.
    public static let maximumDepth = 256

    /// The limits for texts of clients: depth 32, 64 KiB, 10,000 values, names of 256 bytes, 30 combining marks in a row.
    public static let standard = JSONLimits()

    /// The limits for texts that the server has written itself: only ``maximumDepth``.
    public static let stored = JSONLimits(
        depth: maximumDepth,
        bytes: .max,
        values: .max,
        nameBytes: .max,
        combiningMarks: .max
    )

    /// Creates limits.
    ///
    /// A depth outside `0...maximumDepth` is a programmer error.
    ///
    /// - Parameters:
    ///   - depth: The maximum nesting of arrays and objects.
    ///   - bytes: The maximum size of the text in bytes.
    ///   - values: The maximum number of values in the text.
    ///   - nameBytes: The maximum length of a member's name in bytes of UTF-8.
    ///   - combiningMarks: The maximum number of combining marks in a row in a name or a string.
    public init(
        depth: Int = 32,
        bytes: Int = 65_536,
        values: Int = 10_000,
        nameBytes: Int = 256,
        combiningMarks: Int = 30
    ) {
        precondition(
            (0...Self.maximumDepth).contains(depth),
            "The depth limit must be between 0 and \(Self.maximumDepth)."
        )
        self.depth = depth
        self.bytes = bytes
        self.values = values
        self.nameBytes = nameBytes
        self.combiningMarks = combiningMarks
    }
}
