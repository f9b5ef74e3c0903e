import Foundation

@testable import UsherClient

/// A tap without keys, which are others in another session.
enum Choice: Sendable, Equatable {
    case report(String, JSONValue?)
    case back, dismiss
    case tab(Int)

    init(_ tap: Tap, in state: NavigationState) {
        switch tap.action {
        case .report(let output, _, let payload): self = .report(output, payload)
        case .back: self = .back
        case .dismiss: self = .dismiss
        case .tab(let key): self = .tab(state.navigation.tabs.firstIndex { $0.key == key } ?? -1)
        case .link: self = .tab(-1)
        }
    }

    /// The tap of a state that is this choice, or `nil` if it is not possible there.
    func tap(in state: NavigationState) -> Tap? {
        Walker.taps(in: state).first { Choice($0, in: state) == self }
    }
}

/// A choice with its outcome, and the names of the screens in front then.
struct WalkStep: Sendable, Equatable {
    let choice: Choice
    /// Whether the next choice was made before this one had its outcome.
    let isHurried: Bool
    let outcome: String
    let stack: String
}

/// The result of a walk.
struct FinishedWalk: Sendable {
    let steps: [WalkStep]
    /// The state as the client has it after all patches.
    let client: NavigationState
    /// The state as the server has it.
    let server: NavigationState
}

/// A walk through an application at random, or as another one before.
struct Walk: Sendable {
    let session: Session
    /// The server without a proxy.
    let server: URL
    let count: Int
    /// Whether the user makes a second choice now and then before the first has its outcome.
    let isHurried: Bool
    let seed: UInt64

    func performed(repeating script: [WalkStep]?) async throws -> FinishedWalk {
        try await session.open()
        try await quiet()
        var walker = Walker(seed: seed)
        var steps: [WalkStep] = []
        while steps.count < count {
            let state = try await session.display { $0.state.map { !Walker.taps(in: $0).isEmpty } ?? false }.state
            guard let state else { break }
            var choices: [WalkStep] = []
            if let script {
                choices = [script[steps.count]]
                if choices[0].isHurried { choices.append(script[steps.count + 1]) }
            } else {
                let isPair = isHurried && walker.isHurried() && steps.count + 1 < count
                for index in 0..<(isPair ? 2 : 1) {
                    guard let tap = walker.step(in: state) else { break }
                    let choice = Choice(tap, in: state)
                    choices.append(WalkStep(choice: choice, isHurried: isPair && index == 0, outcome: "", stack: ""))
                }
            }
            // Two choices are both made on the state that the user saw before the first of them.
            let seen = try await stateOffering(choices.first?.choice) ?? state
            let taps = choices.map { $0.choice.tap(in: seen) }
            var outcomes: [Task<String, any Error>] = []
            for (step, tap) in zip(choices, taps) {
                guard let tap else {
                    outcomes.append(Task { "impossible" })
                    continue
                }
                let outcome = await session.submit(tap)
                let isWanted = step.outcome.isEmpty ? outcomes.isEmpty : step.outcome != "outdated"
                outcomes.append(Task { try await patient(step.choice, on: tap.screen, outcome, isWanted: isWanted) })
            }
            var ended: [WalkStep] = []
            for (step, outcome) in zip(choices, outcomes) {
                let outcome = try await outcome.value
                ended.append(WalkStep(choice: step.choice, isHurried: step.isHurried, outcome: outcome, stack: ""))
            }
            let stack = await session.stack.joined(separator: " ")
            steps += ended.map {
                WalkStep(choice: $0.choice, isHurried: $0.isHurried, outcome: $0.outcome, stack: stack)
            }
            // The taps that follow mean nothing on other screens.
            if let script, !zip(steps, script).allSatisfy(==) { break }
        }
        return try await finished(steps)
    }

    /// The state that offers a choice, for which an effect in the background may have to be done first.
    private func stateOffering(_ choice: Choice?) async throws -> NavigationState? {
        for _ in 0..<100 {
            if let state = await session.shown, choice?.tap(in: state) != nil { return state }
            try await Task.sleep(for: .milliseconds(20))
        }
        return nil
    }

    /// Makes a choice again if it came too late because an effect had changed the screen, as a user would do.
    private func patient(
        _ choice: Choice,
        on screen: String?,
        _ first: Task<Outcome, Never>,
        isWanted: Bool
    ) async throws -> String {
        var outcome = await first.value
        for _ in 0..<4 where outcome == .outdated && isWanted {
            var next: Tap?
            for _ in 0..<20 where next == nil {
                next = await session.confirmed.flatMap { choice.tap(in: $0) }
                if next == nil { try await Task.sleep(for: .milliseconds(50)) }
            }
            guard let next, next.screen == screen else { break }
            outcome = await session.perform(next)
        }
        switch outcome {
        case .refused(let problem): return "refused: \(problem.kind)"
        case .rejected(let messages): return "rejected: \(messages.map(\.code))"
        default: return "\(outcome)"
        }
    }

    private func finished(_ steps: [WalkStep]) async throws -> FinishedWalk {
        try await quiet()
        var latest: NavigationState?
        for _ in 0..<100 {
            guard let credential = await session.credential else { break }
            let request = Calls(server: server).state(of: credential.id).authorized(by: credential.token)
            let response = try await URLSessionTransport().send(request)
            let state = try NavigationState(JSONValue(parsing: response.body))
            if let client = await session.confirmed, client.revision == state.revision {
                await session.close()
                return FinishedWalk(steps: steps, client: client, server: state)
            }
            latest = state
            try await Task.sleep(for: .milliseconds(100))
        }
        throw NotInStep(steps: steps.count, client: await session.display, server: latest)
    }

    /// Waits until effects and timers of the server have brought nothing for some time.
    private func quiet() async throws {
        var revision = -1
        while let now = await session.confirmed?.revision, now != revision {
            revision = now
            try await Task.sleep(for: .seconds(2))
        }
    }
}

/// The client did not get to the state of the server.
struct NotInStep: Error {
    let steps: Int
    let client: Display
    let server: NavigationState?
}
