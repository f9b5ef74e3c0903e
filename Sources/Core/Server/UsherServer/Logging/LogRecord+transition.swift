import Coordination
import Logging
import Sessions

extension LogRecord {
    /// Makes the record of a transition.
    ///
    /// Each tap logs one, so its fields are sorted here and not taken from a dictionary.
    init(_ transition: TransitionRecord, at time: Timestamp, logger: String) {
        var fields: [Field] = [
            ("app", .string(transition.application)),
            ("duration_us", .stringConvertible(transition.microseconds)),
            ("from", .string(transition.source)),
            ("output", .string(transition.output)),
            ("revision", .stringConvertible(transition.revision)),
            ("session", .string(transition.session.description)),
            ("to", .string(transition.destination)),
        ]
        if let trace = transition.trace { fields.append(("trace", .string(trace))) }
        self.init(
            time: time,
            level: .info,
            logger: logger,
            message: "Transition committed",
            error: nil,
            source: "Sessions",
            metadata: fields
        )
    }
}

extension StructuredLogHandler {
    /// Returns a function that logs transitions, or `nil` if the logger's handler is of another type.
    static func transitions(of log: Logger) -> (@Sendable (TransitionRecord) -> Void)? {
        guard let handler = log.handler as? Self else { return nil }
        return { transition in
            if handler.metadata.isEmpty, handler.metadataProvider == nil {
                let record = LogRecord(transition, at: handler.now(), logger: handler.label)
                handler.write(record.line(in: handler.format, fieldLimit: handler.fieldLimit))
            } else {
                log.info("Transition committed", metadata: transition.metadata, source: "Sessions")
            }
        }
    }
}
