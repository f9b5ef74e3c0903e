import Concurrency
import HTTPCore

/// The requests to uploads, of which one at a time runs for each upload.
///
/// A client that has lost its connection asks again before the server notices that the earlier request is broken off. So a later
/// request ends an earlier one, waits until what it had received is stored, and then finds all of it.
final class UploadTransfers: Sendable {
    private struct Transfer {
        let number: Int
        let stream: HTTPRequestStream?
        let task: Task<Void, Never>
    }

    private struct State {
        var last = 0
        var transfers: [String: Transfer] = [:]
    }

    private let state = Lock(State())

    /// Runs a request after the earlier one of the same upload has ended.
    ///
    /// - Parameters:
    ///   - id: The upload.
    ///   - stream: The body of the request, which a later request ends.
    ///   - queue: The threads on which it runs.
    ///   - body: Handles the request.
    func run(
        _ id: String,
        taking stream: HTTPRequestStream?,
        on queue: any WorkQueue,
        _ body: @escaping @Sendable () async -> Void
    ) {
        state.withLock { state in
            let earlier = state.transfers[id]
            state.last += 1
            let number = state.last
            earlier?.stream?.fail()
            let task = Task(executorPreference: queue) {
                await earlier?.task.value
                await body()
                self.end(id, number)
            }
            state.transfers[id] = Transfer(number: number, stream: stream, task: task)
        }
    }

    private func end(_ id: String, _ number: Int) {
        state.withLock { state in
            if state.transfers[id]?.number == number { state.transfers[id] = nil }
        }
    }
}
