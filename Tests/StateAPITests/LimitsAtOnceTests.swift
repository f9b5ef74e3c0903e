import Concurrency
import HTTPCore
import Sessions
import Testing

@testable import StateAPI

/// Limits under actions that come at once: a limit that is checked first and counted later lets all of them through.
@Suite("Limits under actions that come at once")
struct LimitsAtOnceTests {
    /// Does an action a thousand times on eight threads, and returns how often it was allowed.
    private static func allowed(_ action: @escaping @Sendable () -> Bool) async -> Int {
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { (0..<125).count { _ in action() } } }
            return await group.reduce(0, +)
        }
    }

    @Test("a session has as many waits as it may have, and an address, too")
    func waits() async throws {
        let address = try #require(ClientAddress("192.0.2.1"))
        let slots = Lock([WaitLimiter.Slot]())
        let session = WaitLimiter(RequestLimits())
        let ofSession = await Self.allowed {
            guard let slot = try? session.begin(SessionID("a"), nil) else { return false }
            slots.withLock { $0.append(slot) }
            return true
        }
        #expect(ofSession == 64)
        var limits = RequestLimits()
        limits.addressWaits = 100
        limits.sessionWaits = 0
        let network = WaitLimiter(limits)
        let ofAddress = await Self.allowed {
            guard let slot = try? network.begin(SessionID("a"), address) else { return false }
            slots.withLock { $0.append(slot) }
            return true
        }
        #expect(ofAddress == 100)
    }

    @Test("a rate allows its quota, also of new sessions")
    func rates() async throws {
        let address = try #require(ClientAddress("192.0.2.1"))
        let rate = RateLimiter<ClientAddress>(RateLimit(100, per: .seconds(3_600)), now: { 0 })
        #expect(await Self.allowed { rate.count(address) == nil } == 100)
        var limits = RequestLimits()
        limits.addressNewSessions = RateLimit(200, per: .seconds(3_600))
        let sessions = NewSessionLimit(limits, SessionLimits(), key: [1], now: { 0 })
        #expect(await Self.allowed { sessions.count(address, isHalfFull: false) == nil } == 200)
    }
}
