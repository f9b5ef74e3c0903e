import Concurrency
import HTTPCore
import Testing

@Suite("The rate limiter") struct RateLimiterTests {
    /// A clock in nanoseconds that a test sets.
    private let now = Lock<Int64>(0)

    private func limiter(_ quota: Int, per seconds: Int, capacity: Int = 64) -> RateLimiter<Int> {
        RateLimiter(RateLimit(quota, per: .seconds(seconds)), capacity: capacity) { [now] in now.withLock { $0 } }
    }

    private func advance(milliseconds: Int64) {
        now.withLock { $0 += milliseconds * 1_000_000 }
    }

    @Test("a key can use its quota at once, and then as much as the time gives back")
    func quota() {
        let limiter = limiter(10, per: 60)
        for _ in 0..<10 { #expect(limiter.count(1) == nil) }
        #expect(limiter.count(1)?.retryAfter == 6)
        #expect(limiter.count(2) == nil)
        advance(milliseconds: 5_999)
        #expect(limiter.count(1)?.retryAfter == 1)
        advance(milliseconds: 1)
        #expect(limiter.count(1) == nil)
        #expect(limiter.count(1) != nil)
        advance(milliseconds: 3_600_000)
        for _ in 0..<10 { #expect(limiter.count(1) == nil) }
        #expect(limiter.count(1) != nil)
    }

    @Test("with a burst a key can use less than its quota at once, and its quota in the whole time")
    func burst() {
        let limiter = RateLimiter<Int>(RateLimit(60, per: .seconds(60)), burst: 10) { [now] in now.withLock { $0 } }
        for _ in 0..<10 { #expect(limiter.count(1) == nil) }
        #expect(limiter.count(1)?.retryAfter == 1)
        for _ in 0..<60 {
            advance(milliseconds: 1_000)
            #expect(limiter.count(1) == nil)
            #expect(limiter.count(1) != nil)
        }
        advance(milliseconds: 3_600_000)
        for _ in 0..<10 { #expect(limiter.count(1) == nil) }
        #expect(limiter.count(1) != nil)
    }

    @Test("a check counts nothing, and a rejected action neither")
    func check() {
        let limiter = limiter(2, per: 2)
        for _ in 0..<5 { #expect(limiter.check(1) == nil) }
        _ = (limiter.count(1), limiter.count(1))
        for _ in 0..<5 { #expect(limiter.check(1) != nil && limiter.count(1) != nil) }
        advance(milliseconds: 1_000)
        #expect(limiter.check(1) == nil)
    }

    @Test("a quota of 0 is no limit")
    func off() {
        let limiter = limiter(0, per: 1)
        for _ in 0..<1_000 { #expect(limiter.count(1) == nil) }
    }

    @Test("many other keys can make the limiter forget a key, but never reject one that has done nothing")
    func bounded() {
        let limiter = limiter(1, per: 60, capacity: 16)
        for key in 0..<100_000 { #expect(limiter.count(key) == nil) }
    }

    @Test("what was used can be restored in another limiter, less what the time has given back")
    func restored() {
        let (before, after) = (limiter(10, per: 60), limiter(10, per: 60))
        for _ in 0..<10 { #expect(before.count(1) == nil) }
        #expect(before.count(2) == nil)
        #expect(before.used == [1: .seconds(60), 2: .seconds(6)])
        advance(milliseconds: 6_000)
        #expect(before.used == [1: .seconds(54)])
        for _ in 0..<2 { after.restore(before.used) }
        #expect(after.count(1) == nil)
        #expect(after.count(1)?.retryAfter == 6)
        #expect(after.count(2) == nil)
        // A time that no use can have caused counts as the whole quota.
        after.restore([2: .seconds(1 << 40), 1: .zero, 3: .seconds(-1)])
        #expect(after.check(2)?.retryAfter == 6 && after.check(1) != nil && after.check(3) == nil)
        limiter(0, per: 60).restore(before.used)
    }

    @Test("the rejection names the limit in the fields of the draft")
    func fields() throws {
        let limiter = limiter(1, per: 60)
        _ = limiter.count(1)
        let rejection = try #require(limiter.count(1))
        let response = rejection.problem(.tooManyRequests, policy: "requests", detail: "Too many.").response
        #expect(response.status == .tooManyRequests)
        #expect(response.fields[.retryAfter] == "60")
        #expect(response.fields["RateLimit-Policy"] == "\"requests\";q=1;w=60")
        #expect(response.fields["RateLimit"] == "\"requests\";r=0;t=60")
    }
}
