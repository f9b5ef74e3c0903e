internal import Glibc

/// A waker for a thread that polls a descriptor: an eventfd(2) polled beside it.
final class Waker: Sendable {
    private let descriptor: CInt

    init() throws(HTTPServerError) {
        descriptor = MicroHTTPDaemon.makeEventDescriptor()
        guard descriptor >= 0 else { throw .failed(call: "eventfd", code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Makes the current or the next ``wait(orReadable:milliseconds:)`` return, from any thread.
    func signal() {
        var one: UInt64 = 1
        _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits for a signal, for `other` to be readable or for the timeout.
    ///
    /// A timeout of -1 milliseconds means none.
    ///
    /// - Returns: Whether there was a signal or `other` is readable.
    @discardableResult
    func wait(orReadable other: CInt, milliseconds: Int) -> Bool {
        var polled: [2 of pollfd] = [
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        var span = polled.mutableSpan
        let count = unsafe span.withUnsafeMutableBufferPointer {
            unsafe poll($0.baseAddress, 2, CInt(clamping: milliseconds))
        }
        guard count > 0 else { return false }
        if polled[1].revents != 0 {
            var signals: UInt64 = 0
            _ = unsafe read(descriptor, &signals, MemoryLayout<UInt64>.size)
        }
        return true
    }
}
