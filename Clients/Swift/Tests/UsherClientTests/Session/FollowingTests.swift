import Foundation
import Testing
import UsherTestSupport

@testable import UsherClient

@Suite("A session that is open")
struct FollowingTests {
    @Test("follows by a stream what another device does, and both have the same state")
    func stream() async throws {
        try await withServer { server in
            let transport = FaultyTransport()
            let one = makeSession(server, "kanji", transport: transport)
            try await one.open()
            let other = makeSession(server, "kanji")
            try await other.join(code: try await one.handOff().code)
            for character in ["弟", "学", "校"] {
                await other.perform(.report("kanjiSelected", .string(character), on: try await other.front))
                let shown = await other.display.state
                let display = try await one.display { $0.state?.revision == shown?.revision }
                #expect(display.state == shown)
                await other.perform(.back())
            }
            let reads = transport.exchanges.map(\.request).filter { $0.method == .get }
            #expect(reads.map(\.url.lastPathComponent) == ["events"], "nothing but the stream")
            await one.close()
            await other.close()
        }
    }

    @Test("follows by long polling where a proxy holds streams back")
    func polling() async throws {
        try await withServer { server in
            let transport = FaultyTransport()
            transport.holdStreamsBack()
            var timing = Timing.quick
            timing.silence = .milliseconds(200)
            let one = Session(
                server: server,
                app: "kanji",
                storage: MemoryStorage(),
                transport: transport,
                timing: timing
            )
            try await one.open()
            let other = makeSession(server, "kanji")
            try await other.join(code: try await one.handOff().code)
            while !transport.exchanges.contains(where: { $0.request.fields["Prefer"]?.contains("wait=25") == true }) {
                await other.perform(.report("search", "a", on: try await other.front))
                await other.perform(.report("search", "b", on: try await other.front))
            }
            await other.perform(.report("kanjiSelected", "弟", on: try await other.front))
            let revision = await other.display.state?.revision
            #expect(try await one.display { $0.state?.revision == revision }.state?.front?.name == "kanjiDetail")
            await one.close()
            await other.close()
        }
    }

    @Test("comes back after the network was away, and has missed nothing")
    func away() async throws {
        try await withServer { server in
            let transport = FaultyTransport()
            let one = makeSession(server, "kanji", transport: transport)
            try await one.open()
            let other = makeSession(server, "kanji")
            try await other.join(code: try await one.handOff().code)
            try await transport.untilStreamOpens(with: nil)
            transport.leave()
            _ = try await one.display { $0.connection == .unreachable }
            await other.perform(.report("kanjiSelected", "弟", on: try await other.front))
            #expect(await one.stack == ["kanjiList"], "the last state stays")
            transport.comeBack()
            let back = try await one.display { $0.connection == .online && $0.state?.stack.count == 2 }
            #expect(await back.state == other.display.state)
            await one.close()
            await other.close()
        }
    }

    @Test("has a new token after a login, with which the stream goes on")
    func renewal() async throws {
        try await withServer { server in
            let transport = FaultyTransport()
            let session = makeSession(server, "items", transport: transport)
            try await session.open()
            try await transport.untilStreamOpens(with: nil)
            let first = await session.credential?.token
            try await session.logIn()
            let second = await session.credential?.token
            #expect(first != second)
            try await transport.untilStreamOpens(with: second)
            #expect(transport.exchanges.allSatisfy { ($0.response?.status ?? 200) < 400 })
            await session.close()
        }
    }

    @Test(
        "is not lost by a response that says so in a status alone, as when its content was lost",
        arguments: [HTTPFields(), ["Content-Type": "application/problem+json"]]
    )
    func cutOff(fields: HTTPFields) async throws {
        try await withServer { server in
            let transport = CutOffStreams(fields: fields)
            let session = makeSession(server, "kanji", transport: transport)
            try await session.open()
            _ = try await session.display { $0.connection != .online || $0.phase != .open }
            #expect(await session.display.phase == .open)
            #expect(await session.perform(.report("search", "a", on: try await session.front)) == .accepted)
            await session.close()
        }
    }

    @Test("waits longer from try to try, by its clock")
    func pauses() async throws {
        let clock = RecordingClock()
        var timing = Timing()
        timing.jitter = 1...1
        let session = Session(
            server: URL(filePath: "/"),
            storage: MemoryStorage(),
            transport: NoNetwork(),
            clock: clock,
            timing: timing
        )
        let opening = Task { try await session.open() }
        let pauses = await clock.sleeps(8) { $0 != timing.response }
        opening.cancel()
        #expect(pauses.map { $0 / .seconds(1) } == [0.4, 1, 2, 4, 8, 10, 10, 10])
        await #expect(throws: SessionError.cancelled) { try await opening.value }
        #expect(await session.display.connection == .unreachable)
    }
}

/// A transport without a network.
private struct NoNetwork: Transport {
    func open(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPStream {
        throw .lost("There is no network.")
    }
}

/// A transport that refuses streams by a response that has lost its content.
private struct CutOffStreams: Transport {
    let fields: HTTPFields
    private let transport = URLSessionTransport()

    init(fields: HTTPFields) {
        self.fields = fields
    }

    func open(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPStream {
        guard request.url.lastPathComponent == "events" else { return try await transport.open(request) }
        let (content, writer) = AsyncThrowingStream<Data, any Error>.makeStream()
        writer.finish()
        return HTTPStream(status: 401, fields: fields, content: content)
    }
}
