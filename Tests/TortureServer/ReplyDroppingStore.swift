import Sessions

/// A store that loads sessions with replies to other requests than their own, and delays each commit's completion.
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
        try await inner.find(key)?.withForgottenKeys
    }
}

extension StoredSession {
    /// The session as if it had replied to other requests, as many as it has.
    var withForgottenKeys: StoredSession {
        StoredSession(
            id: id,
            application: application,
            generation: generation,
            revision: revision,
            credential: credential,
            client: client,
            createdAt: createdAt,
            usedAt: usedAt,
            expiresAt: expiresAt,
            account: account,
            creation: creation,
            issue: issue,
            devices: devices,
            replies: Replies(
                replies.latest.map { Reply(key: Digest(of: $0.key.bytes), request: $0.request, at: $0.at) },
                count: replies.count
            ),
            due: due,
            content: content
        )
    }
}
