import Concurrency
import Glibc
import SystemPackage

/// A file with the sessions over which the process crashed, for the next process.
///
/// Swift can't catch a trap in an application's code: an index out of bounds in one session ends the server for all. So code of
/// an application runs inside `withCrashAttribution`, which marks its thread with the name of the session. When that thread
/// gets a fatal signal, the handler writes the name to the file. The next server reads it, and quarantines a session that has
/// crashed the process twice. A server that is killed from outside writes nothing.
///
/// A stack overflow leaves no entry, because the signal's handler would itself need stack.
public final class CrashLog: Sendable {
    /// The sessions over which the last server crashed.
    public let crashed: [SessionID]

    private let file: FileDescriptor

    /// Reads the entries of the last server, and installs handlers for fatal signals in this process (sigaction(2)).
    ///
    /// - Parameter path: The file, which is created if there is none.
    /// - Throws: ``StoreError`` if it can't be opened.
    public convenience init(path: String) throws(StoreError) {
        self.init(try Self.open(path))
    }

    /// Takes the first log of a folder that no other server has, for servers with a store that is not in a file.
    ///
    /// Several servers on a machine may share the folder, because the system locks a log as long as its server runs
    /// (flock(2)). The entries of a server that has crashed are read by the next one that takes its log.
    ///
    /// - Parameter folder: The folder of the files `usher-1.crashes`, `usher-2.crashes` and so on, which are created.
    /// - Throws: ``StoreError`` if a file can't be opened, or if 100 servers use the folder.
    public convenience init(folder: String) throws(StoreError) {
        self.init(try Self.lockFirst(in: folder))
    }

    /// The number of servers that may share a folder.
    private static let serverLimit = 100

    private init(_ file: FileDescriptor) {
        self.file = file
        crashed = Self.read(file)
        CrashSignalHandler.begin()
    }

    private static func lockFirst(in folder: String) throws(StoreError) -> FileDescriptor {
        for number in 1...serverLimit {
            let file = try open("\(folder)/usher-\(number).crashes")
            if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return file }
            try? file.close()
        }
        throw StoreError(.unavailable, "\(serverLimit) servers use the folder \(folder).")
    }

    private static func open(_ path: String) throws(StoreError) -> FileDescriptor {
        do {
            return try FileDescriptor.open(
                FilePath(path),
                .readWrite,
                options: [.create, .append, .closeOnExec],
                permissions: .ownerReadWrite
            )
        } catch {
            throw StoreError(.unavailable, "The file \(path) can't be opened: \(error).")
        }
    }

    deinit { try? file.close() }

    /// Removes the entries of the last server, once the store has counted them.
    func clear() {
        try? file.resize(to: 0)
    }

    /// Runs code that may crash, on behalf of a session.
    func withCrashAttribution<Result, Failure: Error>(
        _ id: SessionID,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let slot = CrashSignalHandler.enter(id.description, file.rawValue)
        defer { CrashSignalHandler.leave(slot) }
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

/// The session that each thread works on, in a form that a signal handler may read.
private enum CrashSignalHandler {
    /// A slot of the table, which exists before the signal because a handler must not allocate or lock (signal-safety(7)).
    private struct Slot {
        var thread: pthread_t
        var file: Int32
        var length: Int
        var name: (UInt64, UInt64, UInt64, UInt64, UInt64)
    }

    /// The number of slots, more than there are threads that run applications.
    ///
    /// When all slots are taken, a crash names no session.
    private static let count = 512
    private static let nameLength = 40
    private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]

    // Never freed. The thread that takes a slot from the free list is the only one that writes it. Other threads read only the
    // slot's thread, to compare it with themselves, and never find it equal.
    private nonisolated(unsafe) static let slots: UnsafeMutablePointer<Slot> = {
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
        unsafe slots.initialize(
            repeating: Slot(thread: 0, file: -1, length: 0, name: (0, 0, 0, 0, 0)),
            count: count
        )
        return unsafe slots
    }()
    /// The actions that were installed before, by the number of the signal.
    private nonisolated(unsafe) static let previous: UnsafeMutablePointer<sigaction> = {
        let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        unsafe previous.initialize(repeating: sigaction(), count: 65)
        return unsafe previous
    }()
    private static let free = Lock(Array(0..<count))
    private static let isWatching = Lock(false)

    static func enter(_ name: String, _ file: Int32) -> Int? {
        guard let slot = free.withLock({ $0.popLast() }) else { return nil }
        unsafe slots[slot].file = file
        unsafe slots[slot].length = withUnsafeMutableBytes(of: &slots[slot].name) { bytes in
            let line = name.utf8.prefix(nameLength - 1)
            unsafe bytes.copyBytes(from: line)
            unsafe bytes[line.count] = UInt8(ascii: "\n")
            return line.count + 1
        }
        // Set last, because a signal may come at any time and must not find half a name.
        unsafe slots[slot].thread = pthread_self()
        return slot
    }

    static func leave(_ slot: Int?) {
        guard let slot else { return }
        // Cleared before the slot is free, because another thread writes to it from then on.
        unsafe slots[slot].thread = 0
        free.withLock { $0.append(slot) }
    }

    static func begin() {
        let isFirst = isWatching.withLock { isWatching in
            defer { isWatching = true }
            return !isWatching
        }
        guard isFirst else { return }
        // Allocated now, because a handler must not allocate.
        unsafe _ = (slots, previous)
        for signal in signals {
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = { signal in
                CrashSignalHandler.record()
                // Restores the action from before. Then a fault happens again, and ends the process or prints a backtrace. The
                // two signals below don't come again by themselves, so they are raised.
                unsafe sigaction(signal, CrashSignalHandler.previous + Int(signal), nil)
                if signal == SIGABRT || signal == SIGTRAP { raise(signal) }
            }
            unsafe sigaction(signal, &action, previous + Int(signal))
        }
    }

    private static func record() {
        let thread = pthread_self()
        for slot in 0..<count where unsafe slots[slot].thread == thread {
            unsafe withUnsafeBytes(of: &slots[slot].name) { bytes in
                _ = unsafe write(slots[slot].file, bytes.baseAddress, slots[slot].length)
            }
        }
    }
}
