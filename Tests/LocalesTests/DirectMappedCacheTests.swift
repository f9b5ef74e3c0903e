import Concurrency
import Testing

@testable import Locales

@Suite("A direct-mapped cache") struct DirectMappedCacheTests {
    /// A number as an object, so that tests can tell two equal numbers apart by identity.
    private final class Reference: Sendable {
        let number: Int

        init(_ number: Int) {
            self.number = number
        }
    }

    private func value(_ number: Int, in cache: DirectMappedCache<Reference>) -> Reference {
        cache.value(hash: number, where: { $0.number == number }, make: { Reference(number) })
    }

    @Test("a value is made once and reused for the same key")
    func once() {
        let cache = DirectMappedCache<Reference>(slots: 8)
        let first = value(3, in: cache)
        #expect(value(3, in: cache) === first)
        #expect(value(4, in: cache) !== first)
    }

    @Test("two keys with the same slot replace each other, also when their hashes are negative")
    func collision() {
        let cache = DirectMappedCache<Reference>(slots: 8)
        let first = value(-3, in: cache)
        #expect(first.number == -3)
        let second = value(-11, in: cache)
        #expect(second.number == -11)
        #expect(value(-11, in: cache) === second)
        #expect(value(-3, in: cache) !== first)
    }

    @Test("a cache retains at most as many values as it has slots")
    func bound() {
        /// An object that reports its deinitialization.
        final class DeinitObserver: Sendable {
            let whenRemoved: @Sendable () -> Void
            init(_ whenRemoved: @escaping @Sendable () -> Void) { self.whenRemoved = whenRemoved }
            deinit { whenRemoved() }
        }
        let gone = Lock(0)
        let cache = DirectMappedCache<DeinitObserver>(slots: 16)
        for number in 0..<1_000 {
            _ = cache.value(hash: number, where: { _ in false }, make: { DeinitObserver { gone.withLock { $0 += 1 } } })
        }
        #expect(gone.withLock { $0 } == 1_000 - 16)
    }

    @Test("lookups from many threads at once return the right values")
    func threads() throws {
        let cache = DirectMappedCache<Reference>(slots: 4)
        let wrong = Lock(0)
        let workers = try WorkerThreads(count: 4, name: "cache")
        for _ in 0..<4 {
            workers.submit {
                for number in 0..<10_000 where value(number % 13, in: cache).number != number % 13 {
                    wrong.withLock { $0 += 1 }
                }
            }
        }
        workers.stop()
        #expect(wrong.withLock { $0 } == 0)
    }
}
