import Coordination
public import Logging
import Sessions

/// A log handler that writes one line for each record.
///
/// ```swift
/// let writer = try LogWriter(format: .json)
/// LoggingSystem.bootstrap { label in StructuredLogHandler(label: label, writer: writer) }
/// Logger(label: "usher.http").info("listening", metadata: ["port": .stringConvertible(8080)])
/// // {"time":"2026-11-21T09:31:00.123Z","level":"info","logger":"usher.http","message":"listening","metadata":{"port":8080}}
/// ```
///
/// A line can't be forged: no character of the text that a client sends and the server logs ends a line, moves a terminal's
/// cursor or changes the direction of writing. Times are RFC 3339 in UTC, with milliseconds.
public struct StructuredLogHandler: LogHandler {
    /// The form of a line.
    public enum Format: String, Sendable, CaseIterable {
        /// For people: time, level, logger, message, then `key=value`.
        case text
        /// For machines: a JSON object, a line each.
        ///
        /// Its members are `time`, `level`, `logger`, `message` and, if there are any, `source`, `error` and `metadata`. An
        /// integer, a finite `Double` or a `Bool` in `.stringConvertible(_:)` is a number or a truth value. Any other value is
        /// a string.
        case json
    }

    /// The least severe level that is written.
    public var logLevel: Logger.Level
    /// Metadata of every record of this logger.
    public var metadata: Logger.Metadata = [:]
    /// The provider of more metadata, called for each record.
    public var metadataProvider: Logger.MetadataProvider?

    /// The logger's name.
    let label: String
    let format: Format
    let fieldLimit: Int
    let now: @Sendable () -> Timestamp
    let write: @Sendable ([UInt8]) -> Void
    /// The writer of the lines, to be flushed at the end, or `nil` in tests.
    let writer: LogWriter?

    /// Makes a handler.
    ///
    /// - Parameters:
    ///   - label: The logger's name.
    ///   - writer: The writer of the lines, which also has their form.
    ///   - logLevel: The least severe level that is written.
    ///   - fieldLimit: The number of Unicode scalars of a message or value that are written. The rest is counted.
    ///   - metadataProvider: The provider of more metadata, called for each record.
    public init(
        label: String,
        writer: LogWriter,
        logLevel: Logger.Level = .info,
        fieldLimit: Int = 1_024,
        metadataProvider: Logger.MetadataProvider? = nil
    ) {
        self.init(
            label: label,
            format: writer.format,
            logLevel: logLevel,
            fieldLimit: fieldLimit,
            metadataProvider: metadataProvider,
            now: { SystemClock.timeOfDay },
            writer: writer,
            write: { writer.append($0) }
        )
    }

    /// Makes a handler with a clock and a destination of its own, for tests.
    init(
        label: String,
        format: Format,
        logLevel: Logger.Level = .info,
        fieldLimit: Int = LogRecord.fieldLimit,
        metadataProvider: Logger.MetadataProvider? = nil,
        now: @escaping @Sendable () -> Timestamp,
        writer: LogWriter? = nil,
        write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        precondition(fieldLimit > 0, "The field limit must be at least 1 character.")
        self.label = label
        self.format = format
        self.logLevel = logLevel
        self.fieldLimit = fieldLimit
        self.metadataProvider = metadataProvider
        self.now = now
        self.writer = writer
        self.write = write
    }

    /// A value of the metadata that every record of this logger has.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a record.
    ///
    /// If a key occurs several times, the record's own value wins over the provider's, and that over the logger's.
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
            metadata: LogRecord.sorted(merged)
        )
        write(record.line(in: format, fieldLimit: fieldLimit))
    }
}
