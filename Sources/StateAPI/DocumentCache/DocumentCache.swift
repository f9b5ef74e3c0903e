import Concurrency
import Sessions

/// A cache of the last document of each session and of the texts of its screens, each with a limit in bytes.
///
/// The two limits serve two purposes. A document is useful until the session's next commit, for a client that repeats its
/// request. The texts last longer and save more: the next document renders only the screens that have changed. So when the
/// documents exceed their limit, a session loses its document and keeps its texts; when the texts exceed theirs, it loses
/// its whole entry.
///
/// The sessions that were added first are trimmed first. A missing document or text is made again, so the limits affect
/// speed and never the result.
final class DocumentCache: Sendable {
    /// The number of a session in memory; see ``Sessions/Session/number``.
    typealias Owner = UInt64

    /// The last document of a session.
    struct Entry: Sendable {
        /// The generation of the commit that the document shows.
        let generation: UInt64
        let revision: UInt64
        /// The document; `nil` if it contains a secret or was dropped.
        fileprivate(set) var document: RenderedDocument?
        let texts: RenderedScreens.Finished
        /// The patches that lead to the document; `nil` while no client asks for patches.
        fileprivate(set) var history: PatchHistory?

        fileprivate var documentBytes: Int { document?.bytes.count ?? 0 }
        fileprivate var textBytes: Int { texts.bytes + (history?.bytes ?? 0) }
    }

    private struct State {
        var entries: [Owner: Entry] = [:]
        var documents: EvictionQueue<Owner>
        var texts: EvictionQueue<Owner>

        mutating func remove(_ owner: Owner) -> Entry? {
            guard let entry = entries.removeValue(forKey: owner) else { return nil }
            documents.addBytes(-entry.documentBytes)
            texts.addBytes(-entry.textBytes)
            documents.compact(to: entries.count) { entries[$0]?.document != nil }
            texts.compact(to: entries.count) { entries[$0] != nil }
            return entry
        }
    }

    /// The interned texts, which sessions share.
    let interned = InternedScreens()
    /// The key that opens the sealed texts of documents; `nil` if there are none.
    let sealingKey: SealingKey?
    private let state: Lock<State>

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - documentBytes: The limit for documents, in bytes.
    ///   - textBytes: The limit for texts, in bytes; a text that several sessions share counts once for each.
    ///   - sealingKey: The key that opens the sealed texts of documents; `nil` if there are none.
    init(documentBytes: Int, textBytes: Int, sealingKey: SealingKey? = nil) {
        self.sealingKey = sealingKey
        state = Lock(State(documents: EvictionQueue(limit: documentBytes), texts: EvictionQueue(limit: textBytes)))
    }

    subscript(owner: Owner) -> Entry? { state.withLock { $0.entries[owner] } }

    /// Returns the document of a session at a commit, and makes it if it is not in the cache.
    ///
    /// - Parameters:
    ///   - owner: The number of the session in memory.
    ///   - generation: The generation of the commit that the document shows.
    ///   - revision: The revision that the document shows.
    ///   - isSecret: Whether the document contains a secret, for one response only; it is not cached then.
    ///   - make: Makes the document, always the same for one commit; `capacity` is an estimate above its size in bytes.
    /// - Returns: The document, JSON in UTF-8, and whether it has a credential or the text of a sealed text.
    func document(
        of owner: Owner,
        generation: UInt64,
        revision: UInt64,
        isSecret: Bool = false,
        make: (_ texts: inout RenderedScreens, _ capacity: Int) -> RenderedDocument
    ) -> (bytes: [UInt8], hasSecret: Bool) {
        let last = self[owner]
        let isKnown = last?.generation == generation && last?.document != nil
        if !isSecret, isKnown, let last, let document = last.document { return (document.bytes, last.texts.hasSecret) }
        var texts = RenderedScreens(after: last?.texts, sharing: interned)
        // A document is usually about as long as the one before it.
        let capacity = last?.document.map { $0.bytes.count + $0.bytes.count / 8 + 64 } ?? 4_096
        let document = make(&texts, capacity)
        // A document with a secret does not replace the one of the same commit without it, and that of an earlier commit does
        // not replace a later one.
        let finished = texts.finished
        let content = (document.bytes, isSecret || finished.hasSecret)
        guard !isKnown, last?.generation ?? 0 <= generation else { return content }
        let entry = Entry(
            generation: generation,
            revision: revision,
            document: isSecret ? nil : document,
            texts: finished,
            history: isSecret ? nil : Self.history(after: last, document, finished, revision)
        )
        insert(entry, for: owner)
        return content
    }

    /// Returns the patches up to a new document; `nil` if no client asks for patches any more.
    private static func history(
        after last: Entry?,
        _ document: RenderedDocument,
        _ texts: RenderedScreens.Finished,
        _ revision: UInt64
    ) -> PatchHistory? {
        guard let last, var history = last.history, history.isInUse else { return nil }
        guard let lastDocument = last.document, last.revision == history.revision else {
            // The last document was dropped, so the difference is unknown.
            var next = PatchHistory(at: revision)
            next.askedAt = history.askedAt
            return next
        }
        guard revision != last.revision else { return history }
        let operations = StatePatch.operations(
            from: StatePatch.Side(document: lastDocument, texts: last.texts),
            to: StatePatch.Side(document: document, texts: texts)
        )
        history.append(operations, to: revision)
        return history
    }

    /// Records that a client asks for patches, so that they are made at the next revisions.
    func recordPatches(of owner: Owner) {
        state.withLock { state in
            guard let entry = state.entries[owner], entry.document != nil else { return }
            if entry.history == nil { state.entries[owner]?.history = PatchHistory(at: entry.revision) }
            state.entries[owner]?.history?.askedAt = entry.revision
        }
    }

    /// Returns the patch that leads from a revision to another; `nil` if it is not known, or not shorter than the document.
    func patch(of owner: Owner, from base: UInt64, to revision: UInt64) -> (json: [UInt8], hasSecret: Bool)? {
        guard let entry = self[owner], let patch = entry.history?.patch(from: base, to: revision),
            patch.count < entry.documentBytes
        else { return nil }
        return (patch, entry.texts.hasSecret)
    }

    /// Replaces the entry of a session, and drops the oldest documents and entries beyond the limits.
    private func insert(_ entry: Entry, for owner: Owner) {
        let dropped = state.withLock { state -> [Entry] in
            let last = state.entries.updateValue(entry, forKey: owner)
            var dropped = last.map { [$0] } ?? []
            state.texts.addBytes(entry.textBytes - (last?.textBytes ?? 0))
            state.documents.addBytes(entry.documentBytes - (last?.documentBytes ?? 0))
            if last == nil { state.texts.add(owner) }
            if entry.document != nil, last?.document == nil { state.documents.add(owner) }
            while let oldest = state.documents.popExcess() {
                // An owner whose document is gone may still be in the line; it is skipped.
                guard let entry = state.entries[oldest], entry.document != nil else { continue }
                dropped.append(entry)
                state.documents.addBytes(-entry.documentBytes)
                state.entries[oldest]?.document = nil
            }
            while let oldest = state.texts.popExcess() {
                if let entry = state.remove(oldest) { dropped.append(entry) }
            }
            return dropped
        }
        // The bytes are freed outside the lock.
        _ = consume dropped
    }

    /// Removes the entry of a session that is not in memory any more.
    func remove(_ owner: Owner) {
        let dropped = state.withLock { $0.remove(owner) }
        _ = consume dropped
    }
}
