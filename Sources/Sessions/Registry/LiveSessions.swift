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
        /// How many sessions have left.
        var departures: UInt64 = 0
        /// Which departure the last one of a session was, as long as somebody may have read it before that.
        var departed: [SessionID: UInt64] = [:]
        /// The number of departures at which somebody began to read a session, and how many did then.
        var readers: [UInt64: Int] = [:]

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
            departures += 1
            if !readers.isEmpty { departed[session.id] = departures }
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

    /// Reads a session from the store in order to put it into memory.
    ///
    /// - Parameter body: Reads, and hands the number it is given to ``seat(_:readAt:)``.
    func reading<Result, Failure: Error>(
        _ body: (UInt64) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let number = state.withLock { state in
            state.readers[state.departures, default: 0] += 1
            return state.departures
        }
        defer {
            state.withLock { state in
                state.readers[number, default: 1] -= 1
                guard state.readers[number] == 0 else { return }
                state.readers[number] = nil
                let oldest = state.readers.keys.min() ?? .max
                state.departed = state.departed.filter { $0.value > oldest }
            }
        }
        return try await body(number)
    }

    /// What became of a session that was to be put into memory.
    enum Seating {
        /// It is there, and so many had to be put down for it.
        case seated(putDown: Int)
        /// It was there before, as several requests may have read it at the same time.
        case known(Session)
        /// What was read is outdated: it was in memory meanwhile, and has left again.
        case outdated
    }

    /// Puts a session into memory, and others down that there is no room for.
    ///
    /// - Parameter number: What ``reading(_:)`` gave; `nil` for a session that is new.
    func seat(_ session: Session, readAt number: UInt64?) -> Seating {
        let (seating, gone) = state.withLock { state -> (Seating, [Session]) in
            if let known = state.places[session.id].flatMap({ state.seats[$0].session }) { return (.known(known), []) }
            if let number, let departure = state.departed[session.id], departure > number { return (.outdated, []) }
            var gone: [Session] = []
            while state.places.count >= limit, let unused = state.takeUnused() { gone.append(unused) }
            state.seat(session)
            return (.seated(putDown: gone.count), gone)
        }
        // Let go outside the lock.
        _ = consume gone
        return seating
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
    func remove(_ session: Session) {
        state.withLock { $0.remove(session) }
    }

    /// Takes out the sessions that have expired and are not being changed; returns how many.
    func removeExpired(at now: Timestamp) -> Int {
        var count = 0
        for session in all where session.removeIfExpired(at: now) {
            count += 1
            state.withLock { $0.remove(session) }
        }
        return count
    }
}
