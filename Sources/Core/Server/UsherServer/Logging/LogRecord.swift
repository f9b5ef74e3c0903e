import Coordination
import JSON
import Logging
import Sessions

/// The content of one line of the log.
struct LogRecord {
    let time: Timestamp
    let level: Logger.Level
    let logger: String
    let message: String
    let error: String?
    let source: String
    /// The metadata, sorted by key.
    let metadata: [Field]

    typealias Field = (key: String, value: Logger.MetadataValue)

    /// The depth up to which metadata is written as lists and dictionaries.
    ///
    /// Deeper values are written as text.
    private static let depthLimit = 4

    /// The default number of scalars of a message or value that are written.
    static let fieldLimit = 1_024

    /// Returns the record as a line, including the line feed.
    func line(in format: StructuredLogHandler.Format, fieldLimit: Int = fieldLimit) -> [UInt8] {
        switch format {
        case .text: text(fieldLimit: fieldLimit)
        case .json: json(fieldLimit: fieldLimit)
        }
    }

    /// Returns the record as a line for people.
    private func text(fieldLimit: Int) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(384)
        func append(_ text: String) { line.append(contentsOf: text.utf8) }
        time.write(to: &line)
        append(" ")
        append(level.rawValue)
        append(" ")
        append(LogEscaping.escaped(logger, limit: fieldLimit))
        append(": ")
        append(LogEscaping.escaped(message, limit: fieldLimit))
        if let error {
            append(" error=")
            append(LogEscaping.value(error, limit: fieldLimit))
        }
        for (key, value) in metadata {
            append(" ")
            append(LogEscaping.value(key, limit: fieldLimit))
            append("=")
            append(LogEscaping.value(value.description, limit: fieldLimit))
        }
        append("\n")
        return line
    }

    /// Returns the record as a line for machines.
    private func json(fieldLimit: Int) -> [UInt8] {
        var writer = JSONWriter(capacity: 384)
        func member(_ name: StaticString, _ value: String) {
            writer.key(name)
            writer.string(LogEscaping.truncated(value, to: fieldLimit))
        }
        writer.beginObject()
        member("time", time.description)
        member("level", level.rawValue)
        member("logger", logger)
        member("message", message)
        if let error { member("error", error) }
        // The source is the module. It is left out if it is the same as the logger's name.
        if source != logger { member("source", source) }
        if !metadata.isEmpty {
            writer.key("metadata")
            Self.write(metadata, to: &writer, fieldLimit: fieldLimit, depth: 0)
        }
        writer.endObject()
        var line = LogEscaping.escapedJSON(writer.finish())
        line.append(UInt8(ascii: "\n"))
        return line
    }

    private static func write(_ fields: [Field], to writer: inout JSONWriter, fieldLimit: Int, depth: Int) {
        writer.beginObject()
        for (key, value) in fields {
            writer.key(named: LogEscaping.truncated(key, to: fieldLimit))
            write(value, to: &writer, fieldLimit: fieldLimit, depth: depth + 1)
        }
        writer.endObject()
    }

    private static func write(
        _ value: Logger.MetadataValue,
        to writer: inout JSONWriter,
        fieldLimit: Int,
        depth: Int
    ) {
        switch value {
        case .dictionary(let members) where depth < depthLimit:
            write(sorted(members), to: &writer, fieldLimit: fieldLimit, depth: depth)
        case .array(let elements) where depth < depthLimit:
            writer.beginArray()
            for element in elements { write(element, to: &writer, fieldLimit: fieldLimit, depth: depth + 1) }
            writer.endArray()
        case .stringConvertible(let value):
            guard write(number: value, to: &writer) else { fallthrough }
        default:
            writer.string(LogEscaping.truncated(value.description, to: fieldLimit))
        }
    }

    /// Returns metadata as the fields of a record.
    static func sorted(_ metadata: Logger.Metadata) -> [Field] {
        metadata.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
    }

    /// Writes a number or a truth value as JSON has it.
    ///
    /// - Returns: Whether the value is one.
    private static func write(number value: any CustomStringConvertible, to writer: inout JSONWriter) -> Bool {
        switch value {
        case let value as Int: writer.integer(value)
        case let value as Bool: writer.bool(value)
        case let value as any BinaryInteger:
            guard let number = Int64(exactly: value) else { return false }
            writer.integer(number)
        case let value as Double where value.isFinite: writer.number(value)
        default: return false
        }
        return true
    }
}

extension LogRecord {
    /// Makes a record that reports dropped lines.
    init(dropped count: Int) {
        self.init(
            time: SystemClock.timeOfDay,
            level: .warning,
            logger: "usher",
            message: "Log lines dropped",
            error: nil,
            source: "UsherServer",
            metadata: [("count", .stringConvertible(count))]
        )
    }
}
