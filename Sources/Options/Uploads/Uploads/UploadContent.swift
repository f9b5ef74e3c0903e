import Concurrency
import HTTPCore
import Sessions

/// The content of an upload, which is read as fast as the client receives it.
final class UploadContent: Sendable {
    private let upload: Upload
    private let session: SessionID
    private let store: any UploadStore
    private let stream: HTTPBodyStream
    /// The number of bytes that were sent, whether more are being read, and whether the client has room for more after that.
    private let state = Lock((offset: 0, isReading: false, mustContinue: false))

    init(_ upload: Upload, of session: SessionID, in store: any UploadStore, to stream: HTTPBodyStream) {
        self.upload = upload
        self.session = session
        self.store = store
        self.stream = stream
    }

    /// Sends the content until the client has no room, and continues when it has.
    func send() {
        stream.onWritable { self.proceed() }
        proceed()
    }

    private func proceed() {
        let mayBegin = state.withLock { state in
            defer { state.isReading = true }
            state.mustContinue = state.isReading
            return !state.isReading
        }
        guard mayBegin else { return }
        Task(executorPreference: store.queue) { [self] in
            repeat { await fill() } while mustContinue
        }
    }

    /// Whether there was room again while the last piece was being written, or else the end of the reading.
    private var mustContinue: Bool {
        state.withLock { state in
            defer {
                state.isReading = state.mustContinue
                state.mustContinue = false
            }
            return state.mustContinue
        }
    }

    private func fill() async {
        do {
            while true {
                let offset = state.withLock { $0.offset }
                guard offset < upload.size else { return stream.finish() }
                let piece = try await store.read(upload.id, of: session, from: offset, count: 65_536)
                guard !piece.isEmpty else { return stream.cancel() }
                let result = stream.write(piece)
                guard result == .writable || result == .full else { return }
                state.withLock { $0.offset += piece.count }
                if result == .full { return }
            }
        } catch {
            stream.cancel()
        }
    }
}
