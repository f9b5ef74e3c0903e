import Concurrency
import Coordination
import Logging

/// A limit on the log lines of effects, so that one that fails forever, or for every session, does not fill the disk.
///
/// Each kind of effect has one line a minute with the same message. The next line has the number of lines that were left out.
struct EffectLogLimit: Sendable {
    private struct Line: Hashable {
        let message: String
        let name: String
    }

    private static let interval = Duration.seconds(60)

    private let clock: any WallClock
    private let written = Lock([Line: (at: Timestamp, omitted: Int)]())

    /// Makes a limit for the effects of a server.
    init(clock: any WallClock) {
        self.clock = clock
    }

    /// Writes a line, unless there was one of this message and kind within a minute.
    func log(
        _ level: Logger.Level,
        _ message: String,
        _ metadata: Logger.Metadata,
        of name: String,
        to log: Logger
    ) {
        let now = clock.now
        let omitted = written.withLock { written -> Int? in
            let line = Line(message: message, name: name)
            if let last = written[line], now - last.at < Self.interval {
                written[line]?.omitted += 1
                return nil
            }
            defer { written[line] = (now, 0) }
            return written[line]?.omitted ?? 0
        }
        guard let omitted else { return }
        var metadata = metadata
        if omitted > 0 { metadata["omitted"] = .stringConvertible(omitted) }
        log.log(level: level, "\(message)", metadata: metadata)
    }
}
