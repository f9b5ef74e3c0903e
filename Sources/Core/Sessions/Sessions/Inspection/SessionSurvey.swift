public import Coordination

/// Summaries of all sessions in memory, the last used first.
///
/// A survey is made on a thread that runs when the other threads leave time. No request and no commit does anything for it, so
/// a server without an open inspector spends no time on surveys. A survey takes the lock of the cache for a few hundred
/// sessions at a time. It keeps values only, so it keeps no session in memory.
public struct SessionSurvey: Sendable {
    /// The time at which it was made.
    public let at: Timestamp
    /// The sessions, the last used first.
    public let sessions: [SessionSummary]
    /// The time that it took on a processor.
    public let duration: Duration

    /// The number of sessions that are copied, as references, while the cache is locked.
    private static let slice = 256
    /// The factor by which a survey is used longer than it took to make, so that at most 1 % of a processor makes surveys.
    static let share = 100

    /// Surveys the sessions in memory, which blocks for some milliseconds.
    init(of cache: SessionCache, at now: Timestamp) {
        let began = ProcessorTime.ofThread
        var sessions: [SessionSummary] = []
        sessions.reserveCapacity(cache.count)
        var next: Int? = 0
        while let start = next {
            let slice: [Session]
            (slice, next) = cache.slice(from: start, count: Self.slice)
            for session in slice where !session.isRemoved { sessions.append(session.summary) }
        }
        sessions.sort { one, other in
            (one.lastUsedAt, one.number) > (other.lastUsedAt, other.number)
        }
        at = now
        self.sessions = sessions
        duration = ProcessorTime.ofThread - began
    }
}

/// The latest survey, which is used again while making another one would cost too much.
struct LatestSurvey: Sendable {
    private var survey: SessionSurvey?
    private var expiresAt = ContinuousClock.now

    /// Returns the latest survey, or a new one if it is too old.
    mutating func survey(of cache: SessionCache, at now: Timestamp) -> SessionSurvey {
        if let survey, ContinuousClock.now < expiresAt { return survey }
        let survey = SessionSurvey(of: cache, at: now)
        self.survey = survey
        expiresAt = .now + survey.duration * SessionSurvey.share
        return survey
    }

    /// Forgets the survey, because no operator follows the sessions any more.
    mutating func forget() { survey = nil }
}
