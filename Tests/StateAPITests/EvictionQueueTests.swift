import Testing

@testable import StateAPI

@Suite("The queue of cached bytes")
struct EvictionQueueTests {
    @Test("the queue removes the oldest owners while there are too many bytes, but never the newest")
    func surplus() {
        var queue = EvictionQueue<Int>(limit: 25)
        for owner in 1...4 {
            queue.add(owner)
            queue.count(10)
        }
        var removed: [Int] = []
        while let owner = queue.popSurplus() {
            removed.append(owner)
            queue.count(-10)
        }
        #expect(removed == [1, 2])
        queue.count(1_000)
        #expect(queue.popSurplus() == 3)
        #expect(queue.popSurplus() == nil)
    }

    @Test("the queue does not grow with removed owners while the bytes stay below the limit")
    func removedOwners() {
        var queue = EvictionQueue<Int>(limit: 1_000)
        var present: Set<Int> = []
        for owner in 0..<10_000 {
            queue.add(owner)
            present.insert(owner)
            guard owner >= 3 else { continue }
            present.remove(owner - 3)
            queue.compact(to: present.count) { present.contains($0) }
        }
        #expect(queue.count < 100)
    }
}
