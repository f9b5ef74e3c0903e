public import Concurrency

/// A place for the files that users upload, by session: a folder, or an object store.
///
/// A store keeps the bytes and the description of each upload. It knows nothing of sessions but their ids. Two servers of a cluster
/// use the same place. Each function may block, and runs on ``queue``. It throws ``UploadError``.
public protocol UploadStore: Sendable {
    /// The threads on which the functions run.
    var queue: any WorkQueue { get }

    /// Begins an upload without bytes.
    func begin(_ upload: Upload, of session: SessionID) async throws

    /// Returns an upload with the number of bytes that are stored, or `nil` if there is none.
    func find(_ id: String, of session: SessionID) async throws -> (upload: Upload, count: Int)?

    /// Returns all uploads of a session.
    func uploads(of session: SessionID) async throws -> [Upload]

    /// Stores bytes from an offset on, which is the number of bytes that are stored already.
    func append(_ bytes: [UInt8], at offset: Int, to id: String, of session: SessionID) async throws

    /// Returns once a crash of the machine can't lose the bytes that were stored.
    func sync(_ id: String, of session: SessionID) async throws

    /// Stores that an upload is complete.
    func complete(_ upload: Upload, of session: SessionID) async throws

    /// Returns at most `count` bytes from an offset on, none at the end.
    func read(_ id: String, of session: SessionID, from offset: Int, count: Int) async throws -> [UInt8]

    /// Removes an upload, and does nothing if there is none.
    func remove(_ id: String, of session: SessionID) async throws

    /// Removes all uploads of a session.
    func removeAll(of session: SessionID) async throws

    /// Gives the uploads of a session to the session that continues it.
    func move(from session: SessionID, to next: SessionID) async throws

    /// Returns the sessions that have uploads.
    func sessions() async throws -> [SessionID]
}

/// The place for uploads can't be used.
public struct UploadError: Error, CustomStringConvertible {
    /// A sentence for the log.
    public let description: String

    /// Describes the failure.
    public init(_ description: String) {
        self.description = description
    }
}
