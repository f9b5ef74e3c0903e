import Foundation
import Testing
import UsherTestSupport

@testable import UsherClient

/// Taps at random through a network that drops, delays and doubles messages end where they end without faults.
///
/// `USHER_LOSSY_TAPS` is the number of taps in all applications together, and `USHER_LOSSY_SEED` chooses the taps and faults.
@Suite("A walk through a network with faults", .serialized)
struct LossyWalkTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let taps = environment["USHER_LOSSY_TAPS"].flatMap(Int.init) ?? 400
    private static let seed = environment["USHER_LOSSY_SEED"].flatMap(UInt64.init) ?? 1
    /// Applications that save the cart in the background, so that their number of revisions depends on the pace of the taps.
    private static let saving: Set<String> = ["market", "shop"]
    private static let apps = ["items", "kanji", "market", "profile", "shop"]

    @Test("ends in the states to which the same taps lead without faults", .timeLimit(.minutes(30)))
    func walk() async throws {
        let clean = try await walks(Self.taps)
        #expect(clean.allSatisfy { $1.steps.count == Self.taps / Self.apps.count })
        let faulty = try await walks(Self.taps, repeating: clean) { URLSessionTransport() }
        #expect(differences(faulty, clean) == [])
    }

    @Test("control: ends elsewhere if each try of a tap has a key of its own", .timeLimit(.minutes(5)))
    func control() async throws {
        let clean = try await walks(400)
        do {
            let faulty = try await walks(400, repeating: clean) { ForgetfulTransport() }
            #expect(differences(faulty, clean) != [])
        } catch is NotInStep {
            // The response to a login was lost, and with it the session: its second try was another request.
        }
    }

    /// Walks through all applications of a new server, through a network with faults if there is a transport.
    private func walks(
        _ taps: Int,
        repeating script: [String: FinishedWalk] = [:],
        through transport: (() -> any Transport)? = nil
    ) async throws -> [String: FinishedWalk] {
        let server = try Program.server()
        defer { server.stop() }
        let proxy = try transport.map { _ in try Program.faultyProxy(of: server.address, seed: Self.seed) }
        defer { proxy?.stop() }
        return try await withThrowingTaskGroup(of: (String, FinishedWalk).self) { group in
            for (number, app) in Self.apps.enumerated() {
                let walk = Walk(
                    session: makeSession(
                        proxy?.address ?? server.address,
                        app,
                        transport: transport?() ?? URLSessionTransport()
                    ),
                    server: server.address,
                    count: taps / Self.apps.count,
                    isHurried: !Self.saving.contains(app),
                    seed: Self.seed * 1_000 + UInt64(number)
                )
                group.addTask { (app, try await walk.performed(repeating: script[app]?.steps)) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// The differences of walks from others with the same choices, at most one for each application and each kind.
    private func differences(_ walks: [String: FinishedWalk], _ others: [String: FinishedWalk]) -> [String] {
        others.flatMap { app, other -> [String] in
            guard let walk = walks[app] else { return ["\(app) was not walked through"] }
            var found: [String] = []
            if let (step, expected) = zip(walk.steps, other.steps).first(where: { $0 != $1 }) {
                found.append("\(app): \(step) instead of \(expected)")
            } else if walk.steps.count != other.steps.count {
                found.append("\(app): \(walk.steps.count) taps instead of \(other.steps.count)")
            }
            if walk.client != walk.server { found.append("\(app): the patches have led to another state") }
            let (state, expected) = (lasting(walk.server, app), lasting(other.server, app))
            if state != expected { found.append("\(app): the state is \(state) instead of \(expected)") }
            return found
        }
    }

    /// A state without its identifiers and times, which are others in each run, and with keys numbered by position.
    private func lasting(_ state: NavigationState, _ app: String) -> String {
        var document = state.document.object ?? [:]
        if Self.saving.contains(app) { document["revision"] = nil }
        // The variant of a screen, and so its look, depends on the id of the session.
        document["screens"] = .object(
            state.screens.mapValues { screen in
                guard screen.variant != nil, case .object(var members) = screen.document else { return screen.document }
                for name in ["variant", "view", "props"] { members[name] = nil }
                return .object(members)
            }
        )
        var text = JSONValue.object(document).description
        let positions: JSONValue = [
            document["navigation"] ?? .null, document["modals"] ?? .null, document["stack"] ?? .null,
        ]
        var seen: [Substring] = []
        for match in positions.description.matches(of: /k\d+\b/) where !seen.contains(match.0) { seen.append(match.0) }
        text = text.replacing(/\bk\d+\b/) { match in
            seen.firstIndex(of: match.0).map { "key \($0)" } ?? String(match.0)
        }
        text = text.replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/) { _ in "id" }
        return text.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/) { _ in "time" }
    }
}

/// A transport for which each try is a request of its own, so that the server can't know a repetition.
private struct ForgetfulTransport: Transport {
    private let transport = URLSessionTransport()

    func open(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPStream {
        var request = request
        if request.method == .post { request.fields["Idempotency-Key"] = "\"\(UUID())\"" }
        return try await transport.open(request)
    }
}
