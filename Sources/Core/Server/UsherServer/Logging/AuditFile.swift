import Coordination
import JSON
public import Sessions
import SystemPackage

/// An audit log as JSON, a line for each event, in a file or on standard output.
///
/// ```json
/// {"time":"2026-11-22T09:31:00.123Z","event":"account.sign-in","outcome":"rejected","session":"…","client":"192.0.2.1"}
/// ```
///
/// The lines go through a ``LogWriter``, so a slow disk blocks nothing.
public final class AuditFile: AuditLog {
    private let path: String?
    private let file: FileDescriptor
    private let writer: LogWriter

    /// Opens the log to append to it.
    ///
    /// Only its owner can read a new file.
    ///
    /// - Parameter path: The path of the file, or `-` for standard output.
    /// - Throws: ``AuditFileError`` if the file can't be opened, and `ThreadError` if the system provides no thread.
    public init(path: String) throws {
        self.path = path == "-" ? nil : path
        file = path == "-" ? .standardOutput : try Self.open(path)
        let hasCutLine = self.path.map(Self.hasCutLine) ?? false
        writer = try LogWriter(format: .json, descriptor: file.rawValue, hasCutLine: hasCutLine)
    }

    /// Queues the line of an event.
    public func record(_ event: AuditEvent) {
        var json = JSONWriter(capacity: 192)
        json.beginObject()
        json.member("time", SystemClock.timeOfDay.description)
        json.member("event", event.action.rawValue)
        json.member("outcome", event.outcome)
        if let session = event.session { json.member("session", session.description) }
        let texts = [("account", event.account), ("client", event.client), ("request", event.request)]
        for (name, text) in texts {
            guard let text else { continue }
            json.key(named: name)
            json.string(LogEscaping.truncated(text, to: LogRecord.fieldLimit))
        }
        json.endObject()
        writer.append(LogEscaping.escapedJSON(json.bytes) + [UInt8(ascii: "\n")])
    }

    /// Opens the file again under its path, after it was renamed.
    ///
    /// It does nothing for standard output.
    ///
    /// - Throws: ``AuditFileError`` if the file can't be opened. The log continues in the old file then.
    public func reopen() throws(AuditFileError) {
        guard let path else { return }
        writer.flush(within: .seconds(1))
        let new = try Self.open(path)
        _ = try? new.duplicate(as: file)
        try? new.close()
    }

    /// Blocks until every line is written or a duration has passed.
    public func flush(within duration: Duration) {
        writer.flush(within: duration)
    }

    private static func open(_ path: String) throws(AuditFileError) -> FileDescriptor {
        do {
            return try FileDescriptor.open(
                FilePath(path),
                .writeOnly,
                options: [.append, .create, .closeOnExec],
                permissions: .ownerReadWrite
            )
        } catch {
            throw AuditFileError(path: path, reason: "\(error)")
        }
    }

    /// Whether the last line of a file has no end, because the process that wrote it was killed or its disk was full.
    ///
    /// Linux checks for fatal signals between the pages of a write, so a kill can cut a line.
    private static func hasCutLine(_ path: String) -> Bool {
        // Without `nonBlocking`, opening a named pipe waits for a writer.
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: [.nonBlocking, .closeOnExec])
        else {
            return false
        }
        defer { try? file.close() }
        var last: [UInt8] = [0]
        let count = try? unsafe last.withUnsafeMutableBytes { bytes in
            try file.seek(offset: -1, from: .end)
            return try unsafe file.read(into: bytes)
        }
        return count == 1 && last != [UInt8(ascii: "\n")]
    }
}

/// The reason why an audit log can't be opened.
public struct AuditFileError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    /// A sentence for the operator.
    public var description: String {
        "The audit log \(path) can't be opened (\(reason)); choose a file in a folder that the server can write."
    }
}
