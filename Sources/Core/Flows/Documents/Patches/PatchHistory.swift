/// The patches between the latest revisions of a session, for clients that have one of them.
struct PatchHistory: Sendable {
    /// The maximum number of revisions that a patch goes back.
    static let revisions = 32
    /// The maximum number of bytes of all patches of a session.
    static let byteLimit = 64 << 10

    private struct Step {
        let base: UInt64
        let patch: PatchText
    }

    /// Older steps, which the documents of a session share, because each document has a history of its own.
    private final class Chunk: Sendable {
        static let count = 8
        let steps: [Step]

        init(_ steps: [Step]) {
            self.steps = steps
        }
    }

    /// The steps before ``latest``, in chunks.
    ///
    /// The first steps of the first chunk may be dropped. They are counted, because a chunk is shared and never changes.
    private var chunks: [Chunk] = []
    private var droppedCount = 0
    /// The latest steps, which are fewer than a chunk has.
    private var latest: [Step] = []
    /// The last revision to which the patches lead.
    private(set) var revision: UInt64
    /// The bytes of all patches.
    private(set) var bytes = 0

    init(at revision: UInt64) {
        self.revision = revision
    }

    /// Continues at the next revision with the patch that leads there, and drops the oldest patches beyond the limits.
    ///
    /// - Parameters:
    ///   - patch: The patch from the last revision.
    ///   - next: The next revision.
    mutating func advance(by patch: PatchText, to next: UInt64) {
        latest.append(Step(base: revision, patch: patch))
        revision = next
        bytes += patch.json.count
        if latest.count == Chunk.count {
            chunks.append(Chunk(latest))
            latest = []
        }
        while count > Self.revisions || bytes > Self.byteLimit { dropOldest() }
    }

    /// Returns the patch that leads from a revision to another one, or `nil` if it is not known.
    func patch(from base: UInt64, to end: UInt64) -> [UInt8]? {
        guard base != end else { return [PatchOperation]().json }
        // Nearly every client has the revision before.
        if end == revision, let last = latest.last ?? chunks.last?.steps.last, last.base == base {
            return last.patch.json
        }
        let steps = steps
        guard base < end, end <= revision, let first = steps.firstIndex(where: { $0.base == base }) else { return nil }
        let wanted = steps[first...].prefix { $0.base < end }
        // A revision without a document of its own is inside a step, and no patch ends there.
        guard (wanted.endIndex < steps.endIndex ? steps[wanted.endIndex].base : revision) == end else { return nil }
        return wanted.count == 1 ? steps[first].patch.json : wanted.flatMap(\.patch.operations).condensed.json
    }

    private var count: Int { chunks.count * Chunk.count - droppedCount + latest.count }

    private var steps: [Step] { chunks.flatMap(\.steps).dropFirst(droppedCount) + latest }

    private mutating func dropOldest() {
        guard let chunk = chunks.first else {
            bytes -= latest.removeFirst().patch.json.count
            return
        }
        bytes -= chunk.steps[droppedCount].patch.json.count
        droppedCount += 1
        guard droppedCount == Chunk.count else { return }
        chunks.removeFirst()
        droppedCount = 0
    }
}
