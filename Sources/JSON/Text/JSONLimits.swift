/// What a parser is willing to read.
///
/// A limit is checked before the work that it bounds is done, so that a hostile text costs no more than an ordinary one of
/// the largest size.
public struct JSONLimits: Hashable, Sendable {
    /// How deep arrays and objects may be nested; `[[]]` is 2 deep.
    public var depth: Int
    /// How many bytes the whole text may have.
    public var bytes: Int
    /// How many values the text may hold, the outermost included.
    public var nodes: Int

    /// The deepest nesting that may be asked for: a level costs stack, and a thread's stack is small.
    public static let deepest = 256

    /// What is read from clients: 32 deep, 64 KiB, 10,000 values.
    public static let standard = JSONLimits()

    /// Makes limits; a depth outside `0...deepest` is a programmer error.
    ///
    /// - Parameters:
    ///   - depth: How deep arrays and objects may be nested.
    ///   - bytes: How many bytes the whole text may have.
    ///   - nodes: How many values the text may hold.
    public init(depth: Int = 32, bytes: Int = 65_536, nodes: Int = 10_000) {
        precondition((0...Self.deepest).contains(depth), "JSON can be read 0 to \(Self.deepest) levels deep.")
        self.depth = depth
        self.bytes = bytes
        self.nodes = nodes
    }
}
