import Concurrency
public import Coordination

/// The document of a session at one commit, as the layer that serves it draws it.
///
/// The session keeps the last one, so that the next one draws only what has changed. It counts as a part of the session's memory, and
/// is dropped before the session itself when memory is short, because it can be drawn again.
public protocol DrawnDocument: AnyObject, Sendable {
    /// The generation of the commit that it shows.
    var generation: UInt64 { get }
    /// The number of bytes that it takes in memory.
    var bytes: Int { get }
    /// The size of the whole document that a client gets, in bytes.
    var documentBytes: Int { get }
    /// Whether clients follow the session by the differences between its documents, so that the document of each revision is drawn.
    var isFollowed: Bool { get }
    /// The screen with the most bytes, and their number; `nil` if it has no screens.
    var largestScreen: (key: Key, bytes: Int)? { get }
}

/// The layer that draws the documents of sessions.
public protocol DocumentDrawing: Sendable {
    /// Draws the document of a session at a commit that follows the current one, so that its size can be checked before.
    ///
    /// It draws what differs from ``Session/document``. The session keeps the result once the commit has succeeded.
    func document(of view: SessionView) -> any DrawnDocument
}

extension Session {
    /// The last document that was drawn; `nil` if there is none, or if it was dropped.
    public var document: (any DrawnDocument)? { state.withLock { $0.document } }

    /// Whether a client waits for the next document, or may ask how it differs from this one.
    var isFollowed: Bool {
        state.withLock { $0.machine.waiterCount > 0 || $0.document?.isFollowed == true }
    }

    /// Keeps a document for the next one, unless it shows a commit before that of the present one, or one that has failed.
    public func keep(_ document: any DrawnDocument) {
        let (last, bytes) = state.withLock { state -> ((any DrawnDocument)?, Int) in
            guard state.document?.generation ?? 0 <= document.generation,
                document.generation <= state.machine.lastCommitted.record.generation
            else { return (nil, 0) }
            return state.replaceDocument(by: document)
        }
        dependencies.addLiveBytes(bytes)
        // Released outside the lock.
        _ = consume last
    }

    /// Drops the document; returns the number of bytes that it took.
    func dropDocument() -> Int {
        let (last, bytes) = state.withLock { $0.replaceDocument(by: nil) }
        dependencies.addLiveBytes(bytes)
        _ = consume last
        return -bytes
    }
}

extension Session.State {
    /// Replaces the document; returns the one before and the bytes that the session has gained.
    mutating func replaceDocument(by next: (any DrawnDocument)?) -> (last: (any DrawnDocument)?, bytes: Int) {
        let last = document
        document = next
        return (last, (next?.bytes ?? 0) - (last?.bytes ?? 0))
    }
}
