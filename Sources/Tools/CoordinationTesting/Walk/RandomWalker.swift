import JSON

/// Walks through an application at random and checks the invariants after every step.
///
/// It simulates clients, users and external systems: it reports outputs of the screen in focus, mostly with valid
/// payloads, goes back, dismisses modals, taps tabs, opens links, completes effects with different outcomes, moves the
/// clock, reports from screens that have been removed, restarts the server, and continues expired sessions. The same seed
/// gives the same walk.
///
/// ```swift
/// let walker = RandomWalker(items, seed: 1)
/// let statistics = try walker.walk(steps: 10_000, untilAllShown: 50_000)
/// #expect(statistics.unvisited == [])
/// ```
public struct RandomWalker {
    private let application: Application
    private let seed: UInt64
    private let links: [String]
    private let users: [WalkUser]
    /// The link and the report with which a user signs out.
    private let signOut: (link: String, report: String)?
    private let sessionLength: Int

    /// Creates a walker.
    ///
    /// - Parameters:
    ///   - application: The application.
    ///   - seed: The seed of the random numbers.
    ///   - samples: The links to open, the results that effects may have, and the payloads that users may enter, by default the
    ///     application's samples. The walk also makes effects fail, and uses the payloads in views and random ones that match
    ///     the schema.
    ///   - sessionLength: The number of steps after which a new session starts.
    public init(
        _ application: Application,
        seed: UInt64,
        samples: Samples? = nil,
        sessionLength: Int = 500
    ) {
        self.application = application
        self.seed = seed
        let samples = samples ?? application.samples
        links = samples.links + samples.wrongLinks
        users = [WalkUser(canaries: ["user"], samples: samples)]
        signOut = nil
        self.sessionLength = sessionLength
    }

    /// Creates a walker for users who take turns in one session.
    ///
    /// Whenever a user signs out, the next one takes over. After every step the walk searches the state of the session
    /// for the canaries of the users who are gone, and fails when it finds one.
    ///
    /// - Parameters:
    ///   - application: The application.
    ///   - seed: The seed of the random numbers.
    ///   - users: The users, at least two.
    ///   - signOut: A link to a screen with a log-out, and the report that logs out, such as `settings.logOut`. Without them a
    ///     user signs out only by chance.
    ///   - links: Links to open now and then, which may lead nowhere.
    ///   - sessionLength: The number of steps after which a new session starts.
    public init(
        _ application: Application,
        seed: UInt64,
        users: [WalkUser],
        signOut: (link: String, report: String)? = nil,
        links: [String] = [],
        sessionLength: Int = 500
    ) {
        precondition(users.count > 1, "A walk in which users take turns needs two of them.")
        self.application = application
        self.seed = seed
        self.links = links
        self.users = users
        self.signOut = signOut
        self.sessionLength = sessionLength
    }

    /// Walks through the application.
    ///
    /// - Parameters:
    ///   - steps: The number of moves.
    ///   - limit: The number of moves after which the walk ends although it has not shown every screen. Without it, the walk
    ///     ends after `steps` moves in any case.
    /// - Returns: The statistics of the walk.
    /// - Throws: ``WalkError`` at the first violated invariant or unexpected error, with the shortest path to it.
    public func walk(steps: Int, untilAllShown limit: Int? = nil) throws -> WalkStatistics {
        let turns = WalkTurns(of: users)
        var walk = Walk(generator: SeededGenerator(seed: seed), users: turns, start: turns)
        do {
            try self.walk(steps: steps, limit: max(steps, limit ?? steps), &walk)
        } catch {
            throw failure(of: walk, String(describing: error))
        }
        walk.statistics.unvisited = unvisited(by: walk)
        walk.statistics.signIns = walk.users.signIns
        walk.statistics.signOuts = walk.users.signOuts
        return walk.statistics
    }

    private func failure(of walk: Walk, _ reason: String) -> WalkError {
        var path = FailingPath(
            of: application,
            link: walk.link,
            users: walk.start,
            steps: walk.moves,
            reason: reason
        )
        let isShortest = path.shorten()
        return WalkError(
            seed: seed,
            step: walk.statistics.steps,
            path: path.statements,
            isShortest: isShortest,
            reason: reason
        )
    }

    private func unvisited(by walk: Walk) -> [String] {
        application.screens.map { $0.name }.filter { walk.statistics.screens[$0] == nil }
    }

    /// The data of a walk in progress.
    private struct Walk {
        var generator: SeededGenerator
        var statistics = WalkStatistics()
        var users: WalkTurns
        /// The users as they were at the start of this session.
        var start: WalkTurns
        /// The link that this session was started with.
        var link: String?
        /// The moves of this session.
        var moves: [FailingPath.Step] = []
        /// The last 20 screens that were removed in this session, for stale reports.
        var removed: [Key] = []
        /// The number of reports of each output, by the names of its screen and of the output.
        var reported: [String: Int] = [:]
    }

    private func walk(steps: Int, limit: Int, _ walk: inout Walk) throws {
        var session = try newSession(&walk)
        for step in 0..<limit {
            if step >= steps, unvisited(by: walk).isEmpty { break }
            if step % sessionLength == sessionLength - 1 || session.state.isEnded { session = try newSession(&walk) }
            let before = session.state
            if before.identity != nil, let signOut, chance(3, &walk.generator) {
                try leave(session, by: signOut, &walk)
                try check(before, session, &walk)
                continue
            }
            let move = nextMove(in: session, &walk)
            if case .report(let output, let key, _, _) = move, let screen = before.screens[key] {
                walk.reported["\(screen.name).\(output)", default: 0] += 1
            }
            walk.statistics.steps += 1
            walk.moves.append(.init(statement: move.statement(in: before), mustBeRejected: move.mustBeRejected))
            try take(move, in: session, &walk.statistics)
            let after = session.state
            let left = before.screens.map { $0.key }.filter { after.screens[$0] == nil }
            walk.removed = Array((walk.removed + left).suffix(20))
            walk.statistics.record(move, from: before, to: after)
            walk.statistics.largestState = max(walk.statistics.largestState, session.storedBytes)
            try check(before, session, &walk)
        }
    }

    /// Signs the user out, if the log-out can be reached from here.
    private func leave(
        _ session: TestSession,
        by signOut: (link: String, report: String),
        _ walk: inout Walk
    ) throws {
        walk.statistics.steps += 1
        let parts = signOut.report.split(separator: ".").map { String($0) }
        guard parts.count == 2 else { throw TestSessionError.malformedReport(signOut.report) }
        for statement in [TestStatement.open(signOut.link), .report(parts[1], of: parts[0], nil)] {
            walk.moves.append(.init(statement: statement, mustBeRejected: false))
            do {
                try statement.perform(session)
            } catch NavigationError.bug(let bug) {
                throw NavigationError.bug(bug)
            } catch is NavigationError {
                return
            } catch is TestSessionError {
                return
            }
        }
    }

    private func check(_ before: NavigationState, _ session: TestSession, _ walk: inout Walk) throws {
        var generator = walk.generator
        defer { walk.generator = generator }
        try walk.users.check(before, session) { _, outcomes in outcome(from: outcomes, using: &generator) }
    }

    private func newSession(_ walk: inout Walk) throws -> TestSession {
        walk.removed = []
        walk.moves = []
        walk.link = nil
        walk.users.begin(users.indices.randomElement(using: &walk.generator) ?? 0)
        walk.start = walk.users
        if chance(10, &walk.generator), let link = links.randomElement(using: &walk.generator) {
            walk.link = link
            do {
                return try TestSession(application, link: link, input: application.sampleLaunch.input)
            } catch {
                // An unknown link, or a link with a target that does not exist yet, is rejected and no session starts. Any
                // other error is a bug.
                guard let rejection = error as? NavigationError, ["unknownLink", "rejected"].contains(rejection.kind)
                else {
                    throw error
                }
            }
        }
        walk.link = nil
        return try TestSession(application, input: application.sampleLaunch.input)
    }

    private func take(_ move: Move, in session: TestSession, _ statistics: inout WalkStatistics) throws {
        let before = session.state
        do {
            let revision = session.revision
            switch move {
            case .advance(let duration): try session.advance(by: duration)
            case .restart: try session.restart()
            case .resume: try session.resume()
            default: _ = try move.event.map { try session.send($0) }
            }
            if session.revision != revision { statistics.changes += 1 }
            statistics.addToFingerprint(session.storedState)
        } catch let error as NavigationError {
            guard move.allows(error, in: before) else { throw error }
            statistics.rejections[error.kind, default: 0] += 1
            statistics.addToFingerprint("\(error)".utf8)
            return
        }
        guard !move.mustBeRejected else {
            throw InvariantViolation.acceptedMove(at: before.layout)
        }
    }

    private func chance(_ percent: Int, _ generator: inout SeededGenerator) -> Bool {
        Int.random(in: 0..<100, using: &generator) < percent
    }
}

// MARK: - Choosing

extension RandomWalker {
    private func nextMove(in session: TestSession, _ walk: inout Walk) -> Move {
        var generator = walk.generator
        defer { walk.generator = generator }
        let (state, user) = (session.state, walk.users.user)
        let waiting = session.pendingEffects
        if !waiting.isEmpty, chance(60, &generator), let effect = waiting.randomElement(using: &generator) {
            let outcomes = user.samples.outcomes(of: effect, at: session.now)
            if application.effectsWithProgress.contains(effect.name), chance(30, &generator) {
                return .progress(effect, EffectProgress(Double(Int.random(in: 0...4, using: &generator)) / 4))
            }
            return .result(effect, outcome(from: outcomes, using: &generator))
        }
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<10: return .back(to: nil)
        case 10..<12: return .back(to: state.screens.randomElement(using: &generator)?.key ?? Key(99))
        case 12..<17: return .dismiss(all: chance(20, &generator))
        case 17..<25: return tabMove(state, using: &generator)
        case 25..<29: if let link = links.randomElement(using: &generator) { return .link(link) }
        case 29..<33:
            let seconds = [0, 1, 5, 29, 30, 31, 600, 3_600, 90_000].randomElement(using: &generator) ?? 0
            // A repeating timer would have a tick for each second of a day.
            let shortest = state.pending.compactMap(\.interval).min()
            return .advance(shortest.map { min(.seconds(seconds), $0 * 10) } ?? .seconds(seconds))
        case 33..<34: return .restart
        case 34..<38: return staleMove(state, removed: walk.removed, using: &generator)
        // Seldom, because the walk reaches the screens of signed-in users only while it is not signed out.
        case 38..<39: if chance(10, &generator) { return .resume }
        default: break
        }
        return reportMove(state, of: user, after: walk.reported, using: &generator) ?? .back(to: nil)
    }

    private func outcome(from outcomes: [EffectOutcome], using generator: inout SeededGenerator) -> EffectOutcome {
        if chance(10, &generator) || outcomes.isEmpty {
            return .failure(Bool.random(using: &generator) ? .failed : .interrupted)
        }
        return outcomes.randomElement(using: &generator) ?? .failure(.failed)
    }

    private func tabMove(_ state: NavigationState, using generator: inout SeededGenerator) -> Move {
        let all = chance(10, &generator) ? state.layers.flatMap(\.tabBars) : state.visibleTabs
        let keys = all.flatMap(\.items).map(\.key)
        return keys.randomElement(using: &generator).map { .tab($0) } ?? .back(to: nil)
    }

    private func staleMove(_ state: NavigationState, removed: [Key], using generator: inout SeededGenerator) -> Move {
        let covered = state.screens.map(\.key).filter { $0 != state.focus?.key }
        let key = (removed + covered + [Key(0)]).randomElement(using: &generator) ?? Key(0)
        let output = state.screens[key].flatMap { application.outputs(of: type(of: $0.screen)).first?.name } ?? "submit"
        return .report(output, from: key, nil, .stale)
    }

    private func reportMove(
        _ state: NavigationState,
        of user: WalkUser,
        after reported: [String: Int],
        using generator: inout SeededGenerator
    ) -> Move? {
        guard let focus = state.focus else { return nil }
        if chance(2, &generator) { return .report("noSuchOutput", from: focus.key, nil, .undeclared) }
        let reports = focus.screen.view.allReports
        let outputs = application.outputs(of: type(of: focus.screen))
        // Mostly an output that a user finds on the screen, sometimes one that only a client can send.
        let choices = (0..<2).compactMap { _ in
            let name = chance(70, &generator) ? reports.randomElement(using: &generator)?.output : nil
            return outputs.first { $0.name == name } ?? outputs.randomElement(using: &generator)
        }
        // Takes the output of the two that was reported less often, so that the walk reaches the whole application.
        let counts = choices.map { reported["\(focus.name).\($0.name)"] ?? 0 }
        guard let output = zip(choices, counts).min(by: { $0.1 < $1.1 })?.0 else { return nil }
        if chance(5, &generator) {
            return .report(output.name, from: focus.key, invalid(for: output, using: &generator), .invalid)
        }
        guard let schema = output.schema else { return .report(output.name, from: focus.key, nil, .valid) }
        let known =
            reports.filter { $0.output == output.name }.compactMap { $0.payload }
            + (user.samples.payloads["\(focus.name).\(output.name)"] ?? [])
        let payload = chance(80, &generator) ? known.randomElement(using: &generator) : nil
        if let payload { return .report(output.name, from: focus.key, payload, .valid) }
        let sample = schema.sample(using: &generator)
        let typed = users.count > 1 ? user.typing(sample, for: output) : sample
        return .report(output.name, from: focus.key, typed, .valid)
    }

    private func invalid(for output: any ScreenOutput, using generator: inout SeededGenerator) -> JSONValue? {
        let values: [JSONValue?] = [
            nil, .null, true, -1, 1.5, "", "x", [], [:], ["login": 5], ["unknown": "member"],
            .string(String(repeating: "long", count: 1_000)), .integer(.max), ["": ["": [:]]],
        ]
        return values.randomElement(using: &generator) ?? nil
    }
}

extension NavigationError {
    /// The name of the case, without its associated values.
    fileprivate var kind: String {
        switch self {
        case .staleScreen: "staleScreen"
        case .staleTab: "staleTab"
        case .busy: "busy"
        case .unknownOutput: "unknownOutput"
        case .outputUnavailable: "outputUnavailable"
        case .invalidPayload: "invalidPayload"
        case .unknownLink: "unknownLink"
        case .rejected: "rejected"
        case .ended: "ended"
        case .bug: "bug"
        }
    }
}

extension WalkStatistics {
    fileprivate mutating func record(_ move: Move, from before: NavigationState, to after: NavigationState) {
        maximumScreenCount = max(maximumScreenCount, after.screens.count)
        if after.barrier != before.barrier, after.barrier != nil { barriers += 1 }
        if after.backQuestion != nil || after.dismissQuestion != nil { questions += 1 }
        let (source, target) = (before.focus?.name ?? "nothing", after.focus?.name ?? "nothing")
        if steps == 1 { screens[source, default: 0] += 1 }
        guard before.focus?.key != after.focus?.key else { return }
        screens[target, default: 0] += 1
        edges["\(source) -\(move.name)-> \(target)", default: 0] += 1
    }
}
