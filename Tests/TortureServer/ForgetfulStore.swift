import Sessions

/// Forgets which requests a session has answered, and lets each answer wait a while after its commit: a client that is
/// cut off in between asks again, and the server acts again.
struct ForgetfulStore: WrappedStore {
    let inner: any SessionStore
    let delay: Duration

    func commit(_ commit: SessionCommit) async throws(StoreError) -> CommitOutcome {
        let outcome = try await inner.commit(commit)
        try? await Task.sleep(for: delay)
        return outcome
    }

    func load(_ key: SessionKey) async throws(StoreError) -> StoredSession? {
        guard let session = try await inner.find(key) else { return nil }
        return StoredSession(
            id: session.id,
            application: session.application,
            generation: session.generation,
            revision: session.revision,
            credential: session.credential,
            client: session.client,
            createdAt: session.createdAt,
            expiresAt: session.expiresAt,
            creation: session.creation,
            replies: Replies([], count: session.replies.count),
            due: session.due,
            content: session.content
        )
    }
}
