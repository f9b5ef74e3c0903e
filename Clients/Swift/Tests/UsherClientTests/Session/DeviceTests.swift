import Foundation
import Testing
import UsherTestSupport

@testable import UsherClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The devices of a session")
struct DeviceTests {
    @Test("join by a code that works once, are listed, and can be ended")
    func devices() async throws {
        try await withServer { server in
            let one = makeSession(server, "kanji")
            try await one.open()
            let handOff = try await one.handOff()
            #expect(try #require(handOff.expiresAt) > Date())
            let storage = MemoryStorage()
            let other = Session(
                server: server,
                client: ClientDescription(platform: "watch"),
                storage: storage,
                timing: .quick
            )
            try await other.join(code: handOff.code)
            #expect(await one.display.state == other.display.state)
            let error = await #expect(throws: SessionError.self) { try await other.join(code: handOff.code) }
            guard case .problem(let problem)? = error else { return }
            #expect(problem.kind == .handoffUnusable)

            let devices = try await one.devices()
            #expect(devices.count == 2)
            #expect(devices.filter(\.isCurrent).count == 1)
            let watch = try #require(devices.first { $0.platform == "watch" })
            try await one.endAccess(of: watch)
            let display = try await other.display { if case .gone = $0.phase { true } else { false } }
            #expect(display.state != nil, "the last state stays")
            #expect(storage.text.isEmpty, "nothing stays stored")
            #expect(await other.perform(.report("search", "a", on: try await one.front)) == .gone)
            #expect(try await one.devices().count == 1)
            await one.close()
        }
    }

    @Test("have agents among them, which join by a code of their own and can be ended")
    func agents() async throws {
        try await withServer { server in
            let session = makeSession(server, "items")
            try await session.open()
            let invitation = try await session.inviteAgent()
            #expect(try #require(invitation.expiresAt) > Date())
            var request = URLRequest(url: server.appending(path: "v1/agents/\(invitation.code)"))
            request.httpMethod = "POST"
            let (_, response) = try await URLSession.shared.data(for: request)
            #expect((response as? HTTPURLResponse)?.statusCode == 201)
            let agent = try #require(try await session.devices().first(where: \.isAgent))
            try await session.endAccess(of: agent)
            #expect(try await !session.devices().contains(where: \.isAgent))
            await session.close()
        }
    }

    @Test("lose their access when the user logs in on one of them")
    func login() async throws {
        try await withServer { server in
            let one = makeSession(server, "items")
            try await one.open()
            let other = makeSession(server, "items")
            try await other.join(code: try await one.handOff().code)
            try await one.logIn()
            _ = try await other.display { if case .gone = $0.phase { true } else { false } }
            await one.close()
        }
    }
}

@Suite("The end of a session")
struct SessionEndTests {
    @Test("by its user ends it at the server, and forgets it")
    func end() async throws {
        try await withServer { server in
            let storage = MemoryStorage()
            let session = makeSession(server, "kanji", storage: storage)
            try await session.open()
            let id = await session.display.state?.id
            try await session.end()
            #expect(storage.text.isEmpty)
            #expect(await session.display.phase == .closed)
            #expect(await session.perform(.back()) == .gone)
            try await session.open()
            #expect(await session.display.state?.id != id)
            await session.close()
        }
    }

    @Test("by its expiry can be undone, with the same screens and the drafts")
    func expiry() async throws {
        try await withServer("--session-idle", "4") { server in
            let session = makeSession(server, "kanji")
            try await session.open()
            await session.perform(.report("kanjiSelected", "弟", on: try await session.front))
            let old = try #require(await session.display.state)
            let form = FormID(try #require(old.front), output: "note")
            await session.keepDraft(["text": "half a sentence"], of: form)
            // The stream tells it, too, but not at once.
            while await session.display.phase == .open { _ = try? await session.refresh(persists: false) }
            let display = await session.display
            guard case .expired(let problem) = display.phase else { return }
            #expect(problem.resumption?.continuesSession == true)
            #expect(display.state == old)
            try await session.resume()
            let new = try #require(await session.display.state)
            #expect(new.id != old.id)
            #expect(await session.stack == ["kanjiList", "kanjiDetail"])
            let again = FormID(try #require(new.front), output: "note")
            #expect(await session.draft(of: again) == ["text": "half a sentence"])
            await session.close()
        }
    }
}
