import Coordination

/// The changes of an account's data that the screens show already, saved one after the other.
///
/// A save that has not happened is performed again five seconds later. If the outcome of a save is unknown, the session repeats
/// it with the same idempotency key. Saves that are left when the user logs out are performed then. The application coordinator
/// owns the queue, because the other flows can leave before a save has ended. It handles the result, the failure and the timer
/// of the effect:
///
/// ```swift
/// .on(SaveItem.self) { $0.saved($1) },
/// .on(failure: SaveItem.self) { flow, _ in flow.saveLater(\.itemSaves) },
/// .on(timer: SaveItem.name) { $0.saveNext(\.itemSaves) },
/// ```
struct SaveQueue<Save: AccountSave>: Codable, Equatable, Sendable {
    /// The saves that have not succeeded, oldest first.
    private(set) var saves: [Save] = []
    /// Whether the first one is being performed.
    private var isPerforming = false

    /// The saves that are not being performed.
    fileprivate var waiting: ArraySlice<Save> { saves.dropFirst(isPerforming ? 1 : 0) }

    fileprivate mutating func add(_ save: Save) {
        let added = waiting.filter(save.replaces).reduce(save) { $0.following($1, with: nil) }
        saves = saves.prefix(isPerforming ? 1 : 0) + waiting.filter { !save.replaces($0) } + [added]
    }

    /// Returns the save to perform now, or `nil` if there is none, or if one is being performed.
    fileprivate mutating func begin() -> Save? {
        guard !isPerforming, let save = saves.first else { return nil }
        isPerforming = true
        return save
    }

    /// Ends the save that is being performed with its result, or with `nil` if it has failed.
    fileprivate mutating func end(with result: Save.Value?) {
        // An effect that an earlier release has performed is in no queue.
        guard isPerforming, let first = saves.first else { return }
        if let result {
            saves = saves.dropFirst().map { $0.following(first, with: result) }
        } else {
            dropReplaced()
        }
        isPerforming = false
    }

    /// Drops the save that is being performed if a later one replaces it, and returns whether it did.
    @discardableResult
    fileprivate mutating func dropReplaced() -> Bool {
        guard isPerforming, let first = saves.first,
            let later = saves.indices.dropFirst().first(where: { saves[$0].replaces(first) })
        else { return false }
        saves[later] = saves[later].following(first, with: nil)
        saves.removeFirst()
        isPerforming = false
        return true
    }
}

/// The number of saves that a log-out performs at once, below the limit of a session's pending effects.
private let mostAtLogOut = 16

extension Coordinating {
    /// A queue in the state of the flow, or `nil` while nothing was saved.
    typealias Saves<Save: AccountSave> = WritableKeyPath<State, SaveQueue<Save>?>

    /// Saves a change once the changes before it are saved, and drops the waiting changes that it replaces.
    func save<Save>(_ save: Save, in queue: Saves<Save>) {
        var saves = state[keyPath: queue] ?? SaveQueue()
        saves.add(save)
        state[keyPath: queue] = saves
        saveNext(queue)
    }

    /// Performs the next save, unless one is being performed.
    func saveNext<Save>(_ queue: Saves<Save>) {
        if let save = state[keyPath: queue]?.begin() { perform(save) }
    }

    /// Removes a save that has succeeded, and performs the next one.
    func endSave<Save>(in queue: Saves<Save>, with result: Save.Value) {
        state[keyPath: queue]?.end(with: result)
        saveNext(queue)
    }

    /// Keeps a save that has failed for later.
    func saveLater<Save>(_ queue: Saves<Save>) {
        state[keyPath: queue]?.end(with: nil)
        cancelTimer(Save.name)
        startTimer(Save.name, after: .seconds(5))
    }

    /// Performs the saves that still wait, before the user logs out: the session performs them although no flow gets the
    /// outcome.
    func saveBeforeLogOut<Save>(_ queue: Saves<Save>) {
        // A later attempt at the save in progress would undo the save that replaces it.
        if state[keyPath: queue]?.dropReplaced() == true { cancel(Save.self) }
        for save in state[keyPath: queue]?.waiting.prefix(mostAtLogOut) ?? [] { perform(save) }
    }
}
