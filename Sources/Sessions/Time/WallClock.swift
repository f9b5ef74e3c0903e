public import Coordination

/// The time of day, and a way to be called at one.
public protocol WallClock: Sendable {
    /// The time, in whole milliseconds.
    var now: Timestamp { get }

    /// Calls an action at a time, or at once when it has passed; never while this call is running.
    ///
    /// - Returns: What cancels it; an action that is running already goes on.
    @discardableResult
    func schedule(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> Alarm
}

/// An action that waits for its time.
public final class Alarm: Sendable {
    private let cancelAction: @Sendable () -> Void

    init(cancel: @escaping @Sendable () -> Void) {
        cancelAction = cancel
    }

    /// Forgets the action; harmless when it has run.
    public func cancel() { cancelAction() }
}

/// Actions in the order of their times.
struct Agenda {
    private struct Entry {
        let time: Timestamp
        let number: UInt64
        let action: @Sendable () -> Void
    }

    /// The latest first, so that the next one is taken off the end.
    private var entries: [Entry] = []
    private var nextNumber: UInt64 = 0

    /// The time of the next action.
    var next: Timestamp? { entries.last?.time }

    mutating func add(at time: Timestamp, _ action: @escaping @Sendable () -> Void) -> UInt64 {
        nextNumber += 1
        let place = entries.partitioningIndex { ($0.time, $0.number) < (time, nextNumber) }
        entries.insert(Entry(time: time, number: nextNumber, action: action), at: place)
        return nextNumber
    }

    mutating func remove(_ number: UInt64) {
        entries.removeAll { $0.number == number }
    }

    /// Takes the next action whose time has come.
    mutating func takeDue(at now: Timestamp) -> (@Sendable () -> Void)? {
        guard let last = entries.last, last.time <= now else { return nil }
        return entries.removeLast().action
    }
}

extension Array {
    /// The first place from which on a condition holds, in an array where it holds for every element after that.
    fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
