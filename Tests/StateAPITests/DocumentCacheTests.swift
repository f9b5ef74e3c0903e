import Coordination
import JSON
import Sessions
import Testing

@testable import StateAPI

@Suite("The document cache")
struct DocumentCacheTests {
    /// A client that counts the rendered documents and screens.
    private final class Client {
        let cache: DocumentCache
        var documents = 0
        var screens: [String] = []
        /// The sessions that were read; `nil` if all have the same texts.
        private var owners: [UInt64]?

        init(documentBytes: Int = 1 << 20, textBytes: Int = 1 << 20, sharesTexts: Bool = true) {
            cache = DocumentCache(documentBytes: documentBytes, textBytes: textBytes)
            owners = sharesTexts ? nil : []
        }

        /// The end of the texts of a session, a digit if they differ.
        private func mark(of owner: UInt64) -> String {
            guard let index = owners.map({ $0.firstIndex(of: owner) ?? $0.count }) else { return "" }
            if index == owners?.count { owners?.append(owner) }
            return "\(index)"
        }

        func read(_ view: SessionView, isSecret: Bool = false) -> String {
            let mark = mark(of: view.session.number)
            let document = cache.document(
                of: view.session.number,
                generation: view.record.generation,
                revision: view.record.revision,
                isSecret: isSecret
            ) { texts, _ in
                documents += 1
                var words: [String] = ["\(view.record.revision)"]
                for (key, version) in view.record.state.screenVersions {
                    texts.add(key, version: version) {
                        screens.append("\(key) version \(version)")
                        return RenderedScreen(route: [], body: Array("\(key):\(version)\(mark)".utf8))
                    }
                }
                texts.forEach { key, text in
                    words.append(String(decoding: text.body, as: UTF8.self))
                    #expect(texts[key] == text)
                }
                return RenderedDocument(Array(words.joined(separator: " ").utf8))
            }
            return String(decoding: document.bytes, as: UTF8.self)
        }
    }

    @Test("texts up to 256 KiB are interned, and longer ones not, so that the tables have a limit in bytes")
    func longTexts() {
        let interned = InternedScreens()
        func makeText(_ count: Int) -> RenderedScreen {
            RenderedScreen(route: [], body: Array(repeating: 1, count: count))
        }
        for size in [100, 20_000, 256 << 10] {
            let text = makeText(size)
            #expect(interned.text(text) === text && interned.text(makeText(size)) === text)
        }
        let tooLong = makeText((256 << 10) + 1)
        #expect(interned.text(tooLong) === tooLong && interned.text(makeText(tooLong.bytes)) !== tooLong)
    }

    /// Starts three sessions, and reads each once.
    private func startThree(_ api: TestAPI, _ client: Client) async throws -> [Session] {
        var sessions: [Session] = []
        for _ in 0..<3 {
            let session = try await api.session()
            _ = client.read(session.view)
            sessions.append(session)
        }
        return sessions
    }

    @Test("a document is rendered once for each revision")
    func once() async throws {
        let api = try TestAPI()
        let client = Client()
        let session = try await api.session()
        let first = client.read(session.view)
        #expect(client.read(session.view) == first)
        #expect(client.documents == 1)
        try await session.report("signUp")
        #expect(client.read(session.view) != first)
        #expect(client.documents == 2)
        api.registry.close()
    }

    @Test("a screen is rendered again only when it has changed, while other screens come and go")
    func changedScreens() async throws {
        let api = try TestAPI()
        let client = Client()
        let session = try await api.session()
        _ = client.read(session.view)
        let made = client.screens.count
        try await session.report("signUp")
        _ = client.read(session.view)
        #expect(client.screens.count == made + 1)
        _ = try await session.submit(Submission(.back(to: nil)))
        _ = client.read(session.view)
        #expect(client.screens.count == made + 1)
        api.registry.close()
    }

    @Test("an earlier view gives its own document, not the one of a later revision")
    func earlierView() async throws {
        let api = try TestAPI()
        let client = Client()
        let session = try await api.session()
        let earlier = session.view
        try await session.report("signUp")
        let later = client.read(session.view)
        let document = client.read(earlier)
        #expect(document.hasPrefix("1 "))
        #expect(client.read(session.view) == later)
        api.registry.close()
    }

    @Test("a document with a secret is never cached")
    func secret() async throws {
        let api = try TestAPI()
        let client = Client()
        let session = try await api.session()
        _ = client.read(session.view, isSecret: true)
        _ = client.read(session.view)
        #expect(client.documents == 2)
        api.registry.close()
    }

    @Test("documents are cached up to a number of bytes, the latest ones")
    func limit() async throws {
        let api = try TestAPI()
        // Each document has a form like "1 k2:1".
        let client = Client(documentBytes: 2 * "1 k2:1".utf8.count)
        let sessions = try await startThree(api, client)
        #expect(client.documents == 3)
        _ = client.read(sessions[2].view)
        _ = client.read(sessions[1].view)
        #expect(client.documents == 3)
        let screens = client.screens.count
        _ = client.read(sessions[0].view)
        #expect(client.documents == 4)
        // The texts of its screens stayed in the cache.
        #expect(client.screens.count == screens)
        api.registry.close()
    }

    @Test("the texts of screens are cached up to a number of bytes")
    func textLimit() async throws {
        let api = try TestAPI()
        let client = Client(documentBytes: 1, textBytes: 2 * "k2:10".utf8.count, sharesTexts: false)
        let sessions = try await startThree(api, client)
        let screens = client.screens.count
        _ = client.read(sessions[1].view)
        #expect(client.screens.count == screens)
        _ = client.read(sessions[0].view)
        #expect(client.screens.count == screens + 1)
        api.registry.close()
    }

    @Test("a text that several sessions share counts once, until the last of them has left it")
    func sharedTextLimit() async throws {
        let api = try TestAPI()
        // Room for one text more than the one that all sessions show at first.
        let client = Client(documentBytes: 1, textBytes: 2 * "k2:1".utf8.count)
        let sessions = try await startThree(api, client)
        let screens = client.screens.count
        for session in sessions { _ = client.read(session.view) }
        #expect(client.screens.count == screens)
        // Its bytes are subtracted once, however often all of them have left it.
        try await sessions[0].report("signUp")
        for _ in 0..<10 {
            for session in sessions { _ = client.read(session.view) }
            for session in sessions { client.cache.remove(session.number) }
        }
        for session in sessions { _ = client.read(session.view) }
        let readAgain = client.screens.count
        for session in sessions { _ = client.read(session.view) }
        #expect(client.screens.count == readAgain)
        api.registry.close()
    }

    @Test("texts with the same bytes are interned")
    func sharedTexts() {
        let shared = InternedScreens()
        func text(_ body: String, route: String = "") -> RenderedScreen {
            shared.text(RenderedScreen(route: Array(route.utf8), body: Array(body.utf8)))
        }
        let first = text("a screen")
        #expect(text("a screen") === first)
        #expect(text("another").body == Array("another".utf8))
        #expect(text("a screen", route: "elsewhere").route == Array("elsewhere".utf8))
    }

    @Test("an evicted session has no cache entry")
    func released() async throws {
        var limits = SessionLimits()
        limits.liveSessions = 1
        let api = try TestAPI(limits: limits)
        let cache = DocumentCache(documentBytes: 1_000, textBytes: 1_000)
        api.registry.onUnload { cache.remove($0) }
        let number = try await {
            let session = try await api.session()
            _ = cache.document(of: session.number, generation: 1, revision: 1) { _, _ in RenderedDocument([1]) }
            #expect(cache[session.number]?.document?.bytes == [1])
            return session.number
        }()
        let next = try await api.session()
        #expect(cache[number] == nil)
        #expect(next.number != number)
        api.registry.close()
    }
}

extension RenderedDocument {
    /// A document without the places of its parts.
    fileprivate init(_ bytes: [UInt8]) {
        self.init(bytes: bytes, members: RenderedMembers(), outputs: nil, hidden: [])
    }
}

extension TestAPI {
    fileprivate func session() async throws -> Session {
        try await registry.start("items", link: nil, client: ClientInfo(), idempotency: nil).result.view.session
    }
}

extension Session {
    /// Reports an output of the screen in focus.
    fileprivate func report(_ output: String) async throws {
        let screen = try #require(view.record.state.focus?.key)
        _ = try await submit(Submission(.output(output, screen: screen, payload: nil), wait: .zero))
    }
}
