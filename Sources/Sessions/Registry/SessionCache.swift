import Coordination
import Threads

/// The sessions in memory, up to a limit, and the loads of those that are about to be.
///
/// A session that only the cache refers to can be evicted at any time: all of it is in the store. The clock algorithm finds the
/// one to evict: a hand goes round the entries, spares those that were used since it passed last, and takes the first that
/// was not. A session comes into memory through one load, however many requests want it, so no request ever gets an outdated
/// one.
final class SessionCache: Sendable {
    private struct Entry {
        var session: Session?
        var wasUsed = true
    }

    private struct State {
        var entries: [Entry] = []
        var free: [Int] = []
        var indices: [SessionID: Int] = [:]
        var hand = 0
        /// The callers that wait for a load, by the session that is loaded.
        var loads: [SessionID: [SessionLoad]] = [:]

        mutating func insert(_ session: Session) {
            if let index = free.popLast() {
                entries[index] = Entry(session: session)
                indices[session.id] = index
            } else {
                indices[session.id] = entries.count
                entries.append(Entry(session: session))
            }
        }

        mutating func remove(at index: Int) -> Session? {
            guard let session = entries[index].session else { return nil }
            entries[index].session = nil
            indices[session.id] = nil
            free.append(index)
            return session
        }

        mutating func remove(_ session: Session) -> Session? {
            guard let index = indices[session.id], entries[index].session === session else { return nil }
            return remove(at: index)
        }

        /// Removes a session that is not in use, if there is one.
        mutating func evictOne() -> Session? {
            // Twice round: the first time may only clear the marks.
            for _ in 0..<entries.count * 2 {
                hand = (hand + 1) % entries.count
                if entries[hand].wasUsed {
                    entries[hand].wasUsed = false
                } else if isEvictable(hand) {
                    return remove(at: hand)
                }
            }
            return nil
        }

        mutating func isEvictable(_ index: Int) -> Bool {
            isKnownUniquelyReferenced(&entries[index].session) && entries[index].session?.isIdle ?? false
        }
    }

    private let limit: Int
    private let state = Lock(State())

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    var count: Int { state.withLock { $0.indices.count } }

    var all: [Session] { state.withLock { state in state.entries.compactMap(\.session) } }

    /// A session that a request wants.
    subscript(id: SessionID) -> Session? {
        state.withLock { state in
            guard let index = state.indices[id] else { return nil }
            state.entries[index].wasUsed = true
            return state.entries[index].session
        }
    }

    /// The result of a look-up.
    enum LookUp {
        case found(Session)
        /// The session is being loaded; the load ends for this caller, too.
        case isLoading
        /// The caller has to load the session, and to call ``endLoad(of:)``.
        case mustLoad
    }

    /// Looks a session up, and joins or begins its load when it is not in memory.
    func lookUp(_ id: SessionID, _ load: SessionLoad) -> LookUp {
        state.withLock { state in
            if let index = state.indices[id], let session = state.entries[index].session {
                state.entries[index].wasUsed = true
                return .found(session)
            }
            guard state.loads[id] == nil else {
                state.loads[id]?.append(load)
                return .isLoading
            }
            state.loads[id] = [load]
            return .mustLoad
        }
    }

    /// The callers that wait for a load so far.
    func loads(of id: SessionID) -> [SessionLoad] { state.withLock { $0.loads[id] ?? [] } }

    /// Ends a load; returns the callers that have waited for it.
    func endLoad(of id: SessionID) -> [SessionLoad] {
        state.withLock { $0.loads.removeValue(forKey: id) ?? [] }
    }

    /// Adds a session, and evicts others when there are too many; returns how many.
    func insert(_ session: Session) -> Int {
        let evicted = state.withLock { state -> [Session] in
            var evicted: [Session] = []
            while state.indices.count >= limit, let session = state.evictOne() { evicted.append(session) }
            state.insert(session)
            return evicted
        }
        // The sessions are deallocated outside the lock.
        return evicted.count
    }

    /// Evicts the sessions that have been idle since a time; returns how many.
    func evict(unusedSince time: Timestamp) -> Int {
        state.withLock { state in
            state.entries.indices.compactMap { index -> Session? in
                guard state.entries[index].session.map({ $0.lastUsed < time }) ?? false else { return nil }
                return state.isEvictable(index) ? state.remove(at: index) : nil
            }
        }.count
    }

    /// Removes a session that is gone.
    func remove(_ session: Session) {
        _ = state.withLock { $0.remove(session) }
    }

    /// Removes the sessions that have expired and are not being changed; returns how many.
    func removeExpired(at now: Timestamp) -> Int {
        var count = 0
        for session in all where session.removeIfExpired(at: now) {
            count += 1
            remove(session)
        }
        return count
    }
}
