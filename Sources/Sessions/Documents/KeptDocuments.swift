import Threads

/// What clients were given last, so that one that asks again costs nothing and the next one costs what has changed.
///
/// Documents are kept for a number of sessions, and the texts of their screens for more: those that were put in last.
/// Whatever is not here is made again.
final class KeptDocuments: Sendable {
    /// A number for one session in memory, given once in the life of the process.
    typealias Owner = UInt64

    /// What is kept of a session.
    struct Kept: Sendable {
        /// The record that the document shows, by the number of its commit.
        let generation: UInt64
        /// The document; `nil` when it must not be shown again, or is not kept any more.
        fileprivate(set) var document: [UInt8]?
        let texts: ScreenTexts.Settled
    }

    /// The owners of something in the order in which they came, up to a number of them.
    private struct Ring {
        let limit: Int
        private var owners: [Owner] = []
        private var next = 0

        init(limit: Int) {
            self.limit = max(1, limit)
        }

        /// Puts an owner in; returns the one that has to go for it.
        mutating func add(_ owner: Owner) -> Owner? {
            guard owners.count == limit else {
                owners.append(owner)
                return nil
            }
            let oldest = owners[next]
            owners[next] = owner
            next = (next + 1) % limit
            return oldest
        }
    }

    private struct State {
        var owners: Owner = 0
        var kept: [Owner: Kept] = [:]
        var documents: Ring
        var texts: Ring
    }

    /// The texts that screens of many sessions have in common.
    let shared = SharedTexts()
    private let state: Lock<State>

    /// - Parameters:
    ///   - documents: Of how many sessions documents are kept.
    ///   - texts: Of how many sessions the texts of screens are kept.
    init(documents: Int, texts: Int) {
        state = Lock(State(documents: Ring(limit: documents), texts: Ring(limit: max(documents, texts))))
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
            let last = state.kept.updateValue(kept, forKey: owner)
            var gone = [last]
            if last == nil, let oldest = state.texts.add(owner) { gone.append(state.kept.removeValue(forKey: oldest)) }
            if kept.document != nil, last?.document == nil, let oldest = state.documents.add(owner) {
                gone.append(state.kept[oldest])
                state.kept[oldest]?.document = nil
            }
            return gone
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
