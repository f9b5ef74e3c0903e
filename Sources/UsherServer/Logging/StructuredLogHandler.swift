import Coordination
public import Logging
import Sessions

/// Writes one line for each log record to standard error.
///
/// ```swift
/// LoggingSystem.bootstrap { label in StructuredLogHandler(label: label, format: .json) }
/// Logger(label: "usher.http").info("listening", metadata: ["port": "8080"])
/// // {"time":"2026-11-21T09:31:00.123Z","level":"info","logger":"usher.http","message":"listening","metadata":{"port":"8080"}}
/// ```
///
/// A line can't be forged: whatever a client sends and the server logs, no character in it ends a line, moves a terminal's
/// cursor or turns the direction of writing. Every line goes out in one `write(2)`, so that lines of several threads
/// don't mix. Times are RFC 3339 in UTC, with milliseconds.
public struct StructuredLogHandler: LogHandler {
    /// How a record becomes a line.
    public enum Format: String, Sendable, CaseIterable {
        /// For people: time, level, logger, message, then `key=value`.
        case text
        /// For machines: a JSON object with `time`, `level`, `logger`, `message` and, where there are some, `source`, `error`
        /// and `metadata`.
        case json
    }

    /// The least severe level that is written.
    public var logLevel: Logger.Level
    /// What each record of this logger carries.
    public var metadata: Logger.Metadata = [:]
    /// What each record carries besides; asked at each record.
    public var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let format: Format
    private let fieldLimit: Int
    private let now: @Sendable () -> Timestamp
    private let write: @Sendable ([UInt8]) -> Void

    /// Makes a handler that writes to standard error.
    ///
    /// - Parameters:
    ///   - label: The logger's name.
    ///   - format: How a record becomes a line.
    ///   - logLevel: The least severe level that is written.
    ///   - fieldLimit: How many Unicode scalars of a message or value are written; what is beyond is counted only.
    ///   - metadataProvider: What each record carries besides.
    public init(
        label: String,
        format: Format,
        logLevel: Logger.Level = .info,
        fieldLimit: Int = 1_024,
        metadataProvider: Logger.MetadataProvider? = nil
    ) {
        self.init(
            label: label,
            format: format,
            logLevel: logLevel,
            fieldLimit: fieldLimit,
            metadataProvider: metadataProvider,
            now: { SystemClock.timeOfDay },
            write: { StandardError.write($0) }
        )
    }

    /// Makes a handler with a clock and an end of its own, for tests.
    init(
        label: String,
        format: Format,
        logLevel: Logger.Level = .info,
        fieldLimit: Int = 1_024,
        metadataProvider: Logger.MetadataProvider? = nil,
        now: @escaping @Sendable () -> Timestamp,
        write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        precondition(fieldLimit > 0, "A field has room for at least one character.")
        self.label = label
        self.format = format
        self.logLevel = logLevel
        self.fieldLimit = fieldLimit
        self.metadataProvider = metadataProvider
        self.now = now
        self.write = write
    }

    /// One value of what each record of this logger carries.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a record.
    ///
    /// Of two values under one name, the record's own wins over the provider's, and that over the logger's.
    public func log(event: LogEvent) {
        var merged = metadata
        if let provided = metadataProvider?.get() { merged.merge(provided) { $1 } }
        if let own = event.metadata { merged.merge(own) { $1 } }
        let record = LogRecord(
            time: now(),
            level: event.level,
            logger: label,
            message: event.message.description,
            error: event.error.map { String(describing: $0) },
            source: event.source,
            metadata: merged
        )
        switch format {
        case .text: write(record.text(fieldLimit: fieldLimit))
        case .json: write(record.json(fieldLimit: fieldLimit))
        }
    }
}
