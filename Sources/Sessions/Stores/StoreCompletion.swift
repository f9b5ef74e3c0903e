public import Threads

/// The end of a call to a store: takes the result once, and hands it on on the caller's queue.
///
/// ```swift
/// store.load(.id(id), then: StoreCompletion(on: caller.queue) { result in … })
/// ```
public struct StoreCompletion<Value: Sendable>: Sendable {
    /// The result of a call.
    public typealias Outcome = Result<Value, StoreError>

    private let queue: any WorkQueue
    /// Called on the store's thread, so in the order in which the store has its results.
    private let observer: (@Sendable (Outcome) -> Void)?
    private let body: @Sendable (Outcome) -> Void

    /// Describes where a result goes.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the result is wanted.
    ///   - body: Takes the result.
    public init(on queue: any WorkQueue, _ body: @escaping @Sendable (Outcome) -> Void) {
        self.init(on: queue, observer: nil, body)
    }

    private init(
        on queue: any WorkQueue,
        observer: (@Sendable (Outcome) -> Void)?,
        _ body: @escaping @Sendable (Outcome) -> Void
    ) {
        self.queue = queue
        self.observer = observer
        self.body = body
    }

    /// Hands the result on, before this returns when the calling thread is the queue's own; for stores, once a call.
    public func callAsFunction(_ outcome: Outcome) {
        observer?(outcome)
        if queue.isCurrent { body(outcome) } else { queue.perform { [body] in body(outcome) } }
    }

    /// Hands the results of several calls on, with one piece of work for each queue.
    public static func deliver(_ results: [(completion: StoreCompletion, outcome: Outcome)]) {
        var groups: [(queue: any WorkQueue, results: [(StoreCompletion, Outcome)])] = []
        for (completion, outcome) in results {
            completion.observer?(outcome)
            if let index = groups.firstIndex(where: { $0.queue === completion.queue }) {
                groups[index].results.append((completion, outcome))
            } else {
                groups.append((completion.queue, [(completion, outcome)]))
            }
        }
        for (queue, results) in groups {
            queue.perform { for (completion, outcome) in results { completion.body(outcome) } }
        }
    }

    /// A completion that shows the result to an observer first.
    ///
    /// - Parameter look: Called with the result on the store's thread, before the result is handed on.
    func observed(_ look: @escaping @Sendable (Outcome) -> Void) -> StoreCompletion {
        StoreCompletion(
            on: queue,
            observer: { [observer] outcome in
                observer?(outcome)
                look(outcome)
            },
            body
        )
    }
}
