public import Concurrency
import Coordination

extension SessionRegistry {
    /// The shortest time between two surveys for a caller that follows the sessions.
    public static let surveyInterval = Duration.milliseconds(500)

    /// Surveys the sessions in memory.
    ///
    /// - Parameters:
    ///   - delay: The time after which the survey is made, by the clock of the sessions.
    ///   - completion: Called with the survey on ``inspectionThread``, where work that takes milliseconds may follow. It is not
    ///     called if the server stops before.
    public func survey(after delay: Duration = .zero, then completion: @escaping @Sendable (SessionSurvey) -> Void) {
        guard delay > .zero else { return submitSurvey(completion) }
        dependencies.clock.schedule(at: dependencies.clock.now + delay) { [weak self] in
            self?.submitSurvey(completion)
        }
    }

    private func submitSurvey(_ completion: @escaping @Sendable (SessionSurvey) -> Void) {
        inspectionThread.submit { [weak self] in
            guard let self else { return }
            completion(latestSurvey.withLock { $0.survey(of: live, at: dependencies.clock.now) })
        }
    }

    /// Releases the memory of the latest survey, once no operator follows the sessions.
    public func forgetSurvey() {
        inspectionThread.submit { [weak self] in self?.latestSurvey.withLock { $0.forget() } }
    }

    /// Finds a session for an operator, who needs no credential for it.
    ///
    /// Reading a session is not a use of it. It neither keeps the session in memory nor changes its last access.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - caller: The party that gets the result.
    ///   - completion: Called with the session, or ``SessionError/unauthorized`` if there is none.
    public func sessionForOperator(
        _ id: SessionID,
        for caller: any Caller,
        then completion: @escaping @Sendable (Result<Session, SessionError>) -> Void
    ) {
        if !store.isShared, let session = live.peek(id), !session.isRemoved, session.record.expiresAt > now {
            return completion(.success(session))
        }
        loader.find(id, LoadWaiter(access: .trusted, caller: caller, then: completion))
    }
}
