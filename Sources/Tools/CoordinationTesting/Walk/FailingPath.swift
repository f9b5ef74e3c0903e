import JSON

/// The moves of a walk from the start of a session to a failure, and their reduction to the moves that it takes.
struct FailingPath {
    /// A move, as it can be repeated after other moves.
    struct Step {
        let statement: TestStatement
        /// Whether the session must reject the move.
        let mustBeRejected: Bool
    }

    /// The application of the walk.
    let application: Application
    /// The link that the session was started with.
    let link: String?
    /// The users who take turns, as at the start.
    let users: WalkTurns
    /// The moves up to the failing one.
    private(set) var steps: [Step]
    /// The reason of the failure, without numbers.
    private let reason: String
    /// The number of moves that may still be repeated to find a shorter path.
    private var budget = 20_000

    /// Describes a failure.
    ///
    /// If it does not happen again, ``shorten()`` does nothing.
    init(of application: Application, link: String?, users: WalkTurns, steps: [Step], reason: String) {
        self.application = application
        self.link = link
        self.users = users
        self.steps = steps
        self.reason = reason.withoutNumbers
    }

    /// The path as statements of a test.
    var statements: [String] {
        [TestStatement.start(of: application, link: link)] + steps.map(\.statement.text)
    }

    /// Removes moves as long as the last one still fails for the same reason.
    ///
    /// Longer parts are tried first, as in delta debugging (Zeller and Hildebrandt 2002), so that a few hundred moves take a
    /// few thousand steps.
    ///
    /// - Returns: Whether the failure happened again, so that the remaining moves are known to cause it.
    mutating func shorten() -> Bool {
        guard let end = failure(of: steps) else { return false }
        steps = Array(steps[...end])
        var size = max(steps.count / 2, 1)
        while true {
            let before = steps.count
            removeParts(of: size)
            if size > 1 { size /= 2 } else if steps.count == before { return true }
        }
    }

    private mutating func removeParts(of size: Int) {
        var start = 0
        while start < steps.count {
            let part = start..<min(start + size, steps.count)
            var rest = steps
            rest.removeSubrange(part)
            if budget > 0, let end = failure(of: rest) {
                steps = Array(rest.prefix(end + 1))
            } else {
                start = part.upperBound
            }
        }
    }

    /// Repeats moves in a new session, and returns the index of the move that fails for the reason of the path.
    ///
    /// A move that is not possible there is skipped. The result is `-1` if the start fails.
    private mutating func failure(of steps: [Step]) -> Int? {
        let session: TestSession
        do {
            session = try TestSession(application, link: link, input: application.sampleLaunch.input)
        } catch {
            return matches(error) ? -1 : nil
        }
        var users = users
        for (index, step) in steps.enumerated() {
            budget -= 1
            let before = session.state
            do {
                try perform(step, in: session)
                try users.check(before, session) { _, outcomes in outcomes.first ?? .failure(.failed) }
            } catch {
                if matches(error) { return index }
                guard isSkipped(error) else { return nil }
            }
        }
        return nil
    }

    private func perform(_ step: Step, in session: TestSession) throws {
        guard step.mustBeRejected else { return try step.statement.perform(session) }
        let layout = session.state.layout
        do {
            try step.statement.perform(session)
        } catch is NavigationError {
            return
        }
        throw InvariantViolation.acceptedMove(at: layout)
    }

    private func matches(_ error: any Error) -> Bool { String(describing: error).withoutNumbers == reason }

    private func isSkipped(_ error: any Error) -> Bool {
        switch error {
        case NavigationError.bug: false
        case is NavigationError, is TestSessionError: true
        default: false
        }
    }
}

extension InvariantViolation {
    /// The violation of a session that accepts a move which it must reject.
    static func acceptedMove(at layout: String) -> Self {
        Self(violations: ["An invalid move was accepted."], layout: layout)
    }
}

extension String {
    /// The first line without numbers, so that a failure has the same text with other keys and on other stacks.
    fileprivate var withoutNumbers: String {
        String(prefix { $0 != "\n" }.filter { !$0.isNumber })
    }
}
