import Coordination

/// The code history of one number: recent sends, and the wrong attempts since the last right one.
struct PhoneCodeHistory {
    private static let hour = Duration.seconds(3_600)
    private static let day = Duration.seconds(24 * 3_600)

    /// The times of the sends within the last hour, oldest first.
    private var sends: [Timestamp] = []
    private var wrongAttempts = 0
    private var lastWrong: Timestamp?

    /// Returns the time at which the next code can be sent; `nil` when one can be sent now.
    func nextSendTime(_ limits: CodeLimits, at now: Timestamp) -> Timestamp? {
        var latest: Timestamp?
        if let last = sends.last { latest = last + limits.resendAfter }
        let recent = sends.filter { $0 + Self.hour > now }
        if recent.count >= limits.sendsPerHour, let first = recent.dropLast(limits.sendsPerHour - 1).last {
            latest = max(latest ?? now, first + Self.hour)
        }
        if wrongAttempts >= limits.wrongAttempts, let lastWrong { latest = max(latest ?? now, lastWrong + Self.day) }
        return latest.flatMap { $0 > now ? $0 : nil }
    }

    mutating func recordSend(at now: Timestamp) {
        sends.removeAll { $0 + Self.hour <= now }
        sends.append(now)
    }

    /// Removes a send that failed.
    mutating func removeSend(at time: Timestamp) {
        if let index = sends.lastIndex(of: time) { sends.remove(at: index) }
    }

    mutating func recordWrongCode(at now: Timestamp) {
        if isOverADayAgo(lastWrong, at: now) { wrongAttempts = 0 }
        wrongAttempts += 1
        lastWrong = now
    }

    mutating func recordCorrectCode() {
        wrongAttempts = 0
        lastWrong = nil
    }

    /// Whether the history no longer affects any limit.
    func isObsolete(at now: Timestamp) -> Bool {
        sends.allSatisfy { $0 + Self.hour <= now } && isOverADayAgo(lastWrong, at: now)
    }

    private func isOverADayAgo(_ time: Timestamp?, at now: Timestamp) -> Bool {
        time.map { $0 + Self.day <= now } ?? true
    }
}
