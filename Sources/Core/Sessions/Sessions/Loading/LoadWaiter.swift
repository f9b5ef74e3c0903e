import Concurrency

/// A caller that waits for a session to be loaded.
struct LoadWaiter: Sendable {
    let access: SessionAccess
    let caller: any Caller
    let then: @Sendable (Result<Session, SessionError>) -> Void

    func end(_ result: Result<Session, SessionError>) {
        caller.queue.perform { then(result) }
    }
}
