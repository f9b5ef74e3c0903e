import DequeModule

/// The patches between the latest revisions of a session, for clients that have one of them.
struct PatchHistory: Sendable {
    /// The most revisions that a patch goes back.
    static let revisions = 32
    /// The most bytes of all patches of a session.
    static let byteLimit = 64 << 10

    private struct Step {
        let base: UInt64
        let patch: PatchText
    }

    private var steps = Deque<Step>()
    /// The last revision to which the patches lead.
    private(set) var revision: UInt64
    /// The bytes of all patches.
    private(set) var bytes = 0

    init(at revision: UInt64) {
        self.revision = revision
    }

    /// Continues at the next revision: adds the patch that leads there and drops the oldest beyond the limits.
    ///
    /// - Parameters:
    ///   - patch: The patch from the last revision.
    ///   - next: The next revision.
    mutating func advance(by patch: PatchText, to next: UInt64) {
        defer { revision = next }
        steps.append(Step(base: revision, patch: patch))
        bytes += patch.json.count
        while steps.count > Self.revisions || bytes > Self.byteLimit {
            guard let first = steps.popFirst() else { break }
            bytes -= first.patch.json.count
        }
    }

    /// Returns the patch that leads from a revision to another one; `nil` if it is not known.
    func patch(from base: UInt64, to end: UInt64) -> [UInt8]? {
        guard base != end else { return [PatchOperation]().json }
        guard base < end, end <= revision, let first = steps.firstIndex(where: { $0.base == base }) else { return nil }
        let wanted = steps[first...].prefix { $0.base < end }
        // A revision whose document was never made is inside a step.
        let next = steps.index(first, offsetBy: wanted.count)
        guard (next < steps.endIndex ? steps[next].base : revision) == end else { return nil }
        return wanted.count == 1 ? steps[first].patch.json : wanted.flatMap(\.patch.operations).condensed.json
    }
}
