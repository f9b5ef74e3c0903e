public import Concurrency
public import Logging

extension StructuredLogHandler {
    /// Makes a logger with its own ``LogWriter``, which writes to standard error.
    ///
    /// ```swift
    /// let log = try StructuredLogHandler.logger(format: .json, logLevel: .warning)
    /// ```
    ///
    /// The lines that the writer drops are counted in ``PrometheusMetrics/process``.
    ///
    /// - Parameters:
    ///   - label: The logger's name.
    ///   - format: The form of every line.
    ///   - logLevel: The least severe level that is written.
    ///   - capacity: The largest number of bytes that wait to be written, by default about 6,000 lines, which a burst of requests
    ///     makes before a reader that was paused goes on.
    /// - Returns: A logger that shares the writer with its copies.
    /// - Throws: `ThreadError` if the system provides no thread.
    public static func logger(
        label: String = "usher",
        format: Format = .text,
        logLevel: Logger.Level = .info,
        capacity: Int = 1 << 20
    ) throws(ThreadError) -> Logger {
        // Before the writer: its counter is made by the metrics factory that is bootstrapped at that time.
        _ = PrometheusMetrics.process
        let writer = try LogWriter(format: format, capacity: capacity)
        return Logger(label: label) { label in
            StructuredLogHandler(label: label, writer: writer, logLevel: logLevel)
        }
    }
}
