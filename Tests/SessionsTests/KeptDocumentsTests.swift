import Coordination
import StoreContract
import Testing

@testable import Sessions

@Suite("Documents that are kept")
struct KeptDocumentsTests {
    /// What is made of a session for a client, and how often each part of it had to be made.
    private final class Client {
        var documents = 0
        var screens: [String] = []

        func read(_ view: SessionView, isSecret: Bool = false) -> String {
            let document = view.document(isSecret: isSecret) { texts, _ in
                documents += 1
                var words: [String] = ["\(view.record.revision)"]
                for (key, version) in view.record.state.screenVersions {
                    texts.add(key, version: version) {
                        screens.append("\(key) version \(version)")
                        return ScreenText(route: [], body: Array("\(key):\(version)".utf8))
                    }
                }
                texts.forEach { key, text in
                    words.append(String(decoding: text.body, as: UTF8.self))
                    #expect(texts[key] == text)
                }
                return Array(words.joined(separator: " ").utf8)
            }
            return String(decoding: document, as: UTF8.self)
        }
    }

    /// Three sessions that a client has read once each.
    private func startThree(_ server: Server, _ client: Client) async throws -> [Session] {
        var sessions: [Session] = []
        for _ in 0..<3 {
            let (session, _) = try await server.start()
            _ = client.read(session.view)
            sessions.append(session)
        }
        return sessions
    }

    @Test("a document is made once for a revision")
    func once() async throws {
        let server = try Server()
        let client = Client()
        let (session, _) = try await server.start()
        let first = client.read(session.view)
        #expect(client.read(session.view) == first)
        #expect(client.documents == 1)
        try await session.report("raise")
        #expect(client.read(session.view) != first)
        #expect(client.documents == 2)
        server.registry.close()
    }

    @Test("a screen is made again only when it has changed, however many come and go")
    func changedScreens() async throws {
        let server = try Server()
        let client = Client()
        let session = try await server.startItems()
        try await session.report("finish")
        #expect(session.stack == ["itemsList"])
        _ = client.read(session.view)
        let made = client.screens.count
        try await session.report("itemSelected", 3)
        _ = client.read(session.view)
        #expect(client.screens.count == made + 1)
        _ = try await session.submit(Submission(.back(to: nil)))
        _ = client.read(session.view)
        #expect(client.screens.count == made + 1)
        server.registry.close()
    }

    @Test("an earlier view gives its own document, not the one of a later revision")
    func earlierView() async throws {
        let server = try Server()
        let client = Client()
        let (session, _) = try await server.start()
        let earlier = session.view
        try await session.report("raise")
        let later = client.read(session.view)
        let document = client.read(earlier)
        #expect(document.hasPrefix("1 "))
        #expect(client.read(session.view) == later)
        server.registry.close()
    }

    @Test("a document with a secret in it is never shown again")
    func secret() async throws {
        let server = try Server()
        let client = Client()
        let (session, _) = try await server.start()
        _ = client.read(session.view, isSecret: true)
        _ = client.read(session.view)
        #expect(client.documents == 2)
        server.registry.close()
    }

    @Test("they are kept for as many sessions as the limit says, those that came last")
    func limit() async throws {
        var limits = SessionLimits()
        limits.keptDocuments = 2
        let server = try Server(limits: limits)
        let client = Client()
        let sessions = try await startThree(server, client)
        #expect(client.documents == 3)
        _ = client.read(sessions[2].view)
        _ = client.read(sessions[1].view)
        #expect(client.documents == 3)
        let screens = client.screens.count
        _ = client.read(sessions[0].view)
        #expect(client.documents == 4)
        // The texts of its screens were kept for longer.
        #expect(client.screens.count == screens)
        server.registry.close()
    }

    @Test("the texts of screens are kept for a number of sessions, too")
    func textLimit() async throws {
        var limits = SessionLimits()
        limits.keptDocuments = 1
        limits.keptTexts = 2
        let server = try Server(limits: limits)
        let client = Client()
        let sessions = try await startThree(server, client)
        let screens = client.screens.count
        _ = client.read(sessions[1].view)
        #expect(client.screens.count == screens)
        _ = client.read(sessions[0].view)
        #expect(client.screens.count == screens + 1)
        server.registry.close()
    }

    @Test("texts with the same bytes are one")
    func sharedTexts() {
        let shared = SharedTexts()
        func text(_ body: String, route: String = "") -> ScreenText {
            shared.text(ScreenText(route: Array(route.utf8), body: Array(body.utf8)))
        }
        let first = text("a screen")
        #expect(text("a screen") === first)
        #expect(text("another").body == Array("another".utf8))
        #expect(text("a screen", route: "elsewhere").route == Array("elsewhere".utf8))
    }

    @Test("nothing is kept of a session that is not in memory any more")
    func forgotten() {
        let documents = KeptDocuments(documents: 4, texts: 4)
        let owner = documents.makeOwner()
        documents.keep(
            .init(generation: 1, document: [1], texts: ScreenTexts(sharing: documents.shared).settled),
            of: owner
        )
        #expect(documents[owner]?.document == [1])
        documents.forget(owner)
        #expect(documents[owner] == nil)
        #expect(documents.makeOwner() != owner)
    }
}
