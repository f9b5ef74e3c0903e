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
