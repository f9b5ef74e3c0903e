import Threads

/// The documents that clients were given last, so that one that asks again costs nothing and the next one costs what has
/// changed.
///
/// They are kept for a number of sessions, those that were put in last. Whatever is not here is made again.
final class KeptDocuments: Sendable {
    /// A number for one session in memory, given once in the life of the process.
    typealias Owner = UInt64

    /// What is kept of a session.
    struct Kept: Sendable {
        /// The record that the document shows, by the number of its commit.
        let generation: UInt64
        /// The document; `nil` when it must not be shown again.
        let document: [UInt8]?
        let texts: ScreenTexts
    }

    private struct State {
        var owners: Owner = 0
        var kept: [Owner: Kept] = [:]
        /// The owners in the order in which they came, as a ring.
        var ring: [Owner] = []
        var next = 0
    }

    private let limit: Int
    private let state = Lock(State())

    /// - Parameter limit: Of how many sessions documents are kept.
    init(limit: Int) {
        self.limit = max(1, limit)
    }

    func makeOwner() -> Owner {
        state.withLock { state in
            state.owners += 1
            return state.owners
        }
    }

    subscript(owner: Owner) -> Kept? { state.withLock { $0.kept[owner] } }

    func keep(_ kept: Kept, of owner: Owner) {
        let old = state.withLock { state -> [Kept?] in
            if let old = state.kept.updateValue(kept, forKey: owner) { return [old] }
            guard state.ring.count == limit else {
                state.ring.append(owner)
                return []
            }
            let oldest = state.ring[state.next]
            state.ring[state.next] = owner
            state.next = (state.next + 1) % limit
            return [state.kept.removeValue(forKey: oldest)]
        }
        // Let go outside the lock.
        _ = consume old
    }

    /// Forgets what was kept of a session that is not in memory any more.
    func forget(_ owner: Owner) {
        let old = state.withLock { $0.kept.removeValue(forKey: owner) }
        _ = consume old
    }
}
