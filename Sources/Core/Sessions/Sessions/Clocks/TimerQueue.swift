package import Coordination
import HeapModule

/// Scheduled actions, ordered by their times.
///
/// Actions of the same time keep the order in which they were added. Adding an action takes O(log n). Removing one takes O(1)
/// on average: its entry stays in the heap as a dead entry until it is the earliest one, or until more than half of the entries
/// are dead.
package struct TimerQueue {
    private struct Entry: Comparable {
        let time: Timestamp
        let number: UInt64

        static func < (first: Self, second: Self) -> Bool {
            (first.time, first.number) < (second.time, second.number)
        }
    }

    /// The entries.
    ///
    /// The first one is never dead.
    private var entries = Heap<Entry>()
    private var actions: [UInt64: @Sendable () -> Void] = [:]
    private var nextNumber: UInt64 = 0

    package init() {}

    /// The time of the next action, or `nil` if there is none.
    package var next: Timestamp? { entries.min?.time }

    /// The number of actions.
    package var count: Int { actions.count }

    package mutating func add(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> UInt64 {
        nextNumber += 1
        actions[nextNumber] = action
        entries.insert(Entry(time: time, number: nextNumber))
        return nextNumber
    }

    /// Removes an action.
    ///
    /// - Returns: The action, so that what it refers to can be released outside the lock that guards the queue.
    package mutating func remove(_ number: UInt64) -> (@Sendable () -> Void)? {
        guard let action = actions.removeValue(forKey: number) else { return nil }
        if entries.count > 64, entries.count > actions.count * 2 {
            entries.removeAll { actions[$0.number] == nil }
        }
        removeDeadEntries()
        return action
    }

    /// Removes and returns the next action that is due, or returns `nil` if none is.
    package mutating func takeDue(at now: Timestamp) -> (@Sendable () -> Void)? {
        guard let first = entries.min, first.time <= now else { return nil }
        let action = actions.removeValue(forKey: first.number)
        removeDeadEntries()
        return action
    }

    private mutating func removeDeadEntries() {
        while let first = entries.min, actions[first.number] == nil { entries.removeMin() }
    }
}
