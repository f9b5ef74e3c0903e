import Concurrency
package import Coordination
package import Documents

// The document of a session. The session keeps the last one, so that the next one draws only what has changed. It counts as a part
// of the session's memory, and is dropped before the session itself when memory is short, because it can be drawn again.

extension Session {
    /// The last document that was drawn, or `nil` if there is none, or if it was dropped.
    package var document: StateDocument? { state.withLock { $0.document } }

    /// Whether a client waits for the next document, or may ask how it differs from this one.
    var isFollowed: Bool {
        state.withLock { $0.machine.waiterCount > 0 || $0.document?.isFollowed == true }
    }

    /// Keeps a document for the next one.
    ///
    /// It ignores a document that shows a commit before the commit of the present one, or a commit that has failed.
    package func keep(_ document: StateDocument) {
        let (last, bytes) = state.withLock { state -> (StateDocument?, Int) in
            guard state.document?.generation ?? 0 <= document.generation,
                document.generation <= state.machine.lastCommitted.record.generation
            else { return (nil, 0) }
            return state.replaceDocument(by: document)
        }
        dependencies.addLiveBytes(bytes)
        // Released outside the lock.
        _ = consume last
    }

    /// Drops the document, and returns the number of bytes that it took.
    func dropDocument() -> Int {
        let (last, bytes) = state.withLock { $0.replaceDocument(by: nil) }
        dependencies.addLiveBytes(bytes)
        _ = consume last
        return -bytes
    }
}

extension Session.State {
    /// Replaces the document, and returns the one before and the bytes that the session has gained.
    mutating func replaceDocument(by next: StateDocument?) -> (last: StateDocument?, bytes: Int) {
        let last = document
        document = next
        return (last, (next?.bytes ?? 0) - (last?.bytes ?? 0))
    }
}

extension StateRenderer {
    /// Returns the document of a session at a commit, and draws it if the session does not have it.
    ///
    /// Everything that has not changed is copied from the session's last document.
    package func drawn(_ view: SessionView) -> StateDocument {
        let last = view.session.document
        if let last, last.generation == view.record.generation { return last }
        // A later document is no help, because its patches lead elsewhere.
        let known = last.flatMap { $0.generation < view.record.generation ? $0 : nil }
        let document = view.withCrashAttribution { self.document(of: view.source, after: known) }
        view.session.keep(document)
        return document
    }

    /// Returns the last document of the session, which shows the commit or a later one.
    ///
    /// The session may go on while a response is made. Its later document has the patches that lead to the commit, too, while a
    /// document that is drawn once more for the commit has none.
    package func latest(since view: SessionView) -> StateDocument {
        if let last = view.session.document, last.generation > view.record.generation { return last }
        return drawn(view)
    }

    /// Returns the document with bullets in place of every sealed text, for the history.
    package func concealed(_ view: SessionView) -> JSONValue {
        view.withCrashAttribution { concealed(view.source) }
    }
}

extension SessionView {
    /// The state at this commit with the values that its document needs.
    fileprivate var source: DocumentSource {
        DocumentSource(
            application: application,
            session: record.id.description,
            generation: record.generation,
            revision: record.revision,
            state: record.state,
            expiresAt: record.expiresAt,
            client: record.client,
            encoded: encoded
        )
    }
}
