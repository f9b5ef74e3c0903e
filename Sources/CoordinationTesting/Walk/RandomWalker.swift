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
    /// The users who take turns; a walk with one user looks for no canaries.
    private let users: [WalkUser]
    /// The link and the report with which a user signs out.
    private let signOut: (link: String, report: String)?
    private let sessionLength: Int

    /// Creates a walker.
    ///
    /// - Parameters:
    ///   - application: The application.
    ///   - seed: The seed of the random numbers.
    ///   - samples: The links to open, the results that effects may have, and the payloads that users may enter; those of
    ///     the application by default. The walk also makes effects fail, and uses the payloads in views and random ones
    ///     that match the schema.
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
    ///   - signOut: A link to a screen with a log-out, and the report that logs out, such as `settings.logOut`; without
    ///     them a user signs out only by chance.
    ///   - links: Links to open now and then; they may lead nowhere.
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
    ///   - limit: The number of moves after which the walk ends although it has not shown every screen; without it the
    ///     walk ends after `steps` moves in any case.
    /// - Returns: The statistics of the walk.
    /// - Throws: ``WalkError`` at the first violated invariant or unexpected error.
    public func walk(steps: Int, untilAllShown limit: Int? = nil) throws -> WalkStatistics {
        var walk = Walk(generator: SeededGenerator(seed: seed))
        do {
            try self.walk(steps: steps, limit: max(steps, limit ?? steps), &walk)
        } catch {
            throw WalkError(
                seed: seed,
                step: walk.statistics.steps,
                moves: walk.moves,
                reason: String(describing: error)
            )
        }
        walk.statistics.unvisited = unvisited(by: walk)
        return walk.statistics
    }

    private func unvisited(by walk: Walk) -> [String] {
        application.screens.map { $0.name }.filter { walk.statistics.screens[$0] == nil }
    }

    /// The data of a walk in progress.
    private struct Walk {
        var generator: SeededGenerator
        var statistics = WalkStatistics()
        var moves: [String] = []
        /// The last 20 screens that were removed in this session, for stale reports.
        var removed: [Key] = []
        /// The number of reports of each output, by the names of its screen and of the output.
        var reported: [String: Int] = [:]
        /// The index of the user whose turn it is.
        var user = 0
    }

    private func walk(steps: Int, limit: Int, _ walk: inout Walk) throws {
        var session = try newSession(&walk)
        for step in 0..<limit {
            if step >= steps, unvisited(by: walk).isEmpty { break }
            if step % sessionLength == sessionLength - 1 || session.state.isEnded { session = try newSession(&walk) }
            let before = session.state
            if before.identity != nil, let signOut, chance(3, &walk.generator) {
                try leave(session, by: signOut, &walk)
                try change(from: before, in: session, &walk)
                continue
            }
            let move = nextMove(in: session, &walk)
            if case .report(let output, let key, _, _) = move, let screen = before.screens[key] {
                walk.reported["\(screen.name).\(output)", default: 0] += 1
            }
            walk.statistics.steps += 1
            walk.moves.append(move.sentence)
            try take(move, in: session, &walk.statistics)
            let after = session.state
            let left = before.screens.map { $0.key }.filter { after.screens[$0] == nil }
            walk.removed = Array((walk.removed + left).suffix(20))
            walk.statistics.record(move, from: before, to: after)
            try change(from: before, in: session, &walk)
        }
    }

    /// Signs the user out, if the log-out can be reached from here.
    private func leave(
        _ session: TestSession,
        by signOut: (link: String, report: String),
        _ walk: inout Walk
    ) throws {
        walk.statistics.steps += 1
        walk.moves.append("sign out")
        do {
            try session.open(signOut.link)
            try session.report(signOut.report)
        } catch is NavigationError {
        } catch is TestSessionError {}
    }

    /// Lets the next user take over if this one has signed out, and checks that nothing of the others is left.
    private func change(from before: NavigationState, in session: TestSession, _ walk: inout Walk) throws {
        guard users.count > 1 else { return }
        let earlier = users[walk.user]
        if before.identity == nil, session.state.identity != nil { walk.statistics.signIns += 1 }
        if before.identity != nil, session.state.identity == nil {
            walk.statistics.signOuts += 1
            walk.user = (walk.user + 1) % users.count
        }
        // The effects of a user who has signed out are still performed: the state contains them until then, and their late
        // results must change nothing.
        for effect in session.state.pending where effect.isAbandoned {
            let late = outcome(of: effect, of: earlier, at: session.now, using: &walk.generator)
            try session.send(.effect(effect.key, late))
        }
        let bytes = String(decoding: try application.encode(session.state), as: UTF8.self)
        for (index, user) in users.enumerated() where index != walk.user {
            guard let canary = user.canaries.first(where: { bytes.utf8.contains($0.utf8) }) else { continue }
            throw InvariantViolation(
                violations: ["The state of '\(users[walk.user].canaries[0])' contains '\(canary)' of another user."],
                layout: session.state.layout
            )
        }
    }

    private func newSession(_ walk: inout Walk) throws -> TestSession {
        walk.removed = []
        walk.user = users.indices.randomElement(using: &walk.generator) ?? 0
        if chance(10, &walk.generator), let link = links.randomElement(using: &walk.generator) {
            walk.moves = ["start with \(link)"]
            do {
                return try TestSession(application, link: link)
            } catch {
                // An unknown link, or one whose target does not exist yet, is rejected and no session starts; any other
                // error is a bug.
                guard let rejection = error as? NavigationError, ["unknownLink", "rejected"].contains(rejection.kind)
                else {
                    throw error
                }
            }
        }
        walk.moves = ["start"]
        return try TestSession(application)
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
        } catch let error as NavigationError {
            guard move.allows(error, in: before) else { throw error }
            statistics.rejections[error.kind, default: 0] += 1
            return
        }
        guard !move.mustBeRejected else {
            throw InvariantViolation(violations: ["An invalid move was accepted."], layout: before.layout)
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
        let (state, user) = (session.state, users[walk.user])
        let waiting = session.pendingEffects
        if !waiting.isEmpty, chance(60, &generator), let effect = waiting.randomElement(using: &generator) {
            return .result(effect, outcome(of: effect, of: user, at: session.now, using: &generator))
        }
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<10: return .back(to: nil)
        case 10..<12: return .back(to: state.screens.randomElement(using: &generator)?.key ?? Key(99))
        case 12..<17: return .dismiss(all: chance(20, &generator))
        case 17..<25: return tabMove(state, using: &generator)
        case 25..<29: if let link = links.randomElement(using: &generator) { return .link(link) }
        case 29..<33:
            let seconds = [0, 1, 5, 29, 30, 31, 600, 3_600, 90_000].randomElement(using: &generator) ?? 0
            return .advance(.seconds(seconds))
        case 33..<34: return .restart
        case 34..<38: return staleMove(state, removed: walk.removed, using: &generator)
        // Seldom, because the walk reaches the screens of signed-in users only while it is not signed out.
        case 38..<39: if chance(10, &generator) { return .resume }
        default: break
        }
        return reportMove(state, of: user, after: walk.reported, using: &generator) ?? .back(to: nil)
    }

    private func outcome(
        of effect: PendingEffect,
        of user: WalkUser,
        at now: Timestamp,
        using generator: inout SeededGenerator
    ) -> EffectOutcome {
        let outcomes = user.samples.outcomes(of: effect, at: now)
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
        // Of two random outputs the one that was reported less often, so that the walk reaches the whole application.
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
