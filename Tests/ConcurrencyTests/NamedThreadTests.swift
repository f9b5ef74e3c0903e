import Concurrency
import Glibc
import Testing

@Suite("A named thread") struct NamedThreadTests {
    @Test(
        "a thread has its name, truncated to the 15 bytes that Linux keeps",
        arguments: [("short", "short"), ("a name that is too long", "a name that is ")]
    )
    func name(name: String, kept: String) throws {
        let seen = Lock("")
        let thread = try NamedThread(name: name) { seen.withLock { [name = threadName()] in $0 = name } }
        thread.join()
        #expect(seen.withLock { $0 } == kept)
        #expect(thread.name == name)
    }

    @Test("a detached thread goes on, and a later join returns at once")
    func detach() async throws {
        let (starts, start) = AsyncStream<Void>.makeStream()
        let (ends, end) = AsyncStream<Void>.makeStream()
        let gate = Lock(false)
        let thread = try NamedThread(name: "detached") {
            start.finish()
            while !gate.withLock({ $0 }) { sched_yield() }
            end.finish()
        }
        for await _ in starts {}
        thread.detach()
        thread.join()
        #expect(!thread.isCurrent)
        gate.withLock { $0 = true }
        for await _ in ends {}
    }

    @Test("a named thread blocks the process's signals, but not those for its own errors")
    func signals() throws {
        let blocked = Lock(Set<CInt>())
        let asked = [SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGSEGV, SIGILL, SIGABRT]
        let thread = try NamedThread(name: "signals") {
            var mask = sigset_t()
            unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
            let found = asked.filter { unsafe sigismember(&mask, $0) == 1 }
            blocked.withLock { $0 = Set(found) }
        }
        thread.join()
        #expect(blocked.withLock { $0 } == [SIGTERM, SIGINT, SIGHUP, SIGPIPE])
    }

    @Test("starting a named thread leaves the signal mask of the calling thread unchanged")
    func makersSignals() throws {
        var before = sigset_t()
        var after = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &before)
        try NamedThread(name: "any") {}.join()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &after)
        for signal in 1..<CInt(32) {
            #expect(unsafe sigismember(&before, signal) == sigismember(&after, signal))
        }
    }

    @Test("a thread that yields has a nice value of 19, and the others keep theirs")
    func yields() throws {
        let seen = Lock<[CInt]>([])
        for yields in [true, false] {
            try NamedThread(name: "yields", yields: yields) {
                let niceness = getpriority(CInt(PRIO_PROCESS.rawValue), 0)
                seen.withLock { $0.append(niceness) }
            }.join()
        }
        let own = getpriority(CInt(PRIO_PROCESS.rawValue), 0)
        #expect(seen.withLock { $0 } == [19, own])
    }

    @Test("a thread can be joined twice, or never")
    func join() throws {
        let thread = try NamedThread(name: "twice") {}
        thread.join()
        thread.join()
        _ = try NamedThread(name: "never") {}
    }
}

/// Returns the kernel's name of the current thread.
func threadName() -> String {
    let file = unsafe open("/proc/thread-self/comm", O_RDONLY)
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = unsafe read(file, &buffer, buffer.count)
    return String(decoding: buffer[..<max(0, count - 1)], as: UTF8.self)
}
