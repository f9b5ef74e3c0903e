import Glibc
import SystemPackage
import Threads

/// Remembers, beyond the end of the process, over which session the program crashed.
///
/// Swift can't catch a trap in an application's code: an index out of bounds in one session ends the server for all. So
/// whatever runs an application's code for a session says so first, and when the thread that runs it gets a fatal signal,
/// the session's name is written to a file. The next server reads it and, when a session has done this twice, sets it
/// aside. A server that is killed from outside writes nothing, whatever it was doing.
///
/// It can't tell when a thread has run out of stack: the signal's handler would need some itself.
public final class CrashLedger: Sendable {
    /// The sessions over which the last server crashed.
    public let crashed: [SessionID]

    private let file: FileDescriptor

    /// Reads what the last server left, and begins to watch for fatal signals in this process (sigaction(2)).
    ///
    /// - Parameter path: The file; it is made when there is none.
    /// - Throws: ``StoreError`` when it can't be opened.
    public init(path: String) throws(StoreError) {
        do {
            file = try FileDescriptor.open(
                FilePath(path),
                .readWrite,
                options: [.create, .append, .closeOnExec],
                permissions: .ownerReadWrite
            )
        } catch {
            throw StoreError(.unavailable, "The file \(path) can't be opened: \(error).")
        }
        crashed = Self.read(file)
        CrashWatch.begin()
    }

    deinit { try? file.close() }

    /// Forgets what the last server left, once it has been noted elsewhere.
    func clear() {
        try? file.resize(to: 0)
    }

    /// Runs what may crash over a session.
    func guarding<Result, Failure: Error>(
        _ id: SessionID,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let place = CrashWatch.enter(id.description, file.rawValue)
        defer { CrashWatch.leave(place) }
        return try body()
    }

    private static func read(_ file: FileDescriptor) -> [SessionID] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < 1 << 20 {
            let count = try? unsafe buffer.withUnsafeMutableBytes { buffer in
                try unsafe file.read(fromAbsoluteOffset: Int64(bytes.count), into: buffer)
            }
            guard let count, count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            String(validating: line, as: UTF8.self).map { SessionID($0) }
        }
    }
}

/// Which thread works on which session at the moment, in a form that a signal's handler may read.
private enum CrashWatch {
    /// A place in the table; a handler may only use what needs no allocation and no lock (signal-safety(7)).
    private struct Place {
        var thread: pthread_t
        var file: Int32
        var length: Int
        var name: (UInt64, UInt64, UInt64, UInt64, UInt64)
    }

    /// More than there are threads that run applications; when all are taken, a crash is not attributed to anybody.
    private static let count = 512
    private static let nameLength = 40
    private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]

    // Never freed. Each place is written by the thread that took it from the list of free ones, and read by others only
    // to compare its thread with their own, which it can't be.
    private nonisolated(unsafe) static let places: UnsafeMutablePointer<Place> = {
        let places = UnsafeMutablePointer<Place>.allocate(capacity: count)
        unsafe places.initialize(
            repeating: Place(thread: 0, file: -1, length: 0, name: (0, 0, 0, 0, 0)),
            count: count
        )
        return unsafe places
    }()
    /// What was to happen at each signal before, by its number.
    private nonisolated(unsafe) static let previous: UnsafeMutablePointer<sigaction> = {
        let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        unsafe previous.initialize(repeating: sigaction(), count: 65)
        return unsafe previous
    }()
    private static let free = Lock(Array(0..<count))
    private static let isWatching = Lock(false)

    static func enter(_ name: String, _ file: Int32) -> Int? {
        guard let place = free.withLock({ $0.popLast() }) else { return nil }
        unsafe places[place].file = file
        unsafe places[place].length = withUnsafeMutableBytes(of: &places[place].name) { bytes in
            let line = name.utf8.prefix(nameLength - 1)
            unsafe bytes.copyBytes(from: line)
            unsafe bytes[line.count] = UInt8(ascii: "\n")
            return line.count + 1
        }
        unsafe places[place].thread = pthread_self()
        return place
    }

    static func leave(_ place: Int?) {
        guard let place else { return }
        unsafe places[place].thread = 0
        free.withLock { $0.append(place) }
    }

    static func begin() {
        let isFirst = isWatching.withLock { isWatching in
            defer { isWatching = true }
            return !isWatching
        }
        guard isFirst else { return }
        // Made now, as a handler may not allocate.
        unsafe _ = (places, previous)
        for signal in signals {
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = { signal in
                CrashWatch.note()
                // What comes next is as it was before: the fault happens again, and ends the process or prints where.
                unsafe sigaction(signal, CrashWatch.previous + Int(signal), nil)
                if signal == SIGABRT || signal == SIGTRAP { raise(signal) }
            }
            unsafe sigaction(signal, &action, previous + Int(signal))
        }
    }

    private static func note() {
        let thread = pthread_self()
        for place in 0..<count where unsafe places[place].thread == thread {
            unsafe withUnsafeBytes(of: &places[place].name) { bytes in
                _ = unsafe write(places[place].file, bytes.baseAddress, places[place].length)
            }
        }
    }
}
