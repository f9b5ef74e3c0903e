import Concurrency
import Coordination

/// The sessions in memory, up to a limit of their bytes, and the loads of sessions that are not in memory yet.
///
/// The store has every committed record, so an idle session that only the cache refers to can be evicted at any time. A
/// running request, a waiter or an effect retains its session. If all sessions are in use, the cache exceeds its limit.
///
/// The clock algorithm, an approximation of "least recently used", finds the session to evict. A hand goes round the entries,
/// clears the mark of each entry that was used since its last visit, and stops at the first entry without a mark.
///
/// One load serves all requests that want a session at the same time. So there is never a second object for a session, which
/// would run requests in an order of its own and on an outdated record.
final class SessionCache: Sendable {
    private struct Entry {
        var session: Session?
        var wasUsed = true
    }

    private struct State {
        var entries: [Entry] = []
        /// The indices of the entries without a session.
        var freeIndices: [Int] = []
        var indices: [SessionID: Int] = [:]
        /// The number of sessions of each application.
        var counts: [String: Int] = [:]
        var hand = 0
        /// The callers that wait for each load.
        var loads: [SessionID: [LoadWaiter]] = [:]

        mutating func insert(_ session: Session) {
            counts[session.application.name, default: 0] += 1
            if let index = freeIndices.popLast() {
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
            counts[session.application.name, default: 0] -= 1
            freeIndices.append(index)
            return session
        }

        mutating func remove(_ session: Session) -> Session? {
            guard let index = indices[session.id], entries[index].session === session else { return nil }
            return remove(at: index)
        }

        /// Drops documents and evicts sessions until a number of bytes is free or all sessions are in use.
        ///
        /// When the hand finds a session without a mark, the session loses its document at first, because that can be drawn
        /// again without a read of the store. At the next visit the session leaves memory.
        mutating func evict(bytes: Int) -> [Session] {
            var (evicted, excess): ([Session], Int) = ([], bytes)
            // Three rounds: for the marks, for the documents and for the sessions.
            for _ in 0..<entries.count * 3 {
                guard excess > 0 else { break }
                hand = (hand + 1) % entries.count
                if entries[hand].wasUsed {
                    entries[hand].wasUsed = false
                } else if let dropped = entries[hand].session?.dropDocument(), dropped > 0 {
                    excess -= dropped
                } else if isEvictable(hand), let session = remove(at: hand) {
                    // The session leaves memory, and the count of bytes, only after this call.
                    excess -= session.bytes + SessionCache.overhead
                    evicted.append(session)
                }
            }
            return evicted
        }

        /// Returns whether a session is idle and only the cache refers to it.
        ///
        /// A request gets its reference under the cache's lock, so the result holds until the lock is released. A session with
        /// a commit in doubt is not idle, because the store may have another record, and a reload has still to compare the two.
        mutating func isEvictable(_ index: Int) -> Bool {
            isKnownUniquelyReferenced(&entries[index].session) && entries[index].session?.isIdle ?? false
        }
    }

    /// The bytes that a session takes beside its encoded state and its document.
    ///
    /// A session of the application `items` has 4.7 KiB in memory (`Benchmarks/results.md`). Its encoded state is the smaller part
    /// of them.
    static let overhead = 4_096

    private let byteLimit: Int
    /// Taken before the lock of a session (``Session/isIdle``, ``Session/lastUsed``, ``Session/bytes``), and never while one is
    /// held, so that the two locks can't wait for each other.
    private let state = Lock(State())

    /// Returns whether a session is in memory.
    func contains(_ id: SessionID) -> Bool { state.withLock { $0.indices[id] != nil } }

    /// Makes an empty cache.
    ///
    /// - Parameter byteLimit: The size of the sessions in memory, with ``overhead`` for each.
    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    var count: Int { state.withLock { $0.indices.count } }

    /// The number of sessions in memory, by the name of their application.
    var counts: [String: Int] { state.withLock { $0.counts } }

    /// Returns some sessions in memory, without marking them as used.
    ///
    /// - Parameters:
    ///   - index: The index of the first entry, which is 0 or the `next` of the last slice.
    ///   - count: The number of entries.
    /// - Returns: The sessions of these entries, and the index of the next slice, or `nil` after the last one.
    func slice(from index: Int, count: Int) -> (sessions: [Session], next: Int?) {
        state.withLock { state in
            let end = min(index + count, state.entries.count)
            guard index < end else { return ([], nil) }
            return (state.entries[index..<end].compactMap(\.session), end < state.entries.count ? end : nil)
        }
    }

    /// Returns a session in memory, without marking it as used.
    func peek(_ id: SessionID) -> Session? {
        state.withLock { state in state.indices[id].flatMap { state.entries[$0].session } }
    }

    var all: [Session] { state.withLock { state in state.entries.compactMap(\.session) } }

    /// Returns a session in memory, and marks it as used.
    subscript(id: SessionID) -> Session? {
        state.withLock { state in
            guard let index = state.indices[id] else { return nil }
            state.entries[index].wasUsed = true
            return state.entries[index].session
        }
    }

    /// The result of looking up a session.
    enum Lookup {
        case found(Session)
        /// Another caller loads the session, and this caller gets the result of that load.
        case isLoading
        /// The caller must load the session, insert it, and only then call ``endLoad(of:)``.
        ///
        /// In another order a second load could begin.
        case mustLoad
    }

    /// Looks up a session, and joins or begins its load if it is not in memory.
    func find(_ id: SessionID, _ load: LoadWaiter) -> Lookup {
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

    /// Returns the callers that wait for a load at present.
    func loads(of id: SessionID) -> [LoadWaiter] { state.withLock { $0.loads[id] ?? [] } }

    /// Ends a load, and returns the callers that waited for it.
    func endLoad(of id: SessionID) -> [LoadWaiter] {
        state.withLock { $0.loads.removeValue(forKey: id) ?? [] }
    }

    /// Adds a session, and evicts others if the limit is reached.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - bytes: The size of the encoded states and documents of all sessions in memory, including this one.
    /// - Returns: The number of evicted sessions.
    func insert(_ session: Session, bytes: Int) -> Int {
        let evicted = state.withLock { state -> [Session] in
            let evicted = state.evict(bytes: excess(of: bytes, sessions: state.indices.count + 1))
            state.insert(session)
            return evicted
        }
        // The evicted sessions are deallocated outside the lock, because their deinit calls code outside of the cache.
        return evicted.count
    }

    /// Drops the documents of the sessions that were last used before a time, if no caller waits for their changes.
    func dropDocuments(unusedSince time: Timestamp) {
        for session in all where session.lastUsed < time && session.waiterCount == 0 { _ = session.dropDocument() }
    }

    /// Evicts the sessions that were last used before a time, and returns their number.
    func evict(unusedSince time: Timestamp) -> Int {
        // Counted outside, so that the sessions are deallocated outside the lock.
        state.withLock { state in
            state.entries.indices.compactMap { index -> Session? in
                guard state.entries[index].session.map({ $0.lastUsed < time }) ?? false else { return nil }
                return state.isEvictable(index) ? state.remove(at: index) : nil
            }
        }.count
    }

    /// Evicts sessions while all of them together exceed the limit of bytes, and returns their number.
    func evict(excessOf bytes: Int) -> Int {
        state.withLock { $0.evict(bytes: excess(of: bytes, sessions: $0.indices.count)) }.count
    }

    private func excess(of bytes: Int, sessions: Int) -> Int { bytes + sessions * Self.overhead - byteLimit }

    /// Removes a session that was ended or has expired.
    func remove(_ session: Session) {
        // Returned from the closure, so that the session is deallocated outside the lock.
        _ = state.withLock { $0.remove(session) }
    }

    /// Removes the sessions that have expired and run no request, and returns their number.
    func removeExpired(at now: Timestamp) -> Int {
        var count = 0
        // Outside the lock, because the removal wakes callers.
        for session in all where session.removeIfExpired(at: now) {
            count += 1
            remove(session)
        }
        return count
    }
}
