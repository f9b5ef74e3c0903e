internal import Glibc

/// Wakes a thread that waits for a descriptor.
final class WakeUp: Sendable {
    private let descriptor: CInt

    init() throws(HTTPServerError) {
        descriptor = MicroHTTPDaemon.makeEventDescriptor()
        guard descriptor >= 0 else { throw .failed(call: "eventfd", code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Has the current or the next ``wait(orReadable:milliseconds:)`` return.
    func signal() {
        var one: UInt64 = 1
        _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Returns after a signal, when `other` is readable or when the time is over; -1 milliseconds are for ever.
    func wait(orReadable other: CInt, milliseconds: Int) {
        var polled = [
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard unsafe poll(&polled, 2, CInt(clamping: milliseconds)) > 0, polled[1].revents != 0 else { return }
        var count: UInt64 = 0
        _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
