internal import Threads

/// Content that is produced in pieces while a response is being sent.
///
/// ```swift
/// let stream = HTTPBodyStream()
/// stream.onCancel { feed.unsubscribe(stream) }
/// feed.subscribe { line in stream.write(Array(line.utf8)) }
/// reply.send(HTTPResponse(.ok, fields: [.contentType: "text/event-stream"], body: .stream(stream)))
/// ```
///
/// The server sends a piece as soon as the client has room for it, and suspends the connection while there is none. A stream
/// without a length goes out in chunks, to HTTP/1.0 clients until the connection closes. Every call may come from any thread.
public final class HTTPBodyStream: Sendable {
    /// The result of a ``write(_:)``.
    public enum WriteResult: Sendable, Equatable {
        /// The piece is in the buffer, which has room for another one.
        case room
        /// The piece is in the buffer, which is full now; ``onRoom(_:)`` tells when it isn't.
        case full
        /// The buffer was full before, so the piece was not taken.
        case refused
        /// The stream has ended, or the client is gone; the piece was not taken.
        case closed
    }

    /// The next part of the content, for servers.
    package enum Part {
        case bytes(ArraySlice<UInt8>)
        /// There is nothing at the moment; the server is woken when there is.
        case none
        case end
        /// The content breaks off.
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
        var roomAction: (@Sendable () -> Void)?
        var cancelAction: (@Sendable () -> Void)?

        /// The server's wake-up, if it waits.
        mutating func takeWake() -> (@Sendable () -> Void)? {
            defer { isAwaited = false }
            return isAwaited ? wake : nil
        }
    }

    /// The number of bytes of the whole content; `nil` when it is not known.
    public let length: Int?

    private let bufferLimit: Int
    private let state = Lock(State())

    /// Makes an empty stream.
    ///
    /// - Parameters:
    ///   - length: The number of bytes that will be written, for `Content-Length`; content that ends before breaks off.
    ///   - bufferLimit: The number of bytes from which on the buffer is full.
    public init(length: Int? = nil, bufferLimit: Int = 65_536) {
        self.length = length
        self.bufferLimit = max(1, bufferLimit)
    }

    /// Adds a piece to the content; an empty one changes nothing.
    @discardableResult
    public func write(_ piece: [UInt8]) -> WriteResult {
        let (result, wake) = state.withLock { state -> (WriteResult, (@Sendable () -> Void)?) in
            guard state.phase == .open else { return (.closed, nil) }
            guard state.count < bufferLimit else {
                state.isFull = true
                return (.refused, nil)
            }
            guard !piece.isEmpty else { return (.room, nil) }
            state.pieces.append(piece[...])
            state.count += piece.count
            state.isFull = state.count >= bufferLimit
            return (state.isFull ? .full : .room, state.takeWake())
        }
        wake?()
        return result
    }

    /// Ends the content, after the pieces in the buffer.
    public func finish() {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.phase == .open else { return nil }
            state.phase = .finished
            state.roomAction = nil
            return state.takeWake()
        }
        wake?()
    }

    /// Registers an action for each time that the buffer has been full and is at most half full again.
    ///
    /// - Parameter action: Called on the event loop, so it must not block; a later registration replaces it.
    public func onRoom(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.roomAction = action }
    }

    /// Registers an action for the case that the content is not sent to its end: the client is gone, or the server stops.
    ///
    /// - Parameter action: Called once, now if that has happened already; a later registration replaces it.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if state.phase != .cancelled { state.cancelAction = action }
            return state.phase == .cancelled
        }
        if isCancelled { action() }
    }

    // MARK: - For servers

    /// Registers the server's wake-up, which is called when ``next(upTo:)`` had none and there is a part.
    package func onPart(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    /// Takes the next part of the content, of a number of bytes at most.
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
            return (.bytes(part), state.roomAction)
        }
        room?()
        return part
    }

    /// Cancels the content, unless it was taken to its end.
    package func cancel() {
        let (action, wake) = state.withLock { state -> ((@Sendable () -> Void)?, (@Sendable () -> Void)?) in
            let isSent = state.phase == .finished && state.pieces.isEmpty
            guard state.phase != .cancelled, !isSent else { return (nil, nil) }
            state.phase = .cancelled
            state.pieces = []
            state.count = 0
            state.roomAction = nil
            defer { state.cancelAction = nil }
            return (state.cancelAction, state.takeWake())
        }
        action?()
        wake?()
    }
}

extension HTTPBodyStream: Equatable {
    /// A stream equals itself only.
    public static func == (first: HTTPBodyStream, second: HTTPBodyStream) -> Bool { first === second }
}
