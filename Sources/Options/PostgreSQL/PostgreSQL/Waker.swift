import CPostgreSQL
import Glibc

/// An eventfd(2), which is a descriptor that another thread can make readable.
final class Waker: Sendable {
    /// The descriptor, to be polled.
    let descriptor: CInt

    init() throws(DatabaseError) {
        descriptor = usher_postgresql_event_descriptor()
        guard descriptor >= 0 else {
            throw DatabaseError(.unavailable, "eventfd failed with errno \(errno).")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Makes the descriptor readable, from any thread.
    func signal() {
        var one: UInt64 = 1
        _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Makes the descriptor unreadable again.
    func clear() {
        var signals: UInt64 = 0
        _ = unsafe read(descriptor, &signals, MemoryLayout<UInt64>.size)
    }
}
