import Coordination
import Threads

/// The sessions that are in memory: one object for each, up to a limit.
///
/// A session that nobody holds on to but this table can be put down at any time: all of it is in the store, and whoever
/// wants it next takes it up from there. Which one goes is found by the clock algorithm: a hand goes round, spares what
/// was used since it came by last, and takes the first that was not.
final class LiveSessions: Sendable {
    private struct Seat {
        var session: Session?
        var wasUsed = true
    }

    private struct State {
        var seats: [Seat] = []
        var free: [Int] = []
        var places: [SessionID: Int] = [:]
        var hand = 0
        /// Those that were ended lately: whoever was reading one meanwhile must not bring it back.
        var ended: [SessionID: Timestamp] = [:]

        mutating func seat(_ session: Session) {
            if let place = free.popLast() {
                seats[place] = Seat(session: session)
                places[session.id] = place
            } else {
                places[session.id] = seats.count
                seats.append(Seat(session: session))
            }
        }

        mutating func empty(_ place: Int) -> Session? {
            guard let session = seats[place].session else { return nil }
            seats[place].session = nil
            places[session.id] = nil
            free.append(place)
            return session
        }

        mutating func remove(_ session: Session) {
            guard let place = places[session.id], seats[place].session === session else { return }
            _ = empty(place)
        }

        /// Takes out a session that nobody uses, if there is one.
        mutating func takeUnused() -> Session? {
            // Twice round: the first time may only take the marks away.
            for _ in 0..<seats.count * 2 {
                hand = (hand + 1) % seats.count
                if seats[hand].wasUsed {
                    seats[hand].wasUsed = false
                } else if isIdle(hand) {
                    return empty(hand)
                }
            }
            return nil
        }

        mutating func isIdle(_ place: Int) -> Bool {
            isKnownUniquelyReferenced(&seats[place].session) && seats[place].session?.isSettled ?? false
        }
    }

    private let limit: Int
    private let state = Lock(State())

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    var count: Int { state.withLock { $0.places.count } }

    var all: [Session] { state.withLock { state in state.seats.compactMap(\.session) } }

    /// A session that somebody wants to use.
    subscript(id: SessionID) -> Session? {
        state.withLock { state in
            guard let place = state.places[id] else { return nil }
            state.seats[place].wasUsed = true
            return state.seats[place].session
        }
    }

    /// Puts a session into memory, and others down that there is no room for.
    ///
    /// - Returns: The session, or the one that was there before, since several requests may have read it at the same
    ///   time; whether it is the first; and how many were put down. `nil` when it was ended meanwhile.
    func seat(_ session: Session) -> (session: Session, isFirst: Bool, putDown: Int)? {
        state.withLock { state -> (seated: (session: Session, isFirst: Bool, putDown: Int), gone: [Session])? in
            guard state.ended[session.id] == nil else { return nil }
            if let known = state.places[session.id].flatMap({ state.seats[$0].session }) {
                return ((known, false, 0), [])
            }
            var gone: [Session] = []
            while state.places.count >= limit, let unused = state.takeUnused() { gone.append(unused) }
            state.seat(session)
            // Handed out, so that they are let go outside the lock.
            return ((session, true, gone.count), gone)
        }?.seated
    }

    /// Puts down every session that has not been used since a time; returns how many.
    func putDown(unusedSince time: Timestamp) -> Int {
        state.withLock { state in
            state.seats.indices.compactMap { place -> Session? in
                guard state.seats[place].session.map({ $0.lastUsed < time }) ?? false else { return nil }
                return state.isIdle(place) ? state.empty(place) : nil
            }
        }.count
    }

    /// Takes a session out that has gone.
    func remove(_ session: Session, at now: Timestamp) {
        state.withLock { state in
            state.remove(session)
            state.ended[session.id] = now
        }
    }

    /// Takes out the sessions that have expired and are not being changed; returns how many.
    func removeExpired(at now: Timestamp) -> Int {
        // Nobody reads a record for as long as a minute.
        state.withLock { state in state.ended = state.ended.filter { now - $0.value < .seconds(60) } }
        var count = 0
        for session in all where session.removeIfExpired(at: now) {
            count += 1
            state.withLock { $0.remove(session) }
        }
        return count
    }
}
