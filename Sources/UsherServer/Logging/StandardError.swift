import Glibc

/// The process's standard error.
enum StandardError {
    /// Writes a line in one `write(2)`, again if a signal came first.
    ///
    /// What the kernel does not take (a full pipe that does not block, a closed descriptor) is lost: the log must not stop
    /// the server.
    static func write(_ line: [UInt8]) {
        unsafe line.withUnsafeBytes { bytes in
            // The pointer is valid for this call, and the count is the buffer's.
            while unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) == -1, errno == EINTR {}
        }
    }
}
