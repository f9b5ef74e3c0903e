import Coordination
import Logging
import Sessions

/// The log line of a transition whose values are all plain words, built without a dictionary.
///
/// Each tap logs one transition, so most lines of a server are of this kind and their cost matters.
struct TransitionLine {
    private(set) var bytes: [UInt8] = []
    private let wordLimit: Int

    /// Makes the same line as ``LogRecord``; `nil` if a value is not a plain word.
    ///
    /// - Parameters:
    ///   - transition: The content of the line.
    ///   - time: The time of the line.
    ///   - label: The logger's name.
    ///   - format: The form of the line.
    ///   - fieldLimit: The largest number of characters of a value.
    init?(
        _ transition: TransitionRecord,
        at time: Timestamp,
        label: String,
        format: StructuredLogHandler.Format,
        fieldLimit: Int
    ) {
        let template = format == .text ? LineTemplate.text : LineTemplate.json
        wordLimit = fieldLimit
        bytes.reserveCapacity(384)
        bytes += template.time
        time.write(to: &bytes)
        guard append(template.logger, label),
            append(template.application, transition.application),
            append(template.duration, String(transition.microseconds)),
            append(template.source, transition.source),
            append(template.output, transition.output),
            append(template.revision, String(transition.revision)),
            append(template.session, transition.session.description),
            append(template.destination, transition.destination),
            transition.trace.map({ append(template.trace, $0) }) ?? true
        else { return nil }
        bytes += template.end
    }

    /// Appends a value after the text before it; returns whether it needs no quotation marks and no escapes in any format.
    private mutating func append(_ before: [UInt8], _ word: String) -> Bool {
        let text = word.utf8Span.span
        guard text.count > 0, text.count <= wordLimit else { return false }
        for index in text.indices {
            switch text[index] {
            // All visible ASCII characters except `"`, `=` and `\`.
            case 0x21, 0x23...0x3C, 0x3E...0x5B, 0x5D...0x7E: continue
            default: return false
            }
        }
        bytes += before
        bytes.append(contentsOf: word.utf8)
        return true
    }
}

/// The texts before, between and after the values of a line.
///
/// It is a class, so that a line retains one object instead of eleven.
private final class LineTemplate: Sendable {
    /// The kind of a value, which determines the characters around it in JSON.
    private enum Value {
        case none, text, number

        var begin: String { self == .text ? "\"" : "" }
        var end: String {
            switch self {
            case .none: ""
            case .text: "\","
            case .number: ","
            }
        }
    }

    let time: [UInt8]
    let logger: [UInt8]
    let application: [UInt8]
    let duration: [UInt8]
    let source: [UInt8]
    let output: [UInt8]
    let revision: [UInt8]
    let session: [UInt8]
    let destination: [UInt8]
    let trace: [UInt8]
    let end: [UInt8]

    static let text = LineTemplate(
        time: "",
        logger: " info ",
        message: ": Transition committed",
        piece: { name, _, _ in " \(name)=" },
        end: "\n"
    )

    static let json = LineTemplate(
        time: #"{"time":""#,
        logger: #"","level":"info","logger":""#,
        message: #"","message":"Transition committed","source":"Sessions","metadata":{"#,
        piece: { name, previous, value in "\(previous.end)\"\(name)\":\(value.begin)" },
        end: "\"}}\n"
    )

    private init(
        time: String,
        logger: String,
        message: String,
        piece: (_ name: String, _ previous: Value, _ value: Value) -> String,
        end: String
    ) {
        self.time = Array(time.utf8)
        self.logger = Array(logger.utf8)
        // Sorted by name, like all metadata.
        application = Array((message + piece("app", .none, .text)).utf8)
        duration = Array(piece("duration_us", .text, .number).utf8)
        source = Array(piece("from", .number, .text).utf8)
        output = Array(piece("output", .text, .text).utf8)
        revision = Array(piece("revision", .text, .number).utf8)
        session = Array(piece("session", .number, .text).utf8)
        destination = Array(piece("to", .text, .text).utf8)
        trace = Array(piece("trace", .text, .text).utf8)
        self.end = Array(end.utf8)
    }
}

extension StructuredLogHandler {
    /// Returns a function that logs transitions; `nil` if the logger's handler is of another type.
    static func transitions(of log: Logger) -> (@Sendable (TransitionRecord) -> Void)? {
        guard let handler = log.handler as? Self else { return nil }
        return { transition in
            if let line = handler.line(of: transition) {
                handler.write(line)
            } else {
                log.info("Transition committed", metadata: transition.metadata, source: "Sessions")
            }
        }
    }

    /// Returns the line of a transition if all of its values are plain words; otherwise `nil`, and it is logged as a record.
    func line(of transition: TransitionRecord) -> [UInt8]? {
        guard metadata.isEmpty, metadataProvider == nil, label != "Sessions" else { return nil }
        return TransitionLine(transition, at: now(), label: label, format: format, fieldLimit: fieldLimit)?.bytes
    }
}
