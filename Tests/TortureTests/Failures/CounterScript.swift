import Concurrency
import HTTPCore
import JSON
import Sessions
import SessionsTesting

/// A fixed sequence of requests to four counter sessions, by a client that repeats each failed request with the same key.
///
/// The counter counts each kind of event in a decimal digit of its own, so the count tells how often each was applied.
struct CounterScript {
    /// The result that every run must have, with and without failures.
    struct Outcome: Equatable, Sendable {
        var counters: [String] = []
        var effects = 0
    }

    /// A violation of one of the server's guarantees.
    struct GuaranteeViolation: Error, CustomStringConvertible {
        let description: String
    }

    private struct Counter {
        let path: String
        let screen: String
        let fields: HTTPFields
        var revision: Int64 = 1
        var count: Int64 = 0
    }

    private let plan: FailurePlan
    private let reopen: @Sendable (any SessionStore) async throws -> any SessionStore
    private let clock = ManualClock()
    private let performed = Lock<Set<String>>([])
    private var server: CounterServer
    private var inner: any SessionStore
    private var keys = 0

    /// Starts the first server of the script.
    ///
    /// - Parameters:
    ///   - store: The store that the failures are put in front of.
    ///   - plan: The failures.
    ///   - reopen: Returns the store that the second server of the script opens.
    /// - Throws: The errors of ``CounterServer``. The store stays open then.
    init(
        _ store: any SessionStore,
        _ plan: FailurePlan,
        reopen: @escaping @Sendable (any SessionStore) async throws -> any SessionStore = { $0 }
    ) async throws {
        inner = store
        self.plan = plan
        self.reopen = reopen
        server = try await CounterServer(
            AdaptedStore(FailingStore(inner: store, plan: plan)),
            clock: clock,
            performed: performed
        )
    }

    /// Stops the server and closes the store.
    func end() async {
        server.stop()
        await inner.close()
    }

    mutating func run() async throws -> Outcome {
        var first = try await start()
        try await report("raise", to: &first)
        let repeated = try await report("raise", to: &first)
        try await report("ask", to: &first)
        try await wait(for: 12, in: &first)

        // With room for one session in memory, each session that is started or used evicts the one before it.
        var brief = try await start()
        try await report("raise", to: &brief)
        try await delete(brief)
        try await report("askQuietly", to: &first)
        try await wait(for: 1_012, in: &first)
        try await report("startTimer", to: &first)
        var ended = try await start()
        try await report("raise", to: &ended)
        clock.advance(by: .seconds(60))
        try await wait(for: 1_112, in: &first)
        try await repeatReport("raise", key: repeated, to: &first)
        try await report("end", to: &ended)

        // The second server finds a timer, and an effect that may be in flight.
        try await report("startTimer", to: &first)
        try await report("askQuietly", to: &first)
        server.stop()
        inner = try await reopen(inner)
        server = try await CounterServer(
            AdaptedStore(FailingStore(inner: inner, plan: plan)),
            clock: clock,
            performed: performed
        )
        clock.advance(by: .seconds(60))
        try await wait(for: 2_212, in: &first)
        try await report("raise", to: &first)
        var last = try await start()
        try await report("raise", to: &last)
        var outcome = Outcome(effects: performed.withLock { $0.count })
        for counter in [first, brief, ended, last] { outcome.counters.append(try await summary(of: counter)) }
        return outcome
    }

    // MARK: Requests

    private mutating func start() async throws -> Counter {
        let key = nextKey()
        let reply = try await sendUntilAccepted(.post, "/v1/sessions", [:], [.idempotencyKey: key])
        guard reply.status == 201, let id = reply.json["id"]?.stringValue, let token = reply.json["token"]?.stringValue,
            let focus = reply.focus
        else { throw GuaranteeViolation(description: "start: \(reply)") }
        return Counter(path: "/v1/sessions/\(id)", screen: focus, fields: [.authorization: "Bearer \(token)"])
    }

    /// Reports an output with a new idempotency key, and returns the key.
    @discardableResult
    private mutating func report(_ output: String, to counter: inout Counter) async throws -> String {
        let key = nextKey()
        try await repeatReport(output, key: key, to: &counter)
        return key
    }

    private func repeatReport(_ output: String, key: String, to counter: inout Counter) async throws {
        var fields = counter.fields
        fields.append(.idempotencyKey, key)
        fields.append(.prefer, "wait=0")
        let path = "\(counter.path)/screens/\(counter.screen)/outputs/\(output)"
        let reply = try await sendUntilAccepted(.post, path, nil, fields)
        guard reply.status == 200 || reply.status == 202 else {
            throw GuaranteeViolation(description: "\(output): \(reply)")
        }
        try record(reply, in: &counter)
    }

    private func delete(_ counter: Counter) async throws {
        let reply = try await sendUntilAccepted(.delete, counter.path, nil, counter.fields)
        // An earlier attempt may have been applied although its response was a 503.
        guard reply.status == 204 || reply.status == 401 && plan.hasFailed else {
            throw GuaranteeViolation(description: "delete: \(reply)")
        }
    }

    /// Reads the session until the counter shows a count.
    private func wait(for count: Int64, in counter: inout Counter) async throws {
        for _ in 0..<2_000 where counter.count != count {
            let reply = try await sendUntilAccepted(.get, counter.path, nil, counter.fields)
            guard reply.status == 200 else { throw GuaranteeViolation(description: "read: \(reply)") }
            try record(reply, in: &counter)
            if counter.count > count {
                throw GuaranteeViolation(description: "The count is \(counter.count) and not \(count).")
            }
            if counter.count < count { await advanceClock() }
        }
        guard counter.count == count else {
            throw GuaranteeViolation(description: "The count is \(counter.count) and does not become \(count).")
        }
    }

    private func summary(of counter: Counter) async throws -> String {
        let reply = try await sendUntilAccepted(.get, counter.path, nil, counter.fields)
        guard reply.status == 200 else { return "\(reply.status)" }
        var counter = counter
        try record(reply, in: &counter)
        return "\(counter.count) at revision \(counter.revision), \(reply.json["status"]?.stringValue ?? "")"
    }

    // MARK: Responses

    /// Records a response, which must not be older than the last one.
    private func record(_ reply: TestResponse, in counter: inout Counter) throws {
        guard let count = reply.json["screens"]?[counter.screen]?["props"]?["count"]?.integerValue else {
            throw GuaranteeViolation(description: "no count: \(reply)")
        }
        guard reply.revision >= counter.revision, count >= counter.count else {
            throw GuaranteeViolation(
                description:
                    "went back from \(counter.count) at revision \(counter.revision) to \(count) at \(reply.revision)"
            )
        }
        counter.revision = reply.revision
        counter.count = count
    }

    /// Repeats a request until its response is not a 503.
    private func sendUntilAccepted(_ method: HTTPMethod, _ path: String, _ body: JSONValue?, _ fields: HTTPFields)
        async throws
        -> TestResponse
    {
        for _ in 0..<100 {
            let reply = await server.client.send(method, path, body, fields: fields)
            guard reply.status == 503 else { return reply }
            guard reply.fields[.retryAfter] != nil, reply.type == "/problems/unavailable" else {
                throw GuaranteeViolation(description: "a 503 that does not say when to try again: \(reply)")
            }
            await advanceClock()
        }
        throw GuaranteeViolation(description: "\(method) \(path) gets no response.")
    }

    /// Advances the clock by a second, so that the server's scheduled retries run.
    private func advanceClock() async {
        clock.advance(by: .seconds(1))
        try? await Task.sleep(for: .milliseconds(1))
    }

    private mutating func nextKey() -> String {
        keys += 1
        return "an unguessable key \(keys)"
    }
}
