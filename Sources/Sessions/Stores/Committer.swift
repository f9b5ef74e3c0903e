import Coordination
import Threads

/// Hands commits to the store, all that wait at a time where the store gains from that.
final class Committer: Sendable {
    private struct Waiting: Sendable {
        let commit: SessionCommit
        let continuation: CheckedContinuation<Result<CommitOutcome, StoreError>, Never>
    }

    private struct State {
        var isCommitting = false
        var waiting: [Waiting] = []
    }

    private let store: any SessionStore
    private let state = Lock(State())

    init(_ store: any SessionStore) {
        self.store = store
    }

    func commit(_ commit: SessionCommit) async throws(StoreError) -> CommitOutcome {
        guard store.groupsCommits else { return try await store.commit([commit])[0] }
        let result: Result<CommitOutcome, StoreError> = await withCheckedContinuation { continuation in
            let begins = state.withLock { state in
                state.waiting.append(Waiting(commit: commit, continuation: continuation))
                defer { state.isCommitting = true }
                return !state.isCommitting
            }
            if begins { Task(executorPreference: store.executor) { await self.commitAllWaiting() } }
        }
        return try result.get()
    }

    private func commitAllWaiting() async {
        while true {
            let batch = state.withLock { state in
                defer { state.waiting = [] }
                if state.waiting.isEmpty { state.isCommitting = false }
                return state.waiting
            }
            if batch.isEmpty { return }
            await commit(batch)
        }
    }

    private func commit(_ batch: [Waiting]) async {
        do throws(StoreError) {
            let outcomes = try await store.commit(batch.map(\.commit))
            for (waiting, outcome) in zip(batch, outcomes) {
                waiting.continuation.resume(returning: .success(outcome))
            }
        } catch {
            for waiting in batch { waiting.continuation.resume(returning: .failure(error)) }
        }
    }
}
