import Testing

@testable import StateAPI

@Suite("The queue of cached bytes")
struct EvictionQueueTests {
    @Test("the queue removes the oldest owners while there are too many bytes, but never the newest")
    func surplus() {
        var queue = EvictionQueue<Int>(limit: 25)
        for owner in 1...4 {
            queue.add(owner)
            queue.addBytes(10)
        }
        var removed: [Int] = []
        while let owner = queue.popExcess() {
            removed.append(owner)
            queue.addBytes(-10)
        }
        #expect(removed == [1, 2])
        queue.addBytes(1_000)
        #expect(queue.popExcess() == 3)
        #expect(queue.popExcess() == nil)
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
