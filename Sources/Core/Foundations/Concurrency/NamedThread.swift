internal import Glibc
internal import SystemPackage

/// A thread with a name that runs one closure and ends.
///
/// Signals to the process (`SIGTERM`, `SIGINT`, `SIGHUP`, `SIGPIPE`, …) are blocked in it, so the kernel delivers them to
/// the thread that the program has chosen for them. Signals that report a fault of the thread itself are not blocked.
public final class NamedThread: Sendable {
    /// The name, as `ps -T` and a debugger show it.
    public let name: String

    private let handle: Lock<pthread_t?>

    /// Starts a thread that runs `body`.
    ///
    /// - Parameters:
    ///   - name: The name for tools. Linux keeps its first 15 bytes.
    ///   - yields: Whether other threads run before it when the processors are busy (a nice value of 19, sched(7)).
    ///   - body: The work. The thread ends when it returns.
    /// - Throws: ``ThreadError`` when the system can't create a thread, so that `body` does not run.
    public init(name: String, yields: Bool = false, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
        self.name = name
        let start = unsafe Unmanaged.passRetained(ThreadArguments(name: name, yields: yields, body: body))
        var thread = pthread_t()
        let code = NamedThread.withProcessSignalsBlocked {
            unsafe pthread_create(&thread, nil, threadMain, start.toOpaque())
        }
        guard code == 0 else {
            unsafe start.release()
            throw ThreadError(call: "pthread_create", code: code)
        }
        handle = Lock(thread)
    }

    deinit { detach() }

    /// Whether the calling thread is this one, which is `false` after ``join()`` and ``detach()``.
    public var isCurrent: Bool { handle.withLock { $0 == pthread_self() } }

    /// Lets the thread end without being waited for (pthread_detach(3)).
    ///
    /// A later ``join()`` returns at once.
    public func detach() {
        if let thread = takeHandle() { pthread_detach(thread) }
    }

    private func takeHandle() -> pthread_t? {
        handle.withLock { handle in
            defer { handle = nil }
            return handle
        }
    }

    /// Waits until the thread has ended.
    ///
    /// After the first call it returns at once.
    public func join() {
        guard let thread = takeHandle() else { return }
        let code = pthread_join(thread, nil)
        precondition(code == 0, "pthread_join failed with errno \(code)")
    }

    /// Runs `body` with the process's signals blocked.
    ///
    /// A thread created in `body` inherits the mask, so no signal can reach it before it could block signals itself.
    private static func withProcessSignalsBlocked(_ body: () -> CInt) -> CInt {
        var blocked = sigset_t()
        unsafe sigfillset(&blocked)
        for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF] {
            unsafe sigdelset(&blocked, signal)
        }
        var before = sigset_t()
        unsafe pthread_sigmask(SIG_SETMASK, &blocked, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }
}

/// A thread that couldn't be created.
public struct ThreadError: Error, Equatable, CustomStringConvertible {
    /// The C call that failed.
    public let call: String
    /// The call's error number.
    public let code: CInt

    /// A sentence that names the call and its errno.
    public var description: String { "\(call) failed with errno \(code)." }
}

/// The arguments of the new thread.
private final class ThreadArguments: Sendable {
    let name: String
    let yields: Bool
    let body: @Sendable () -> Void

    init(name: String, yields: Bool, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.yields = yields
        self.body = body
    }
}

private func threadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    let start = unsafe Unmanaged<ThreadArguments>.fromOpaque(argument).takeRetainedValue()
    nameThisThread(start.name)
    // On Linux the nice value belongs to the thread. Without it the work is done all the same.
    if start.yields { setpriority(CInt(PRIO_PROCESS.rawValue), 0, 19) }
    start.body()
    return nil
}

/// Sets the thread's name by its file in /proc, since Swift's Glibc module lacks `pthread_setname_np`, a GNU extension.
private func nameThisThread(_ name: String) {
    // The name is only for tools, so failures are ignored.
    let file = try? FileDescriptor.open(FilePath("/proc/thread-self/comm"), .writeOnly, options: .closeOnExec)
    _ = try? file?.closeAfter { try file?.writeAll(name.utf8.prefix(15)) }
}
