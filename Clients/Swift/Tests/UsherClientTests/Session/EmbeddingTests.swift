import Testing
import UsherTestSupport

@testable import UsherClient

@Suite("A session inside another app")
struct EmbeddingTests {
    @Test("is left from its first screen by going back, which ends it")
    func leaving() async throws {
        try await withServer { server in
            let session = makeSession(server, "kanji")
            try await session.start(SessionLaunch(isEmbedded: true))
            let state = try #require(await session.display.state)
            #expect(state.gestures.back == nil && state.gestures.leave != nil)
            #expect(await session.perform(.back()) == .accepted)
            #expect(await session.display.phase == .ended)
            #expect(await session.display.state?.result == nil)
        }
    }

    @Test("is not left by a tap whose user saw no way out of it")
    func unseenWay() async throws {
        try await withServer { server in
            let session = makeSession(server, "kanji")
            try await session.start(SessionLaunch(isEmbedded: true))
            let state = try #require(await session.display.state)
            var members = try #require(state.document.object)
            members["gestures"] = [:]
            // The state that is shown while a gesture before this one waits for its response.
            let predicted = try NavigationState(.object(members))
            let unseen = QueuedTap(.back(), key: "a", seen: predicted).step(in: state)
            if case .end(.outdated) = unseen {} else { Issue.record("It leaves the session.") }
            let seen = QueuedTap(.back(), key: "b", seen: state).step(in: state)
            if case .send = seen {} else { Issue.record("It does not leave the session.") }
            await session.close()
        }
    }

    @Test("can't be left otherwise")
    func notEmbedded() async throws {
        try await withServer { server in
            let session = makeSession(server, "kanji")
            try await session.start(SessionLaunch())
            #expect(await session.display.state?.gestures.leave == nil)
            #expect(await session.perform(.back()) == .outdated)
            await session.close()
        }
    }

    @Test("does not start with an input or a token that the server does not take")
    func rejection() async throws {
        try await withServer { server in
            let session = makeSession(server, "kanji")
            for launch in [SessionLaunch(input: ["iban": "DE75"]), SessionLaunch(identity: "token")] {
                do throws(SessionError) {
                    try await session.start(launch)
                    Issue.record("It has started.")
                } catch {
                    guard case .problem(let problem) = error else { throw error }
                    #expect(problem.kind == .invalidPayload)
                }
            }
        }
    }
}
