public import Concurrency

/// The completion of a call to a store, which takes the result once and delivers it on the caller's queue.
///
/// ```swift
/// store.load(.id(id), then: StoreCompletion(on: caller.queue) { result in … })
/// ```
public struct StoreCompletion<Value: Sendable>: Sendable {
    /// The result of a call.
    public typealias Outcome = Result<Value, StoreError>

    @usableFromInline let queue: any WorkQueue
    /// Called on the store's thread before delivery, and so in the order of the store's results.
    @usableFromInline let observer: (@Sendable (Outcome) -> Void)?
    @usableFromInline let body: @Sendable (Outcome) -> Void

    /// Makes a completion.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the result is delivered.
    ///   - body: Called with the result.
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

    /// Delivers the result.
    ///
    /// The store calls it once. The result is delivered before this returns if the calling thread belongs to the queue.
    public func callAsFunction(_ outcome: Outcome) {
        observer?(outcome)
        if queue.isCurrent { body(outcome) } else { queue.perform { [body] in body(outcome) } }
    }

    /// Delivers the results of several calls, with one work item for each queue.
    ///
    /// It is inlinable because every durable commit passes it. Without knowing the type of the value, it takes 13,000
    /// instructions to look up the types of its arrays.
    @inlinable
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

    /// Returns a completion that passes the result to an observer first.
    ///
    /// - Parameter look: Called with the result on the store's thread, before delivery.
    /// - Returns: A completion to pass to the store instead of this one. Observers of this one are called first.
    package func observed(_ look: @escaping @Sendable (Outcome) -> Void) -> StoreCompletion {
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
