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
        /// The document; `nil` if it contains a secret or was dropped.
        fileprivate(set) var document: [UInt8]?
        let texts: RenderedScreens.Finished

        fileprivate var documentBytes: Int { document?.count ?? 0 }
    }

    private struct State {
        var entries: [Owner: Entry] = [:]
        var documents: EvictionQueue<Owner>
        var texts: EvictionQueue<Owner>

        mutating func remove(_ owner: Owner) -> Entry? {
            guard let entry = entries.removeValue(forKey: owner) else { return nil }
            documents.addBytes(-entry.documentBytes)
            texts.addBytes(-entry.texts.bytes)
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
    ///   - isSecret: Whether the document contains a secret, for one response only; it is not cached then.
    ///   - make: Makes the document, always the same for one commit; `capacity` is an estimate above its size in bytes.
    /// - Returns: The document: JSON in UTF-8.
    func document(
        of owner: Owner,
        generation: UInt64,
        isSecret: Bool = false,
        make: (_ texts: inout RenderedScreens, _ capacity: Int) -> [UInt8]
    ) -> [UInt8] {
        let last = self[owner]
        if !isSecret, let last, last.generation == generation, let document = last.document { return document }
        var texts = RenderedScreens(after: last?.texts, sharing: interned)
        // A document is usually about as long as the one before it.
        let capacity = last?.document.map { $0.count + $0.count / 8 + 64 } ?? 4_096
        let document = make(&texts, capacity)
        insert(generation: generation, document: isSecret ? nil : document, texts: texts.finished, for: owner)
        return document
    }

    /// Replaces the entry of a session, and drops the oldest documents and entries beyond the limits.
    func insert(generation: UInt64, document: [UInt8]?, texts: RenderedScreens.Finished, for owner: Owner) {
        let entry = Entry(generation: generation, document: document, texts: texts)
        let dropped = state.withLock { state -> [Entry] in
            let last = state.entries.updateValue(entry, forKey: owner)
            var dropped = last.map { [$0] } ?? []
            state.texts.addBytes(texts.bytes - (last?.texts.bytes ?? 0))
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
