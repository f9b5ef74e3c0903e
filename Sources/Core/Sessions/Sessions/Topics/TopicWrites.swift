import Concurrency
import Coordination

/// The publications that are being stored, one at a time for each topic and publisher.
///
/// A value that waits for the one before it is replaced by the next one, because no session would get it. So a topic that is published
/// faster than the store writes costs no more than the store can take.
final class TopicWrites: Sendable {
    typealias Completion = @Sendable (Result<Void, StoreError>) -> Void

    /// A structure, because each access to a closure in a lock would wrap it once more.
    private struct Observer: Sendable {
        let notify: @Sendable (TopicID) -> Void
    }

    private struct Place: Hashable {
        let topic: TopicID
        let publisher: String
    }

    private struct Waiting {
        let publication: Publication
        var completions: [Completion]
    }

    private struct State {
        /// The publications in progress, with the one that follows each of them.
        var next: [Place: Waiting?] = [:]
        var observer: Observer?
    }

    private let store: InstrumentedStore
    private let metrics = TopicMetrics()
    private let state = Lock(State())

    init(_ store: InstrumentedStore) {
        self.store = store
    }

    /// Sets the function that is called after each publication.
    func onWrite(_ notify: @escaping @Sendable (TopicID) -> Void) {
        state.withLock { $0.observer = Observer(notify: notify) }
    }

    /// Stores a value after the one of the same topic and publisher that is being stored.
    ///
    /// - Parameters:
    ///   - publication: The value.
    ///   - completion: Called on any thread when the store has the value, or a later one, or when it has failed.
    func write(_ publication: Publication, then completion: @escaping Completion) {
        let place = Place(topic: publication.topic, publisher: publication.publisher)
        let begins = state.withLock { state in
            guard let next = state.next[place] else {
                state.next.updateValue(nil, forKey: place)
                return true
            }
            let completions = (next?.completions ?? []) + [completion]
            state.next.updateValue(Waiting(publication: publication, completions: completions), forKey: place)
            return false
        }
        if begins { write(Waiting(publication: publication, completions: [completion]), at: place) }
    }

    private func write(_ current: Waiting, at place: Place) {
        store.publish(
            current.publication,
            then: StoreCompletion(on: InlineQueue.shared) { [self] result in
                if case .success = result {
                    metrics.published()
                    state.withLock { $0.observer }?.notify(place.topic)
                }
                let next = state.withLock { state -> Waiting? in
                    guard let next = state.next[place], let next else {
                        state.next.removeValue(forKey: place)
                        return nil
                    }
                    state.next.updateValue(nil, forKey: place)
                    return next
                }
                for completion in current.completions { completion(result) }
                if let next { write(next, at: place) }
            }
        )
    }
}
