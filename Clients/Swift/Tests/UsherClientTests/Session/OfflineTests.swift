import Foundation
import Testing
import UsherTestSupport

@testable import UsherClient

@Suite("Without a network")
struct OfflineTests {
    @Test("the last state is readable after the next start of the app")
    func readable() async throws {
        try await withServer { server in
            let storage = MemoryStorage()
            let before = makeSession(server, "kanji", storage: storage)
            try await before.open()
            await before.perform(.report("kanjiSelected", "弟", on: try await before.front))
            await before.close()
            let transport = FaultyTransport()
            transport.leave()
            let session = makeSession(server, "kanji", storage: storage, transport: transport)
            try await session.open()
            #expect(await session.stack == ["kanjiList", "kanjiDetail"])
            let display = try await session.display { $0.connection == .unreachable }
            #expect(display.phase == .open)
            transport.comeBack()
            _ = try await session.display { $0.connection == .online }
            #expect(try await session.isInStep())
            await session.close()
        }
    }

    @Test("a stored session whose state was lost is read as soon as there is one")
    func withoutState() async throws {
        try await withServer { server in
            let storage = MemoryStorage()
            let before = makeSession(server, "kanji", storage: storage)
            try await before.open()
            await before.close()
            storage.store(nil, for: "state")
            let transport = FaultyTransport()
            transport.leave()
            let session = makeSession(server, "kanji", storage: storage, transport: transport)
            try await session.open()
            let display = try await session.display { $0.connection == .unreachable }
            #expect(display.state == nil)
            transport.comeBack()
            _ = try await session.display { $0.state != nil }
            #expect(try await session.isInStep())
            await session.close()
        }
    }

    @Test("taps wait and go in their order afterwards, and those that say so are refused at once")
    func waiting() async throws {
        try await withServer { server in
            let transport = FaultyTransport()
            let session = makeSession(server, "kanji", transport: transport)
            try await session.open()
            let list = try await session.front
            transport.leave()
            var outcomes = [await session.submit(.report("search", "a", on: list))]
            var impatient = Tap.report("search", "x", on: list)
            impatient.offline = .isRefused
            let caught = await session.submit(impatient)
            _ = try await session.display { $0.connection == .unreachable }
            #expect(await caught.value == .offline, "it had not been sent when the network went away")
            #expect(await session.perform(impatient) == .offline)
            for text in ["b", "c"] { outcomes.append(await session.submit(.report("search", .string(text), on: list))) }
            #expect(await session.display.waiting.count == 3)
            transport.comeBack()
            for outcome in outcomes { #expect(await outcome.value == .accepted) }
            #expect(try await session.reported("search") == ["a", "b", "c"])
            await session.close()
        }
    }

    @Test("taps wait for the next start of the app, and one whose response was lost acts once")
    func restart() async throws {
        try await withServer { server in
            let storage = MemoryStorage()
            let transport = FaultyTransport()
            let session = makeSession(server, "kanji", storage: storage, transport: transport)
            try await session.open()
            let list = try await session.front
            // The first tap arrives, and then the network is away.
            transport.fail(nextPosts: .responseLost)
            transport.leaveAfterNextPost()
            await session.submit(.report("search", "a", on: list))
            await session.submit(.report("search", "b", on: list))
            var secret = Tap.report("search", "secret", on: list)
            secret.isSecret = true
            await session.submit(secret)
            _ = try await session.display { $0.connection == .unreachable }
            await session.close()
            #expect(storage.text.contains(#""b""#))
            #expect(!storage.text.contains("secret\""), "a secret is stored nowhere")

            let next = makeSession(server, "kanji", storage: storage)
            try await next.open()
            _ = try await next.display { $0.waiting.isEmpty && $0.state?.isBusy == false }
            #expect(try await next.reported("search") == ["a", "b"])
            await next.close()
        }
    }
}
