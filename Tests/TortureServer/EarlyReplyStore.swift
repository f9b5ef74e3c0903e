import Concurrency
import Sessions

/// A store that reports each commit as done and makes it a little later, so a kill in between loses acknowledged data.
final class EarlyReplyStore: ForwardingStore {
    let inner: any SessionStore
    private let delay: Duration
    private let last = Lock<Task<Void, Never>?>(nil)

    init(_ inner: any SessionStore, delay: Duration) {
        self.inner = inner
        self.delay = delay
    }

    func commit(_ commit: SessionCommit) async throws(StoreError) -> CommitOutcome {
        let due = ContinuousClock.now + delay
        last.withLock { last in
            let before = last
            last = Task { [inner] in
                await before?.value
                try? await Task.sleep(until: due)
                _ = try? await inner.commit(commit)
            }
        }
        return .committed
    }
}
