import Concurrency
import Testing

@Suite("A lock") struct LockTests {
    @Test("a lock gives one thread at a time access to its state")
    func exclusive() throws {
        let count = Lock(0)
        let threads = try (0..<4).map { number in
            try NamedThread(name: "count-\(number)") {
                for _ in 0..<10_000 { count.withLock { $0 += 1 } }
            }
        }
        for thread in threads { thread.join() }
        #expect(count.withLock { $0 } == 40_000)
    }

    @Test("a body that throws unlocks the lock and keeps the changes that it has made")
    func throwing() {
        struct Rejection: Error {}
        let state = Lock(1)
        #expect(throws: Rejection.self) {
            try state.withLock { state throws(Rejection) in
                state = 2
                throw Rejection()
            }
        }
        #expect(state.withLock { $0 } == 2)
    }

    @Test("a lock releases its state when it is deinitialized")
    func release() {
        final class Thing {}
        weak var weakThing: Thing?
        do {
            let thing = Thing()
            weakThing = thing
            let lock = Lock<Thing?>(nil)
            lock.withLock { $0 = thing }
        }
        #expect(weakThing == nil)
    }
}

@Suite("A monitor") struct MonitorTests {
    @Test("a monitor hands all values from four producers to a consumer that sleeps between them")
    func handOver() throws {
        let queue = Monitor([Int]())
        let total = Lock(0)
        let consumer = try NamedThread(name: "consumer") {
            var taken = 0
            while taken < 4000 {
                let batch = queue.wait(while: { $0.isEmpty }) { queue in
                    defer { queue.removeAll() }
                    return queue
                }
                taken += batch.count
                total.withLock { $0 += batch.reduce(0, +) }
            }
        }
        let producers = try (0..<4).map { number in
            try NamedThread(name: "producer-\(number)") {
                for value in 1...1000 { queue.withLock { $0.append(value) } }
            }
        }
        for producer in producers { producer.join() }
        consumer.join()
        #expect(total.withLock { $0 } == 4 * 500_500)
    }

    @Test("a monitor wakes one of several waiting threads for each value added")
    func wakeOne() throws {
        let tickets = Monitor(0)
        let served = Monitor(0)
        let threads = try (0..<3).map { number in
            try NamedThread(name: "taker-\(number)") {
                tickets.wait(while: { $0 == 0 }) { $0 -= 1 }
                served.withLock { $0 += 1 }
            }
        }
        for _ in 0..<3 { tickets.withLockWakingOne { $0 += 1 } }
        served.wait(while: { $0 < 3 }) { _ in }
        for thread in threads { thread.join() }
        #expect(tickets.withLock { $0 } == 0)
    }
}
