import Sessions

/// A store that loads sessions without their stored replies, and delays each commit's completion.
///
/// A deliberate bug: a client that is cut off during the delay repeats its request, and the server applies it twice.
struct ReplyDroppingStore: ForwardingStore {
    let inner: any SessionStore
    let delay: Duration

    func commit(_ commit: SessionCommit) async throws(StoreError) -> CommitOutcome {
        let outcome = try await inner.commit(commit)
        try? await Task.sleep(for: delay)
        return outcome
    }

    func load(_ key: SessionLookup) async throws(StoreError) -> StoredSession? {
        guard let session = try await inner.find(key) else { return nil }
        return StoredSession(
            id: session.id,
            application: session.application,
            generation: session.generation,
            revision: session.revision,
            credential: session.credential,
            client: session.client,
            createdAt: session.createdAt,
            usedAt: session.usedAt,
            expiresAt: session.expiresAt,
            account: session.account,
            creation: session.creation,
            issue: session.issue,
            replies: Replies([], count: session.replies.count),
            due: session.due,
            content: session.content
        )
    }
}
