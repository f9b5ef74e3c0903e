import Glibc

/// SIGTERM and SIGINT, received by a thread that waits for them instead of by a handler that interrupts other code.
///
/// A program that uses this needs a synchronous `main`: an asynchronous one turns its first thread over to the dispatch
/// library, which handles the signals itself.
enum StopSignals {
    /// Blocks the signals in the calling thread and those that it starts; a ``NamedThread`` blocks them anyway.
    static func block() {
        var signals = set
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for one of the signals (sigwait(3)); blocks the calling thread.
    ///
    /// - Returns: The name of the signal.
    static func wait() -> String {
        var signals = set
        var signal: CInt = 0
        unsafe sigwait(&signals, &signal)
        return signal == SIGINT ? "SIGINT" : "SIGTERM"
    }

    private static var set: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        return signals
    }
}
