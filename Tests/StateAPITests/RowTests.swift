import APITesting
import Concurrency
import Coordination
import HTTPCore
import JSON
import Sessions
import Testing

@testable import StateAPI

@Suite("Rows beside the state")
struct RowTests {
    /// The shelves of a library, and the requests for their books.
    private final class Library: Sendable {
        let books = Lock(["novels": (1...120).map { "Novel \($0)" }, "poems": ["Poem 1"]])
        let requests = Lock<[RowRequest]>([])
        let fails = Lock(false)

        func page(_ source: Books, _ request: RowRequest) throws -> RowPage {
            requests.withLock { $0.append(request) }
            if fails.withLock({ $0 }) { throw CancellationError() }
            let all = books.withLock { $0[source.shelf] ?? [] }
            let start = request.after.flatMap { all.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            let titles = all[start...].prefix(request.limit)
            return RowPage(
                titles.map { Row($0, subtitle: String(localized: "A book")).keyed($0).reports(Shelf.chosen, $0) },
                next: start + titles.count < all.count ? titles.last : nil
            )
        }
    }

    private let library = Library()

    private static func application(catalog: StringCatalog? = nil) throws -> Application {
        try Application(
            "library",
            title: "Library",
            root: LibraryCoordinator.self,
            state: .init(),
            factory: (),
            catalog: catalog
        )
    }

    private func start(_ body: JSONValue = [:]) async throws -> TestClient {
        let library = library
        let catalog = """
            {"sourceLanguage": "en", "version": "1.0", "strings": {
                "A book": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Ein Buch"}}}}}}
            """
        let application = try Self.application(catalog: StringCatalog(xcstrings: Array(catalog.utf8)))
        return try await TestAPI(applications: [application]) { handlers in
            handlers.rows(from: Books.self) { source, request, _ in try library.page(source, request) }
        }.start(body)
    }

    private func titles(_ reply: TestResponse) -> [String] {
        (reply["rows"]?.arrayValue ?? []).compactMap { $0["title"]?.stringValue }
    }

    @Test("the state names the source of a list, and a client reads the rows page by page")
    func pages() async throws {
        let client = try await start()
        let list = try #require(client.focused?["view"]?[0])
        #expect(list["source"]?["name"] == "books")
        #expect(list["sections"] == [])
        #expect(list["empty"]?["title"] == "No books")
        let path = "/screens/\(client.focus)/rows/books"
        var reply = await client.send(.get, path)
        #expect(reply.status == 200)
        #expect(titles(reply) == (1...50).map { "Novel \($0)" })
        #expect(reply["rows"]?[0]?["report"] == ["output": "chosen", "payload": "Novel 1"])
        #expect(reply["rows"]?[0]?["key"] == "Novel 1")
        #expect(reply["next"]?.stringValue == "/v1/sessions/\(client.id)\(path)?after=Novel%2050")
        reply = await client.send(.get, path + "?after=Novel%2050&limit=100")
        #expect(titles(reply) == (51...120).map { "Novel \($0)" })
        #expect(reply["next"] == nil)
        #expect(library.requests.withLock { $0 } == [RowRequest(), RowRequest(after: "Novel 50", limit: 100)])
    }

    @Test("a tap on a row reports its output, and the version changes with the value of the source")
    func report() async throws {
        var client = try await start()
        let version = client.focused?["view"]?[0]?["source"]?["version"]?.stringValue
        try await client.report("chosen", "Novel 7")
        #expect(client.focused?["props"]?["shelf"] == "poems")
        let other = client.focused?["view"]?[0]?["source"]?["version"]?.stringValue
        #expect(version != nil && other != nil && version != other)
        #expect(titles(await client.send(.get, "/screens/\(client.focus)/rows/books")) == ["Poem 1"])
    }

    @Test("a client that has the rows gets 304, and one with others the rows")
    func conditional() async throws {
        let client = try await start()
        let path = "/screens/\(client.focus)/rows/books"
        let first = await client.send(.get, path)
        let tag = try #require(first.tag)
        #expect(first.fields[.cacheControl] == "private, no-cache")
        let same = await client.send(.get, path, fields: [.ifNoneMatch: tag])
        #expect(same.status == 304 && same.tag == tag)
        library.books.withLock { $0["novels"]?[0] = "Novel 0" }
        let other = await client.send(.get, path, fields: [.ifNoneMatch: tag])
        #expect(other.status == 200 && titles(other).first == "Novel 0")
        #expect(await client.send(.get, path, fields: [.ifMatch: tag]).status == 412)
    }

    @Test("the texts of rows are in the language of the session")
    func language() async throws {
        let client = try await start(["client": ["locale": "de"]])
        let reply = await client.send(.get, "/screens/\(client.focus)/rows/books?limit=1")
        #expect(reply["rows"]?[0]?["subtitle"] == "Ein Buch")
        #expect(reply.fields["Content-Language"] == "de")
    }

    @Test(
        "a request for other rows than those of a list in the session is rejected",
        arguments: [
            ("/screens/FOCUS/rows/none", 404, "/problems/not-found"),
            ("/screens/k99/rows/books", 409, "/problems/stale-screen"),
            ("/screens/x/rows/books", 409, "/problems/stale-screen"),
            ("/screens/FOCUS/rows/books?limit=0", 400, "/problems/malformed-request"),
            ("/screens/FOCUS/rows/books?limit=101", 400, "/problems/malformed-request"),
            ("/screens/FOCUS/rows/books?after=%00", 400, "/problems/malformed-request"),
            ("/screens/FOCUS/rows/books?shelf=poems", 400, "/problems/malformed-request"),
        ]
    )
    func rejected(path: String, status: Int, type: String) async throws {
        let client = try await start()
        let reply = await client.send(.get, path.replacing("FOCUS", with: client.focus))
        #expect(reply.status == status)
        #expect(reply.type == type)
        let stranger = await client.api.send(.get, "/v1/sessions/\(client.id)/screens/\(client.focus)/rows/books")
        #expect(stranger.status == 401)
    }

    @Test("a handler that fails is a 503 with a time to try again, and changes nothing")
    func failure() async throws {
        let client = try await start()
        library.fails.withLock { $0 = true }
        let path = "/screens/\(client.focus)/rows/books"
        let reply = await client.send(.get, path)
        #expect(reply.status == 503)
        #expect(reply.fields[.retryAfter] == "1")
        #expect(client.api.log.lines.contains { $0.contains("Rows failed") })
        library.fails.withLock { $0 = false }
        #expect(await client.send(.get, path).status == 200)
        #expect(await client.send(.get, "")["revision"] == 1)
    }

    @Test("rows that report what their list does not name are a bug, which clients get as an incident")
    func bug() async throws {
        let application = try Self.application()
        let client = try await TestAPI(applications: [application]) { handlers in
            handlers.rows(from: Books.self) { _, _, _ in RowPage([Row("A book").reports(Shelf.left)]) }
        }.start()
        let reply = await client.send(.get, "/screens/\(client.focus)/rows/books")
        #expect(reply.status == 500)
        #expect(reply.type == "/problems/incident")
    }

    @Test("a source that the screen does not list is a bug of the step that shows it")
    func undeclared() throws {
        let application = try Self.application()
        #expect(application.rowSources.map { $0.name } == ["books"])
        #expect(
            application.viewBugs(of: Unlisted()) == [
                "The view of 'unlisted' has rows from Books, which is not among its sources: add it to 'static let rowSources'."
            ]
        )
    }

    @Test("each effect and each source of rows without a handler is named with the line to write")
    func missingHandlers() throws {
        let application = try Self.application()
        var handlers = EffectHandlers()
        #expect(
            handlers.errors(for: application) == [
                "No handler performs the effect 'order': add handlers.on(OrderBook.self) { effect, context in … }.",
                "No handler has the rows of 'books': add handlers.rows(from: Books.self) { source, request, context in … }.",
            ]
        )
        handlers.on(OrderBook.self) { _, _ in true }
        handlers.rows(from: Books.self) { _, _, _ in RowPage([]) }
        #expect(handlers.errors(for: application) == [])
    }
}

private struct Books: RowSource {
    static let name = "books"
    var shelf: String
}

private struct Shelf: Screen {
    static let name = "shelf"
    static let rowSources: [any RowSource.Type] = [Books.self]
    static let chosen = Output<Shelf, String>("chosen")
    static let left = Output<Shelf, Nothing>("left")

    var shelf: String

    var view: ScreenView {
        List(from: Books(shelf: shelf), reporting: [Self.chosen], empty: Empty("No books"))
    }
}

private struct Unlisted: Screen {
    static let name = "unlisted"

    var view: ScreenView { List(from: Books(shelf: "novels")) }
}

private struct OrderBook: Effect {
    static let name = "order"
    typealias Value = Bool
}

private final class LibraryCoordinator: ApplicationCoordinator {
    struct State: CoordinatorState {}

    func start() { push(Shelf(shelf: "novels")) }

    static let wiring: Wiring<LibraryCoordinator> = [
        .on(Shelf.chosen) { flow, _ in flow.update { (shelf: inout Shelf) in shelf.shelf = "poems" } },
        .ignores(Shelf.left),
        .on(OrderBook.self) { _, _ in },
    ]
}
