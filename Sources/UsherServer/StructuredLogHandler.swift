public import Logging
import Glibc
/// x
public struct StructuredLogHandler: LogHandler {
    /// x
    public enum Format: String, Sendable { case text, json }
    /// x
    public var logLevel: Logger.Level = .info
    /// x
    public var metadata: Logger.Metadata = [:]
    /// x
    public init(label: String, format: Format) {}
    /// x
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? { get { metadata[key] } set { metadata[key] = newValue } }
    /// x
    public func log(event: LogEvent) { let line = Array("\(event.level) \(event.message) \(event.metadata ?? [:])\n".utf8); unsafe _ = write(2, line, line.count) }
}
