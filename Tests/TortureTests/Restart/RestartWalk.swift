import HTTPCore
import JSON
import Sessions
import SessionsTesting

/// A random walk through two worlds: in one the server keeps running, and in the other it is restarted between
/// requests.
struct RestartWalk {
    /// The counts of a walk and its first difference.
    struct Outcome: Sendable {
        var responses = 0
        var restarts = 0
        /// The number of responses for each status.
        var statuses: [Int: Int] = [:]
        /// The names of the screens that had the focus.
        var screens: Set<String> = []
        /// The first pair of different responses, with the request before them, or a response with a 5xx status.
        var difference: String?
    }

    /// One session in both worlds.
    private struct Pair {
        let uninterrupted: WalkClient
        let restarted: WalkClient
        var state: JSONValue = .null
        var last: WalkRequest?
    }

    let seed: UInt64
    let steps: Int
    /// Whether a restart deletes all stored replies, a deliberate bug for the control test.
    var losesReplies = false

    func run() async throws -> Outcome {
        var outcome = Outcome()
        var chooser = try RequestChooser(seed: seed)
        let uninterrupted = try await ItemsServer()
        let restarted = try await ItemsServer(losesReplies: losesReplies)
        var pairs = (0..<3).map { _ in Pair(uninterrupted: WalkClient(uninterrupted), restarted: WalkClient(restarted))
        }
        while outcome.responses < steps, outcome.difference == nil {
            let place = Int.random(in: pairs.indices, using: &chooser.generator)
            let pause = chooser.pause()
            for server in [uninterrupted, restarted] { server.clock.advance(by: pause) }
            if chooser.chance(60) { try await restarted.restart() }
            try await step(&pairs[place], restarted, &chooser, &outcome)
        }
        outcome.restarts = restarted.restarts
        await uninterrupted.stop()
        await restarted.stop()
        return outcome
    }

    private func step(
        _ pair: inout Pair,
        _ restarted: ItemsServer,
        _ chooser: inout RequestChooser,
        _ outcome: inout Outcome
    ) async throws {
        guard !pair.state.isNull else {
            let body = chooser.start()
            let responses = (await pair.uninterrupted.start(body), await pair.restarted.start(body))
            outcome.record(responses.0, responses.1, "start \(body)")
            if responses.0.status == 201 { pair.state = responses.0.json }
            return
        }
        let request = chooser.next(on: pair.state, after: pair.last)
        pair.last = request
        let responses = (await pair.uninterrupted.send(request), await pair.restarted.send(request))
        outcome.record(responses.0, responses.1, "\(request)")
        if chooser.chance(60) { try await restarted.restart() }
        let read = WalkRequest(method: .get, path: "")
        let states = (await pair.uninterrupted.send(read), await pair.restarted.send(read))
        outcome.record(states.0, states.1, "read after \(request)")
        // A null state makes the next step start a session, which replaces one that has ended or expired.
        pair.state = states.0.status == 200 ? states.0.json : .null
        if let focus = pair.state["focus"]?.stringValue, let name = pair.state["screens"]?[focus]?["name"]?.stringValue
        {
            outcome.screens.insert(name)
        }
    }
}

extension RestartWalk.Outcome {
    fileprivate mutating func record(_ uninterrupted: WalkResponse, _ restarted: WalkResponse, _ cause: String) {
        responses += 1
        statuses[uninterrupted.status, default: 0] += 1
        guard uninterrupted != restarted || uninterrupted.status >= 500, difference == nil else { return }
        difference = "response \(responses), \(cause):\n  \(uninterrupted)\nand after a restart:\n  \(restarted)"
    }
}
