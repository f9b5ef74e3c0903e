import Glibc

/// Standard output, to which each line is written at once, also if it is a pipe.
enum StandardOutput {
    /// Writes a line.
    static func print(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        unsafe _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}

/// Standard error, for messages to the operator.
enum StandardError {
    /// Writes a line, unless standard error is a pipe that stays full for a second because its reader doesn't read.
    static func print(_ line: String) {
        var descriptor = pollfd(fd: STDERR_FILENO, events: CShort(POLLOUT), revents: 0)
        guard unsafe poll(&descriptor, 1, 1_000) == 1 else { return }
        let bytes = Array((line + "\n").utf8)
        unsafe _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
