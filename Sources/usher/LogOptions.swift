import ArgumentParser
import Configuration
import Logging
import UsherServer

/// What is logged, and how.
struct LogOptions: ParsableArguments {
    @Option(help: "trace, debug, info, notice, warning, error or critical (default: info).")
    var logLevel: String?

    @Option(help: "text or json, a line each on standard error (default: text).")
    var logFormat: String?

    /// The logger that these options ask for.
    ///
    /// - Throws: ``StartFailure`` for a level or a format that there is none of.
    func logger(_ environment: Environment) throws(StartFailure) -> Logger {
        let levelName = environment.text(logLevel, "log.level") ?? "info"
        guard let level = Logger.Level(rawValue: levelName.lowercased()) else {
            throw StartFailure(
                description:
                    "--log-level (USHER_LOG_LEVEL) is '\(levelName)'; it must be one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))."
            )
        }
        let formatName = environment.text(logFormat, "log.format") ?? "text"
        guard let format = StructuredLogHandler.Format(rawValue: formatName.lowercased()) else {
            throw StartFailure(
                description: "--log-format (USHER_LOG_FORMAT) is '\(formatName)'; it must be text or json."
            )
        }
        var logger = Logger(label: "usher") { label in StructuredLogHandler(label: label, format: format) }
        logger.logLevel = level
        return logger
    }
}
