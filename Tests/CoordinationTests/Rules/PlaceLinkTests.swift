import CoordinationTesting
import JSON
import Testing

@testable import Coordination

@Suite("The link of a place")
struct PlaceLinkTests {
    @Test("the wiring gives a screen the link that leads to it, and the link leads there again")
    func place() throws {
        let session = try TestSession(library())
        #expect(session.link == "usher://library/")
        try session.report(Shelf.choose, "a b/ä")
        #expect(session.link == "usher://library/book/a%20b%2F%C3%A4?edition=2")
        try session.report(Book.lend)
        #expect(session.stack == ["shelf", "book", "lending"])
        #expect(session.link == nil)
        try session.open("usher://library/book/a%20b%2F%C3%A4?edition=2")
        #expect(session.link == "usher://library/book/a%20b%2F%C3%A4?edition=2")
    }

    @Test("a screen in a modal has no link, because a link dismisses modals")
    func modal() throws {
        let session = try TestSession(library())
        try session.report(Shelf.peek)
        #expect(session.layout == "[shelf] +modal[book]")
        #expect(session.link == nil)
    }

    @Test(
        "a link whose address can't be written is none",
        arguments: ["", ".", "..", String(repeating: "a", count: 2_048)]
    )
    func noAddress(title: String) {
        #expect(LinkAddress.text(of: LinkParts(LibraryLink.book(title)), in: "library") == nil)
    }

    @Test("a report has the link that its output follows, while the screen is drawn")
    func reports() throws {
        let session = try TestSession(library())
        let screen = try #require(session.state.focus?.screen)
        let application = session.application
        let links = application.drawingLinks(of: screen) { screen.view.elements.flatMap(\.reports).map(\.link) }
        #expect(links == ["usher://library/book/dune?edition=2", nil])
        #expect(screen.view.elements.flatMap(\.reports).allSatisfy { $0.link == nil })
    }

    @Test("links of unknown screens and outputs, and two for the same one, are mistakes of the wiring")
    func mistakes() {
        let error = #expect(throws: ApplicationError.self) {
            try Application("library", title: "Library", root: Mislinked.self, factory: 0)
        }
        #expect(
            error?.errors == [
                "A link leads to 'lending', which no flow shows: declare it with .shows(Lending.self), and the flow that shows it with .runs.",
                "Two links lead to 'shelf'.",
                "A link is that of the output 'lend' of 'book', which no flow wires: wire it with .on(Book.lend), and declare the flow that does with .runs.",
            ]
        )
    }

    @Test("a walk fails when a link leads elsewhere")
    func walk() throws {
        let wrong = try Application("library", title: "Library", root: Misplaced.self, factory: 0)
        let error = #expect(throws: WalkError.self) { try RandomWalker(wrong, seed: 1).walk(steps: 100) }
        #expect(
            error?.reason.contains("'shelf' has the link 'usher://library/book/dune?edition=2', which leads to 'book'")
                == true
        )
        #expect(throws: Never.self) { try RandomWalker(library(), seed: 1).walk(steps: 300) }
    }

    private func library() throws -> Application {
        try Application("library", title: "Library", root: Library.self, factory: 0)
    }
}

private enum LibraryLink: AddressableLink {
    case shelf
    case book(String)

    init?(path: [String], query: [String: String]) {
        switch path.count {
        case 0: self = .shelf
        case 2 where path[0] == "book" && query["edition"] == "2": self = .book(path[1])
        default: return nil
        }
    }

    var path: [String] {
        switch self {
        case .shelf: []
        case .book(let title): ["book", title]
        }
    }

    var query: [String: String] { self == .shelf ? [:] : ["edition": "2"] }
}

private struct Shelf: Screen {
    static let name = "shelf"
    static let choose = Output<Shelf, String>("choose")
    static let peek = Output<Shelf, Nothing>("peek")

    var view: ScreenView {
        List(["dune"]) { Row($0).reports(Self.choose, $0) }
        Button("Peek", Self.peek)
    }
}

private struct Book: Screen {
    static let name = "book"
    static let lend = Output<Book, Nothing>("lend")
    var title: String
}

private struct Lending: Screen { static let name = "lending" }

private class LibraryFlow: BaseCoordinator {
    func start() { push(Shelf()) }

    func open(_ link: LibraryLink) {
        setRoot(Shelf())
        if case .book(let title) = link { push(Book(title: title)) }
    }
}

private final class Library: LibraryFlow, ApplicationCoordinating {
    static let wiring: Wiring<Library> = [
        .on(Shelf.choose) { $0.push(Book(title: $1)) },
        .on(Shelf.peek) { $0.present(Book(title: "dune")) },
        .on(Book.lend) { $0.push(Lending()) },
        .shows(Lending.self),
        .link(to: Shelf.self) { _ in .shelf },
        .link(to: Book.self) { .book($0.title) },
        .link(of: Shelf.choose) { .book($0) },
    ]
}

private final class Misplaced: LibraryFlow, ApplicationCoordinating {
    static let wiring: Wiring<Misplaced> = [
        .on(Shelf.choose) { $0.push(Book(title: $1)) },
        .ignores(Shelf.peek),
        .ignores(Book.lend),
        .link(to: Shelf.self) { _ in .book("dune") },
    ]
}

private final class Mislinked: LibraryFlow, ApplicationCoordinating {
    static let wiring: Wiring<Mislinked> = [
        .on(Shelf.choose) { $0.push(Book(title: $1)) },
        .ignores(Shelf.peek),
        .shows(Book.self),
        .link(to: Shelf.self) { _ in .shelf },
        .link(to: Lending.self) { _ in .shelf },
        .link(to: Shelf.self) { _ in nil },
        .link(of: Book.lend) { .shelf },
    ]
}
