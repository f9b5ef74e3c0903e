internal import Concurrency

/// The content of a response, produced in pieces while it is being sent.
///
/// ```swift
/// let stream = HTTPBodyStream()
/// stream.onCancel { feed.unsubscribe(stream) }
/// feed.subscribe { line in stream.write(Array(line.utf8)) }
/// reply.send(HTTPResponse(.ok, fields: [.contentType: "text/event-stream"], body: .stream(stream)))
/// ```
///
/// The server sends a piece as soon as the client has room for it, and suspends the connection while there is none. A stream
/// without a length is sent chunked, and to HTTP/1.0 clients until the connection closes. Every function may be called from
/// any thread.
///
/// Two sides wait for each other, the server for a piece and the producer for room. Each registers an action, and the other
/// side's call runs it:
/// - The server's wake-up runs when ``next(upTo:)`` has found the buffer empty and then a piece, the end or a cancellation
///   arrives. It runs once for each such ``next(upTo:)``, so a producer that writes many pieces wakes a slow loop once.
/// - The producer's action (``onWritable(_:)``) runs when the buffer was full and has been emptied to half. Half, so that the
///   producer writes several pieces each time instead of one piece for each that is sent.
///
/// Each call checks and marks the state under one lock, so neither side can miss the other. The actions run after the lock
/// is released, because they may call the stream again.
public final class HTTPBodyStream: Sendable {
    /// The result of ``write(_:)``.
    public enum WriteResult: Sendable, Equatable {
        /// The piece was added, and the buffer has room for another one.
        case writable
        /// The piece was added, and the buffer is now full, so wait for ``onWritable(_:)`` before the next piece.
        case full
        /// The buffer was full already, so wait for ``onWritable(_:)`` and write the piece again.
        case rejected
        /// The stream has ended or was cancelled, so the piece was not added.
        case closed
    }

    /// The result of ``next(upTo:)``.
    package enum Part {
        case bytes(ArraySlice<UInt8>)
        /// The buffer is empty, and the server is woken when there is a part.
        case none
        case end
        /// The stream was cancelled, so the response must break off.
        case failed
    }

    private enum Phase { case open, finished, cancelled }

    private struct State {
        var phase = Phase.open
        var pieces: [ArraySlice<UInt8>] = []
        var count = 0
        /// Whether the server waits for a piece or the end.
        var isAwaited = false
        /// Whether the producer waits for room.
        var isFull = false
        var wake: (@Sendable () -> Void)?
        var writableAction: (@Sendable () -> Void)?
        var cancelAction: (@Sendable () -> Void)?

        /// Returns the server's wake-up if it waits, and marks it as no longer waiting.
        mutating func takeWake() -> (@Sendable () -> Void)? {
            defer { isAwaited = false }
            return isAwaited ? wake : nil
        }
    }

    /// The number of bytes of the whole content, or `nil` when unknown.
    public let length: Int?

    private let bufferLimit: Int
    private let state = Lock(State())

    /// Creates an empty stream.
    ///
    /// - Parameters:
    ///   - length: The number of bytes that will be written, sent as `Content-Length`. A stream that ends earlier breaks
    ///     off.
    ///   - bufferLimit: The number of buffered bytes at which the buffer is full.
    public init(length: Int? = nil, bufferLimit: Int = 65_536) {
        self.length = length
        self.bufferLimit = max(1, bufferLimit)
    }

    /// Adds a piece to the content, unless the piece is empty.
    ///
    /// - Returns: Whether the piece was added, and whether there is room for more.
    @discardableResult
    public func write(_ piece: [UInt8]) -> WriteResult {
        let (result, wake) = state.withLock { state -> (WriteResult, (@Sendable () -> Void)?) in
            guard state.phase == .open else { return (.closed, nil) }
            guard state.count < bufferLimit else {
                state.isFull = true
                return (.rejected, nil)
            }
            guard !piece.isEmpty else { return (.writable, nil) }
            state.pieces.append(piece[...])
            state.count += piece.count
            state.isFull = state.count >= bufferLimit
            return (state.isFull ? .full : .writable, state.takeWake())
        }
        wake?()
        return result
    }

    /// Ends the content after the buffered pieces.
    public func finish() {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.phase == .open else { return nil }
            state.phase = .finished
            state.writableAction = nil
            return state.takeWake()
        }
        wake?()
    }

    /// Registers an action that runs each time a full buffer has been emptied to half.
    ///
    /// - Parameter action: Called on the event loop, so it must not block. A later registration replaces it.
    public func onWritable(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.writableAction = action }
    }

    /// Registers an action that runs if the content is not sent completely: the client has left, or the server stops.
    ///
    /// - Parameter action: Called once, immediately if the stream is already cancelled. A later registration replaces it.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if state.phase != .cancelled { state.cancelAction = action }
            return state.phase == .cancelled
        }
        if isCancelled { action() }
    }

    // MARK: - For servers

    /// Registers the server's wake-up, which runs when a part becomes available after ``next(upTo:)`` returned none.
    package func onPart(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    /// Removes and returns the next part of the content, at most `limit` bytes.
    package func next(upTo limit: Int) -> Part {
        let (part, room) = state.withLock { state -> (Part, (@Sendable () -> Void)?) in
            if state.phase == .cancelled { return (.failed, nil) }
            guard var piece = state.pieces.first else {
                if state.phase == .finished { return (.end, nil) }
                state.isAwaited = true
                return (.none, nil)
            }
            let part = piece.prefix(limit)
            piece.removeFirst(part.count)
            if piece.isEmpty { state.pieces.removeFirst() } else { state.pieces[0] = piece }
            state.count -= part.count
            guard state.isFull, state.count <= bufferLimit / 2 else { return (.bytes(part), nil) }
            state.isFull = false
            return (.bytes(part), state.writableAction)
        }
        room?()
        return part
    }

    /// Cancels the content, unless all of it was taken.
    package func cancel() {
        let (action, wake) = state.withLock { state -> ((@Sendable () -> Void)?, (@Sendable () -> Void)?) in
            let isSent = state.phase == .finished && state.pieces.isEmpty
            guard state.phase != .cancelled, !isSent else { return (nil, nil) }
            state.phase = .cancelled
            state.pieces = []
            state.count = 0
            state.writableAction = nil
            defer { state.cancelAction = nil }
            return (state.cancelAction, state.takeWake())
        }
        action?()
        wake?()
    }
}

extension HTTPBodyStream: Equatable {
    /// Returns whether both are the same stream.
    public static func == (first: HTTPBodyStream, second: HTTPBodyStream) -> Bool { first === second }
}
