import Concurrency
import Logging

/// A log that stores its lines, each as level and message.
final class RecordedLog: Sendable {
    private let recorded = Lock([String]())

    var lines: [String] { recorded.withLock { $0 } }

    /// A logger that writes to this log.
    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.notice

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let words = event.metadata?["operation"].map { " \($0)" } ?? ""
            log.recorded.withLock { $0.append("\(event.level) \(event.message)\(words)") }
        }
    }
}
