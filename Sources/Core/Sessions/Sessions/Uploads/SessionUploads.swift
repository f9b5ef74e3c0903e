public import Coordination

/// The files that were uploaded to a session, for the handler of an effect.
///
/// ```swift
/// handlers.on(SaveDamage.self) { effect, context in
///     let photo = try await context.uploads.bytes(of: effect.damage.photo)
///     return try await archive.store(photo, type: effect.damage.photo.type)
/// }
/// ```
///
/// The files are removed with the session, so a handler copies what must stay.
public struct SessionUploads: Sendable {
    let store: any UploadStore
    let session: SessionID

    package init(store: any UploadStore, session: SessionID) {
        self.store = store
        self.session = session
    }

    /// Reads a file as a whole.
    ///
    /// - Parameters:
    ///   - file: A file of the session.
    ///   - limit: The largest number of bytes, by default 20 MB.
    /// - Returns: The bytes.
    /// - Throws: ``UploadError`` if the file is larger, was removed, or can't be read.
    public func bytes(of file: UploadedFile, limit: Int = 20_000_000) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in pieces(of: file) {
            guard bytes.count + piece.count <= limit else {
                throw UploadError("The file \(file.id) has more than \(limit) bytes. Read it in pieces.")
            }
            bytes += piece
        }
        return bytes
    }

    /// Returns the content of a file in pieces of up to 256 KiB.
    ///
    /// - Parameter file: A file of the session.
    /// - Returns: A sequence that throws ``UploadError`` if the file was removed, or can't be read.
    public func pieces(of file: UploadedFile) -> Pieces { Pieces(uploads: self, file: file) }

    /// The content of a file, piece by piece.
    public struct Pieces: AsyncSequence, AsyncIteratorProtocol {
        let uploads: SessionUploads
        let file: UploadedFile
        private var offset = 0

        init(uploads: SessionUploads, file: UploadedFile) {
            self.uploads = uploads
            self.file = file
        }

        /// Returns the sequence itself.
        public func makeAsyncIterator() -> Pieces { self }

        /// Reads the next piece.
        ///
        /// - Returns: The bytes, or `nil` at the end.
        /// - Throws: ``UploadError`` if the file can't be read.
        public mutating func next() async throws -> [UInt8]? {
            guard Upload.isID(file.id) else { throw UploadError("There is no upload \(file.id.debugDescription).") }
            guard offset < file.size else { return nil }
            let piece = try await uploads.store.read(file.id, of: uploads.session, from: offset, count: 262_144)
            guard !piece.isEmpty else { throw UploadError("The upload \(file.id) has ended at \(offset) bytes.") }
            offset += piece.count
            return piece
        }
    }
}
