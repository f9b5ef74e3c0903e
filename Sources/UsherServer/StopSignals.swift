import Glibc

/// SIGTERM and SIGINT, taken by a thread that waits for them instead of interrupting whatever runs.
///
/// A program that uses this needs a synchronous `main`: an asynchronous one hands its first thread to the dispatch
/// library, which takes the signals for itself.
enum StopSignals {
    /// Keeps the signals from the calling thread and from those that it starts; a ``NamedThread`` never gets them anyway.
    static func block() {
        var signals = set
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for one of the signals (sigwait(3)); the caller's thread does nothing else meanwhile.
    ///
    /// - Returns: Its name.
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
