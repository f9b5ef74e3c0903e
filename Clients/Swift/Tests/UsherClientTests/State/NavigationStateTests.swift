import Foundation
import Testing
import UsherTestSupport

@testable import UsherClient

@Suite("A state")
struct NavigationStateTests {
    @Test("has typed values, and decodes the props of a screen")
    func typed() async throws {
        struct Kanji: Decodable { var character: String }
        struct Props: Decodable { var kanji: [Kanji] }
        let state = try await withServer { server in
            let session = makeSession(server, "kanji")
            try await session.open()
            defer { Task { await session.close() } }
            return try #require(await session.display.state)
        }
        #expect(state.app == "kanji")
        #expect(state.title == "Kanji List")
        #expect(state.status == .active)
        #expect(state.navigation.kind == .stack)
        #expect(state.stack == [state.focus])
        let front = try #require(state.front)
        #expect(front.name == "kanjiList")
        #expect(front.output("search")?.schema?["type"] == "string")
        #expect(try state.decode(front.key, as: Props.self).kanji.first?.character == "一")
        #expect(throws: DecodingError.self) { try state.decode("k999", as: Props.self) }
        #expect(state.document["token"] == nil)
        #expect(try #require(state.expiresAt) > Date())
    }

    @Test("after a patch is the one that is read whole, at each step of a walk through every application")
    func patches() async throws {
        try await withServer { server in
            for app in ["items", "kanji", "market", "profile", "shop"] {
                let transport = FaultyTransport()
                let session = makeSession(server, app, transport: transport)
                try await session.open()
                var walker = Walker(seed: 7)
                for _ in 0..<40 {
                    // The services of a launch show screens that report nothing.
                    let display = try await session.display { $0.state.map { !Walker.taps(in: $0).isEmpty } ?? false }
                    let step = try #require(display.state.flatMap { walker.step(in: $0) })
                    await session.perform(step)
                    let whole = try await session.readWholeState()
                    let shown = try await session.display { $0.state.map { $0.revision >= whole.revision } ?? false }
                    if shown.state?.revision == whole.revision { #expect(shown.state == whole, "\(app) \(step)") }
                    #expect(try shown.state.map { try NavigationState($0.document).screens } == shown.state?.screens)
                }
                await session.close()
                let types = transport.exchanges.compactMap { $0.response?.fields["Content-Type"] }
                #expect(types.contains { $0.hasPrefix("application/json-patch+json") }, "\(app) has sent no patch")
            }
        }
    }

    @Test("that lacks a member is malformed")
    func malformed() {
        #expect(throws: MalformedState(member: "id")) { try NavigationState([:]) }
        #expect(throws: MalformedState(member: "revision")) { try NavigationState(["id": "1", "app": "a"]) }
    }
}
