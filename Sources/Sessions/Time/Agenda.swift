import Coordination

/// Actions in the order of their times; of those at one time, in the order in which they came.
///
/// Adding one costs the logarithm of how many there are, forgetting one costs nothing to speak of: its place in the heap
/// stays until it comes to the top, or until half of the heap is dead.
struct Agenda {
    private struct Entry {
        let time: Timestamp
        let number: UInt64

        func precedes(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
    }

    /// A binary heap whose top is never dead.
    private var heap: [Entry] = []
    private var actions: [UInt64: @Sendable () -> Void] = [:]
    private var nextNumber: UInt64 = 0

    /// The time of the next action.
    var next: Timestamp? { heap.first?.time }

    /// How many actions there are.
    var count: Int { actions.count }

    mutating func add(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> UInt64 {
        nextNumber += 1
        actions[nextNumber] = action
        heap.append(Entry(time: time, number: nextNumber))
        rise(from: heap.count - 1)
        return nextNumber
    }

    /// Forgets an action.
    ///
    /// - Returns: The action, so that what it holds on to can go outside the lock that guards the agenda.
    mutating func remove(_ number: UInt64) -> (@Sendable () -> Void)? {
        guard let action = actions.removeValue(forKey: number) else { return nil }
        if heap.count > 64, heap.count > actions.count * 2 {
            // An array in order is a heap.
            heap = heap.filter { actions[$0.number] != nil }.sorted { $0.precedes($1) }
        }
        dropDead()
        return action
    }

    /// Takes the next action whose time has come.
    mutating func takeDue(at now: Timestamp) -> (@Sendable () -> Void)? {
        guard let top = heap.first, top.time <= now else { return nil }
        let action = actions.removeValue(forKey: top.number)
        dropDead()
        return action
    }

    private mutating func dropDead() {
        while let top = heap.first, actions[top.number] == nil {
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
            sink(from: 0)
        }
    }

    private mutating func rise(from place: Int) {
        var place = place
        while place > 0, heap[place].precedes(heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink(from place: Int) {
        var place = place
        while true {
            let left = place * 2 + 1
            guard left < heap.count else { return }
            let right = left + 1
            let first = right < heap.count && heap[right].precedes(heap[left]) ? right : left
            guard heap[first].precedes(heap[place]) else { return }
            heap.swapAt(place, first)
            place = first
        }
    }
}
