internal import Concurrency
internal import SystemPackage

/// An open file that is too large for memory, so each response reads it piece by piece.
///
/// If the file is replaced by another one of the same name, the old one is still served. If it is changed in place, it no
/// longer matches its tag, and if it has become shorter, its responses break off.
final class LargeFile: Sendable {
    /// The number of bytes of one read.
    private static let pieceBytes = 65_536

    /// The size of the file in bytes when it was opened.
    let size: Int
    private let file: FileDescriptor

    /// Creates the object from an open file, which it closes when it is deallocated.
    init(_ file: FileDescriptor, size: Int) {
        self.file = file
        self.size = size
    }

    deinit { try? file.close() }

    /// Returns the content of the file, which the queue reads as fast as the client receives it.
    func stream(readingOn queue: any WorkQueue) -> HTTPBodyStream {
        let stream = HTTPBodyStream(length: size, bufferLimit: 4 * Self.pieceBytes)
        let transfer = Transfer(self, to: stream, on: queue)
        stream.onWritable { transfer.resume() }
        transfer.resume()
        return stream
    }

    /// Returns the bytes from an offset on, at most one piece, or `nil` when they can't be read.
    fileprivate func piece(at offset: Int) -> [UInt8]? {
        var piece = [UInt8](repeating: 0, count: min(Self.pieceBytes, size - offset))
        let count = try? unsafe piece.withUnsafeMutableBytes { room in
            try unsafe file.read(fromAbsoluteOffset: Int64(offset), into: room)
        }
        guard let count, count > 0 else { return nil }
        piece.removeLast(piece.count - count)
        return piece
    }

    /// The transfer of the file in one response.
    private final class Transfer: Sendable {
        private let file: LargeFile
        private let stream: HTTPBodyStream
        private let queue: any WorkQueue
        /// The number of bytes that were written to the stream.
        private let offset = Lock(0)

        init(_ file: LargeFile, to stream: HTTPBodyStream, on queue: any WorkQueue) {
            self.file = file
            self.stream = stream
            self.queue = queue
        }

        /// Continues the transfer when the stream has room.
        func resume() {
            if !queue.submit({ self.fill() }) { stream.cancel() }
        }

        private func fill() {
            offset.withLock { offset in
                while offset < file.size {
                    guard let piece = file.piece(at: offset) else { return stream.cancel() }
                    let result = stream.write(piece)
                    guard result == .writable || result == .full else { return }
                    offset += piece.count
                    if result == .full, offset < file.size { return }
                }
                stream.finish()
            }
        }
    }
}
