import Glibc
import Threads

/// SIGTERM and SIGINT, taken by a thread that waits for them instead of interrupting whatever runs.
public enum StopSignals {
    /// Keeps the signals from every thread that is started from now on; call it first of all.
    public static func block() {
        var signals = set
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Waits for one of the signals (sigwait(3)).
    ///
    /// - Returns: Its name.
    public static func wait() async -> String {
        await withCheckedContinuation { continuation in
            do throws(ThreadError) {
                _ = try NamedThread(name: "signals") {
                    var signals = set
                    var signal: CInt = 0
                    unsafe sigwait(&signals, &signal)
                    continuation.resume(returning: signal == SIGINT ? "SIGINT" : "SIGTERM")
                }
            } catch {
                // Without a thread nobody can be told politely; the next signal ends the process at once.
                var signals = set
                unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            }
        }
    }

    private static var set: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        return signals
    }
}
