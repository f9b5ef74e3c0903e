internal import Concurrency
internal import DequeModule

/// The body of a request that its handler takes in pieces while the client sends it, such as an upload.
///
/// ```swift
/// routes.addStreamed(.patch, "/files/:name") { request, parameters, reply in
///     Task(executorPreference: files) {
///         do {
///             while let piece = try await request.stream?.next() { try file.append(piece) }
///             reply.send(HTTPResponse(.noContent))
///         } catch {
///             // The client has gone, and nobody waits for a response.
///         }
///     }
/// }
/// ```
///
/// The server reads from the client only while the buffer has room, so a handler that is slower than its client slows the client
/// down, and the memory for each request is limited. Every function may be called from any thread. Only one task may take pieces.
public final class HTTPRequestStream: Sendable {
    /// The client went away, was too slow, or the server stops, before the body was complete.
    public struct BrokenOff: Error, Equatable {
        /// Makes the error.
        public init() {}
    }

    private enum Phase { case open, finished, failed }

    private struct State {
        var phase = Phase.open
        var pieces = Deque<[UInt8]>()
        var count = 0
        /// The task that waits for a piece.
        var waiter: CheckedContinuation<Void, Never>?
        /// Whether the server waits for room.
        var isFull = false
        var roomAction: (@Sendable () -> Void)?

        mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
            defer { waiter = nil }
            return waiter
        }
    }

    private let bufferLimit: Int
    private let state = Lock(State())

    /// Makes an empty stream.
    ///
    /// - Parameter bufferLimit: The number of bytes in the buffer from which on the client waits, by default 64 KiB.
    public init(bufferLimit: Int = 65_536) {
        self.bufferLimit = max(1, bufferLimit)
    }

    /// Takes the next piece, and waits until the client has sent one.
    ///
    /// - Returns: The bytes, at least one, or `nil` at the end of the body.
    /// - Throws: ``BrokenOff`` if the rest of the body does not come.
    public func next() async throws(BrokenOff) -> [UInt8]? {
        while true {
            if let taken = try take() { return taken.isEmpty ? nil : taken }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    guard state.phase == .open, state.pieces.isEmpty else { return true }
                    state.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    /// Removes and returns the first bytes that have arrived, none at the end of the body, or `nil` if there are none yet.
    private func take() throws(BrokenOff) -> [UInt8]? {
        let (bytes, room, hasFailed) = state.withLock { state -> ([UInt8]?, (@Sendable () -> Void)?, Bool) in
            if state.phase == .failed { return (nil, nil, true) }
            guard let bytes = state.pieces.popFirst() else { return (state.phase == .finished ? [] : nil, nil, false) }
            state.count -= bytes.count
            guard state.isFull, state.count <= bufferLimit / 2 else { return (bytes, nil, false) }
            state.isFull = false
            return (bytes, state.roomAction, false)
        }
        if hasFailed { throw BrokenOff() }
        room?()
        return bytes
    }

    // MARK: - For servers

    /// The number of bytes that have arrived and were not taken yet.
    package var waitingBytes: Int { state.withLock { $0.count } }

    /// Registers the action that runs each time a full buffer was emptied to half.
    package func onRoom(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.roomAction = action }
    }

    /// Adds a piece.
    ///
    /// - Returns: Whether the buffer has room for another one. If not, the action of ``onRoom(_:)`` runs once it has.
    package func write(_ piece: [UInt8]) -> Bool {
        let (hasRoom, waiter) = state.withLock { state in
            guard state.phase == .open else { return (true, state.takeWaiter()) }
            state.pieces.append(piece)
            state.count += piece.count
            // A full buffer stays full until it asks for more, because the server may wait for that.
            if state.count >= bufferLimit { state.isFull = true }
            return (!state.isFull, state.takeWaiter())
        }
        waiter?.resume()
        return hasRoom
    }

    /// Ends the body, because all of it was received.
    package func finish() { end(.finished) }

    /// Ends the body before it is complete, unless it is.
    package func fail() { end(.failed) }

    private func end(_ phase: Phase) {
        let waiter = state.withLock { state in
            guard state.phase == .open else { return state.takeWaiter() }
            state.phase = phase
            state.roomAction = nil
            if phase == .failed { state.pieces = [] }
            return state.takeWaiter()
        }
        waiter?.resume()
    }
}
