import Sessions
import Threads

/// The last documents of sessions and the texts of their screens, each up to a number of bytes.
///
/// A client that asks again gets the same bytes, and the next document costs its changes only. Whatever is not here is made
/// again. The entries that came first are dropped first, documents sooner than texts.
final class DocumentCache: Sendable {
    /// A session in memory; see ``Sessions/Session/number``.
    typealias Owner = UInt64

    /// The last document of a session.
    struct Entry: Sendable {
        /// The commit that the document shows.
        let generation: UInt64
        /// The document; `nil` when it must not be sent again, or was dropped.
        fileprivate(set) var document: [UInt8]?
        let texts: ScreenTexts.Finished

        fileprivate var documentBytes: Int { document?.count ?? 0 }
    }

    /// Owners in the order in which they came, with the bytes that they have together.
    private struct Line {
        let limit: Int
        private var owners: [Owner] = []
        private var start = 0
        private(set) var bytes = 0

        init(limit: Int) {
            self.limit = max(1, limit)
        }

        mutating func add(_ owner: Owner) { owners.append(owner) }

        mutating func count(_ bytes: Int) { self.bytes += bytes }

        /// The owner that has to go first; `nil` when all have room.
        mutating func popSurplus() -> Owner? {
            guard bytes > limit, owners.count - start > 1 else { return nil }
            defer { start += 1 }
            if start > 64, start > owners.count / 2 {
                owners.removeFirst(start)
                start = 0
            }
            return owners[start]
        }
    }

    private struct State {
        var entries: [Owner: Entry] = [:]
        var documents: Line
        var texts: Line

        mutating func remove(_ owner: Owner) -> Entry? {
            guard let entry = entries.removeValue(forKey: owner) else { return nil }
            documents.count(-entry.documentBytes)
            texts.count(-entry.texts.bytes)
            return entry
        }
    }

    /// The texts that screens of many sessions have in common.
    let shared = SharedTexts()
    private let state: Lock<State>

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - documentBytes: The most bytes of documents.
    ///   - textBytes: The most bytes of texts, those that sessions share counted once for each.
    init(documentBytes: Int, textBytes: Int) {
        state = Lock(State(documents: Line(limit: documentBytes), texts: Line(limit: textBytes)))
    }

    subscript(owner: Owner) -> Entry? { state.withLock { $0.entries[owner] } }

    /// The document of a session at a commit, made only when it is not here.
    ///
    /// - Parameters:
    ///   - isSecret: Whether the document is for one response only; it is not kept then.
    ///   - make: Makes the document, the same for the same commit; `capacity` is more bytes than it is likely to have.
    func document(
        of owner: Owner,
        generation: UInt64,
        isSecret: Bool = false,
        make: (_ texts: inout ScreenTexts, _ capacity: Int) -> [UInt8]
    ) -> [UInt8] {
        let last = self[owner]
        if !isSecret, let last, last.generation == generation, let document = last.document { return document }
        var texts = ScreenTexts(after: last?.texts, sharing: shared)
        // One document is mostly about as long as the one before it.
        let capacity = last?.document.map { $0.count + $0.count / 8 + 64 } ?? 4_096
        let document = make(&texts, capacity)
        insert(generation: generation, document: isSecret ? nil : document, texts: texts.finished, for: owner)
        return document
    }

    /// Keeps the latest entry of a session.
    func insert(generation: UInt64, document: [UInt8]?, texts: ScreenTexts.Finished, for owner: Owner) {
        let entry = Entry(generation: generation, document: document, texts: texts)
        let dropped = state.withLock { state -> [Entry] in
            let last = state.entries.updateValue(entry, forKey: owner)
            var dropped = last.map { [$0] } ?? []
            state.texts.count(texts.bytes - (last?.texts.bytes ?? 0))
            state.documents.count(entry.documentBytes - (last?.documentBytes ?? 0))
            if last == nil { state.texts.add(owner) }
            if entry.document != nil, last?.document == nil { state.documents.add(owner) }
            while let oldest = state.documents.popSurplus() {
                guard let entry = state.entries[oldest], entry.document != nil else { continue }
                dropped.append(entry)
                state.documents.count(-entry.documentBytes)
                state.entries[oldest]?.document = nil
            }
            while let oldest = state.texts.popSurplus() {
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
