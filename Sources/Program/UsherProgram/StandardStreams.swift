import Glibc

/// The destination of output, written a line at a time and without a buffer, also into a pipe.
enum StandardOutput {
    /// Writes a line.
    static func print(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        unsafe _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}

/// The destination of messages to the operator.
enum StandardError {
    /// Writes a line, unless standard error stays full for a second because no reader empties it.
    static func print(_ line: String) {
        var descriptor = pollfd(fd: STDERR_FILENO, events: CShort(POLLOUT), revents: 0)
        guard unsafe poll(&descriptor, 1, 1_000) == 1 else { return }
        let bytes = Array((line + "\n").utf8)
        unsafe _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
