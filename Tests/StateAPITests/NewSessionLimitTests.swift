import Concurrency
import HTTPCore
import Sessions
import Testing

@testable import StateAPI

@Suite("The limits on new sessions of an address")
struct NewSessionLimitTests {
    private let now = Lock<Int64>(0)
    private let attacker: ClientAddress
    private let other: ClientAddress

    init() throws {
        attacker = try #require(ClientAddress("192.0.2.1"))
        other = try #require(ClientAddress("192.0.2.2"))
    }

    /// Returns the limits for a tenth of the default number of sessions.
    ///
    /// Guests can have 80,000.
    private func limit(key: UInt8 = 1, perHour: Int = 0) -> NewSessionLimit {
        var limits = RequestLimits()
        limits.addressNewSessions.quota = perHour
        var sessions = SessionLimits()
        sessions.sessions = 100_000
        return NewSessionLimit(limits, sessions, key: Array(repeating: key, count: 32)) { [now] in
            now.withLock { $0 }
        }
    }

    private func advance(hours: Int64) { now.withLock { $0 += hours * 3_600_000_000_000 } }

    @Test("an address that has started the share of a month is rejected only while few places are left")
    func share() {
        let limit = limit()
        for _ in 0..<6_000 { #expect(limit.count(attacker, isHalfFull: false) == nil) }
        let problem = limit.count(attacker, isHalfFull: true)
        #expect(problem?.response.fields["RateLimit-Policy"] == "\"address-share\";q=4000;w=2592000")
        #expect(problem?.response.fields[.retryAfter] == "648")
        #expect(limit.count(other, isHalfFull: true) == nil)
        #expect(limit.count(attacker, isHalfFull: false) == nil)
        // A twentieth of the places for one address, however often it tries: the sessions of a month.
        var started = 0
        for _ in 0..<30 * 24 {
            advance(hours: 1)
            while limit.count(attacker, isHalfFull: true) == nil { started += 1 }
        }
        #expect((3_990...4_000).contains(started))
    }

    @Test("an address can start a fifth of an hour's sessions at once, at least 1,000, and the rest within the hour")
    func burst() {
        for (perHour, atOnce) in [(5_000, 1_000), (20_000, 4_000), (2_000, 1_000), (10, 10)] {
            let limit = limit(perHour: perHour)
            for _ in 0..<atOnce { #expect(limit.count(attacker, isHalfFull: false) == nil) }
            let problem = limit.count(attacker, isHalfFull: false)
            #expect(problem?.response.fields["RateLimit-Policy"] == "\"address-new-sessions\";q=\(perHour);w=3600")
            #expect(problem?.response.fields[.retryAfter] == "\((3_600 + perHour - 1) / perHour)")
            advance(hours: 1)
            #expect(limit.count(attacker, isHalfFull: false) == nil)
        }
    }

    @Test("an address that starts as many sessions as it can never has more than half of the places and its share")
    func places() {
        let limit = limit(perHour: 500)
        // All of them are used once a day, so that none expires before its longest lifetime.
        var starts: [Int] = []
        var most = 0
        for hour in 0..<60 * 24 {
            advance(hours: 1)
            let alive = starts.suffix(30 * 24).reduce(0, +)
            var started = 0
            while started < 1_000, limit.count(attacker, isHalfFull: (alive + started) * 2 >= 80_000) == nil {
                started += 1
            }
            starts.append(started)
            most = max(most, alive + started)
            if hour < 24 { #expect(started >= 499) }
        }
        #expect(most <= 44_000, "\(most)")
    }

    @Test("what an address has used is restored under the digest of it, unless it is little")
    func restored() {
        let before = limit(perHour: 64)
        for _ in 0..<64 { #expect(before.count(attacker, isHalfFull: false) == nil) }
        #expect(before.count(other, isHalfFull: false) == nil)
        #expect(before.uses.map(\.name) == [.hour])
        #expect(before.uses.map(\.recovery) == [.seconds(3_600)])
        let after = limit(perHour: 64)
        after.restore(before.uses)
        #expect(after.count(attacker, isHalfFull: false) != nil)
        #expect(after.uses == before.uses)
        #expect(after.count(other, isHalfFull: false) == nil)
        let withOtherKey = limit(key: 2, perHour: 64)
        withOtherKey.restore(before.uses)
        #expect(withOtherKey.count(attacker, isHalfFull: false) == nil)
    }

    @Test("the addresses of an IPv6 network of 64 bits count as one")
    func network() throws {
        let limit = limit(perHour: 2)
        let addresses = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"].compactMap { text in
            ClientAddress(text)
        }
        #expect(addresses.map { limit.count($0, isHalfFull: false) == nil } == [true, true, false, true])
    }
}
