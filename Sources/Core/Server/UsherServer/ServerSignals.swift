import Glibc

/// SIGTERM, SIGINT and SIGHUP, received by a thread that waits for them instead of by a handler that interrupts other code.
///
/// A program that uses this needs a synchronous `main`: an asynchronous one turns its first thread over to the dispatch
/// library, which handles the signals itself.
enum ServerSignals: String {
    case terminate = "SIGTERM"
    case interrupt = "SIGINT"
    case reload = "SIGHUP"

    /// Blocks the signals in the calling thread and in the threads that it starts.
    ///
    /// A ``NamedThread`` blocks them anyway.
    static func block() {
        var signals = set
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Ignores SIGPIPE, so that a write to a pipe without a reader fails and does not end the process (EPIPE of write(2)).
    static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Blocks the calling thread until it gets one of the signals (sigwait(3)).
    static func wait() -> ServerSignals {
        var signals = set
        var signal: CInt = 0
        unsafe sigwait(&signals, &signal)
        switch signal {
        case SIGHUP: return .reload
        case SIGINT: return .interrupt
        default: return .terminate
        }
    }

    private static var set: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGHUP] { unsafe sigaddset(&signals, signal) }
        return signals
    }
}
