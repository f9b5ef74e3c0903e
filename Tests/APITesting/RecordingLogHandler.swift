import Concurrency
package import Logging

/// A log handler that stores every line as text.
package final class RecordingLogHandler: LogHandler, Sendable {
    private let recorded = Lock<[String]>([])

    package var lines: [String] { recorded.withLock { $0 } }
    package var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    package var logLevel: Logger.Level {
        get { .trace }
        set {}
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    package func log(event: LogEvent) {
        let line = "\(event.level) \(event.message) \(event.metadata ?? [:])"
        recorded.withLock { $0.append(line) }
    }
}
