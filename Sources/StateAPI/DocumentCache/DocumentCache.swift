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

        fileprivate var documentBytes: Int { document?.bytes.count ?? 0 }
    }

    private struct State {
        var entries: [Owner: Entry] = [:]
        /// The patches of the sessions whose clients ask for them.
        var patches: [Owner: PatchHistory] = [:]
        var documents: EvictionQueue<Owner>
        var texts: EvictionQueue<Owner>

        /// Continues the patches of a session at its next document, or ends them if no client asks for them any more.
        mutating func continuePatches(of owner: Owner, from base: UInt64?, by patch: PatchText?, to revision: UInt64) {
            guard let index = patches.index(forKey: owner), patches.values[index].revision != revision else { return }
            let bytes = patches.values[index].bytes
            if patches.values[index].isInUse {
                let isNext = patches.values[index].revision == base
                patches.values[index].advance(by: isNext ? patch : nil, to: revision)
                texts.addBytes(patches.values[index].bytes - bytes)
            } else {
                patches.remove(at: index)
                texts.addBytes(-bytes)
            }
        }

        mutating func remove(_ owner: Owner) -> Entry? {
            guard let entry = entries.removeValue(forKey: owner) else { return nil }
            documents.addBytes(-entry.documentBytes)
            texts.addBytes(-entry.texts.removeUser() - (patches.removeValue(forKey: owner)?.bytes ?? 0))
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
    ///   - textBytes: The limit for texts, in bytes; a text that several sessions share counts once.
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
        let (last, asksForPatches) = state.withLock { ($0.entries[owner], $0.patches[owner]?.isInUse == true) }
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
            texts: finished
        )
        let patch = asksForPatches ? last.flatMap { Self.patch(from: $0, to: entry) } : nil
        insert(entry, patch, after: last?.revision, for: owner)
        return content
    }

    /// Returns the patch that leads from a document to the next; `nil` if one of them was dropped or has a secret.
    private static func patch(from last: Entry, to next: Entry) -> PatchText? {
        guard let lastDocument = last.document, let document = next.document, last.revision != next.revision else {
            return nil
        }
        return StatePatch.text(
            from: StatePatch.Side(document: lastDocument, texts: last.texts),
            to: StatePatch.Side(document: document, texts: next.texts)
        )
    }

    /// Records that a client asks for patches, so that they are made at the next revisions.
    func recordPatches(of owner: Owner) {
        state.withLock { state in
            guard let entry = state.entries[owner], entry.document != nil else { return }
            state.patches[owner, default: PatchHistory(at: entry.revision)].askedAt = entry.revision
        }
    }

    /// Returns the patch that leads from a revision to another; `nil` if it is not known, or not shorter than the document.
    func patch(of owner: Owner, from base: UInt64, to revision: UInt64) -> (json: [UInt8], hasSecret: Bool)? {
        let (entry, patches) = state.withLock { ($0.entries[owner], $0.patches[owner]) }
        guard let entry, let patch = patches?.patch(from: base, to: revision), patch.count < entry.documentBytes else {
            return nil
        }
        return (patch, entry.texts.hasSecret)
    }

    /// Replaces the entry of a session, and drops the oldest documents and entries beyond the limits.
    ///
    /// - Parameters:
    ///   - entry: The next document of the session.
    ///   - patch: The patch that leads to it; `nil` if it is not known.
    ///   - base: The revision from which the patch leads.
    ///   - owner: The number of the session in memory.
    private func insert(_ entry: Entry, _ patch: PatchText?, after base: UInt64?, for owner: Owner) {
        let dropped = state.withLock { state -> [Entry] in
            state.continuePatches(of: owner, from: base, by: patch, to: entry.revision)
            let last = state.entries.updateValue(entry, forKey: owner)
            var dropped = last.map { [$0] } ?? []
            // The next texts first, so that those that stay are not left without a user in between.
            let added = entry.texts.addUser()
            state.texts.addBytes(added - (last?.texts.removeUser() ?? 0))
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
