import Coordination
import Foundation
import JSON
import Programs
import RawHTTP
import SQLiteSessions
import Sessions
import SessionsTesting
import Testing

@Suite("The program and timers that were due before it started", .serialized)
struct DueTimersProgramTests {
    /// The number of sessions with a due timer, which `USHER_DUE_TIMERS` sets.
    private static let count = ProcessInfo.processInfo.environment["USHER_DUE_TIMERS"].flatMap { Int($0) } ?? 3_000
    /// The program, or another build of it that `USHER_PROGRAM` names.
    private static let program =
        ProcessInfo.processInfo.environment["USHER_PROGRAM"]
        ?? ProgramProcess.folder.appending(path: "usher").path

    /// The longest time until the program is ready, however many timers are due.
    ///
    /// A debug build has more.
    private static let readyLimit = Duration.seconds(
        ProcessInfo.processInfo.environment["USHER_PROGRAM"] == nil ? 5 : 1
    )

    private let data: TemporaryFolder

    init() throws { data = try TemporaryFolder() }

    private func start() throws -> (process: ProgramProcess, port: Int) {
        let process = try ProgramProcess([Self.program, "serve", "--port", "0", "--data", data.path])
        let text = process.text(containing: "Usher is ready.")
        let found = try #require(text.firstMatch(of: /Open http:\/\/[^\/]+:([0-9]+)\//), "\(text)")
        return (process, try #require(Int(found.1)))
    }

    /// Copies a session with a timer, which is due a minute earlier in the copies.
    private func copy(_ id: String) async throws {
        let store = try SQLiteStore(path: data.path + "/usher.db")
        let session = try #require(try await store.load(SessionID(id)))
        let due = try #require(session.due)
        guard case .encoded(let log) = session.content else { throw RawClient.Failure(text: "damaged") }
        var writer = JSONWriter()
        writer.value(try log.document())
        let bytes = writer.finish()
        let early = due - .seconds(60)
        let content = String(decoding: bytes, as: UTF8.self).replacing("\"\(due)\"", with: "\"\(early)\"")
        #expect(content.utf8.count == bytes.count && Array(content.utf8) != bytes)
        for first in stride(from: 0, to: Self.count, by: 1_000) {
            let outcomes = try await store.commit(
                (first..<min(first + 1_000, Self.count)).map { number in
                    SessionCommit(
                        expectedGeneration: nil,
                        session: StoredSession(
                            id: SessionID("\(id)\(number)"),
                            application: session.application,
                            revision: session.revision,
                            credential: session.credential,
                            client: session.client,
                            createdAt: session.createdAt,
                            expiresAt: session.expiresAt,
                            creation: nil,
                            due: early,
                            content: .encoded(StateLog(whole: Array(content.utf8)))
                        ),
                        addsReply: false
                    )
                }
            )
            #expect(outcomes.allSatisfy { $0 == .committed })
        }
        await store.close()
    }

    private func transitions(_ connection: RawClient) throws -> Int {
        let text = try connection.exchange("GET", "/metrics").text
        return text.firstMatch(of: /usher_transitions_total\{app="market"\} ([0-9]+)/).flatMap { Int($0.1) } ?? 0
    }

    /// Makes a session and its copies, and returns a client of that session, with the time of a start without due timers.
    private func prepare() async throws -> (client: AppClient, start: Duration) {
        let begin = ContinuousClock.now
        let (first, port) = try start()
        let duration = ContinuousClock.now - begin
        let client = try AppClient(port: port, starting: ["app": "market"])
        try client.waitForStories()
        first.signal(SIGKILL)
        first.end()
        try await copy(client.id)
        return (client, duration)
    }

    @Test("it stops within five seconds while they fire, and a later start fires the others")
    func stop() async throws {
        _ = try await prepare()
        let (second, port) = try start()
        let connection = try RawClient(port: port, timeout: 60)
        #expect(try eventually { try transitions(connection) > 0 })
        let fired = try transitions(connection)
        let begin = ContinuousClock.now
        second.signal(SIGTERM)
        #expect(second.end().status == 0)
        let duration = ContinuousClock.now - begin
        #expect(duration < .seconds(Sanitizer.isRunning ? 20 : 5), "\(duration)")
        print("stop while \(Self.count) due timers fire, after \(fired): \(duration)")
        let (third, nextPort) = try start()
        defer { third.stop() }
        let next = try RawClient(port: nextPort, timeout: 60)
        #expect(try eventually { try next.exchange("GET", "/readyz").status == 200 })
        if fired < Self.count { #expect(try eventually { try transitions(next) > 0 }) }
    }

    @Test("it serves their sessions while they fire, and fires each")
    func dueTimers() async throws {
        let (client, usual) = try await prepare()
        let begin = ContinuousClock.now
        let (second, nextPort) = try start()
        defer { second.stop() }
        let connection = try RawClient(port: nextPort, timeout: 60)
        #expect(try eventually { try connection.exchange("GET", "/readyz").status == 200 })
        let ready = ContinuousClock.now - begin
        // It is ready before they have fired.
        #expect(try transitions(connection) < Self.count)
        // This session comes last, because sessions that are due at the same time are loaded in the order of their ids.
        let path = "/v1/sessions/\(client.id)\(Self.count - 1)"
        let fields = ["Authorization": "Bearer \(client.token)"]
        var longest = Duration.zero
        while try transitions(connection) < Self.count {
            let sent = ContinuousClock.now
            #expect(try connection.exchange("GET", path, fields: fields).status == 200)
            longest = max(longest, ContinuousClock.now - sent)
            usleep(10_000)
        }
        print(
            "\(Self.count) due timers: ready after \(ready), fired after \(ContinuousClock.now - begin), ",
            terminator: ""
        )
        print("longest request \(longest)")
        // It is ready within a second on an idle machine, and later if other work delays even a start without due timers.
        #expect(ready < max(Self.readyLimit, usual * 5), "\(ready)")
        #expect(try connection.exchange("GET", path, fields: fields).json["revision"] != client.state["revision"])
    }
}
