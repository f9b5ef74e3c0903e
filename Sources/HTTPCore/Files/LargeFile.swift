internal import SystemPackage
internal import Threads

/// A file that is too large to be kept in memory: it stays open, and each response reads it piece by piece.
///
/// A file that is replaced by another of its name goes on being served; one that is changed in place no longer matches its
/// tag, and a response to it breaks off where the file has become shorter.
final class LargeFile: Sendable {
    /// The number of bytes that are read at once.
    private static let pieceBytes = 65_536

    /// The number of bytes that the file had when it was opened.
    let size: Int
    private let file: FileDescriptor

    /// Takes an open file over, and closes it in the end.
    init(_ file: FileDescriptor, size: Int) {
        self.file = file
        self.size = size
    }

    deinit { try? file.close() }

    /// The content of the file, read on a queue as fast as the client takes it.
    func stream(readingOn queue: any WorkQueue) -> HTTPBodyStream {
        let stream = HTTPBodyStream(length: size, bufferLimit: 4 * Self.pieceBytes)
        let transfer = Transfer(self, to: stream, on: queue)
        stream.onRoom { transfer.resume() }
        transfer.resume()
        return stream
    }

    /// The bytes from an offset on, at most a piece of them; `nil` when they can't be read.
    fileprivate func piece(at offset: Int) -> [UInt8]? {
        var piece = [UInt8](repeating: 0, count: min(Self.pieceBytes, size - offset))
        let count = try? unsafe piece.withUnsafeMutableBytes { room in
            try unsafe file.read(fromAbsoluteOffset: Int64(offset), into: room)
        }
        guard let count, count > 0 else { return nil }
        piece.removeLast(piece.count - count)
        return piece
    }

    /// One response with the file.
    private final class Transfer: Sendable {
        private let file: LargeFile
        private let stream: HTTPBodyStream
        private let queue: any WorkQueue
        /// The number of bytes that the stream has taken.
        private let offset = Lock(0)

        init(_ file: LargeFile, to stream: HTTPBodyStream, on queue: any WorkQueue) {
            self.file = file
            self.stream = stream
            self.queue = queue
        }

        /// Goes on where the stream was full.
        func resume() {
            if !queue.submit({ self.fill() }) { stream.cancel() }
        }

        private func fill() {
            offset.withLock { offset in
                while offset < file.size {
                    guard let piece = file.piece(at: offset) else { return stream.cancel() }
                    let result = stream.write(piece)
                    guard result == .room || result == .full else { return }
                    offset += piece.count
                    if result == .full, offset < file.size { return }
                }
                stream.finish()
            }
        }
    }
}
