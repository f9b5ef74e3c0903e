import CoordinationTesting
import JSON
import Testing

@Suite("Texts that an exploration finds untranslated")
struct TranslationFindingTests {
    @Test("words outside of the catalog are found in every place that a user reads")
    func places() throws {
        let messages = try explore(catalog).findings.filter { $0.kind == .untranslated }.map(\.message)
        for part in [
            "'board' has a text that the catalog has not: “Unknown title”",
            "'board' has a text that is not translated: “Plain heading”",
            "'board' has a text that is not translated: “Plain subtitle”",
            "'board' has a text that is not translated: “Alternative”",
            "'board' has a text that is not translated: “Choice”",
            "'board' has a text that is not translated: “Nothing here”",
            "'board' has a text that is not translated: “Ada wrote this”",
            "'board' has a text that the catalog has not: “%lld new entries”",
            "The message 'pinned' has a text that the catalog has not: “Pinned.”",
            "The message 'plain' has a text that is not translated: “By hand”",
            "The question 'Tear it off?' has a text that the catalog has not: “Tear it off?”",
            "The tab 'board' has a text that the catalog has not: “Board”",
            "The rejection 'board.full' has a text that the catalog has not: “The board is full.”",
        ] {
            #expect(messages.contains { $0.contains(part) }, "\(part) in \(messages)")
        }
        // Everything else on the screen is translated, or is from its inputs.
        #expect(messages.count == 13, "\(messages)")
    }

    @Test("a finding has the path to the screen with the text")
    func path() throws {
        let report = try explore(catalog)
        let finding = try #require(report.findings.first { $0.message.contains("Tear it off?") }, "\(report)")
        #expect(
            finding.path == [
                "let session = try TestSession(application)", "try session.report(\"board.draft\")",
            ]
        )
    }

    @Test("a key that lacks a language is found, with the language")
    func languages() throws {
        let findings = try explore(catalog).findings.filter { $0.kind == .missingTranslation }
        #expect(findings.map(\.subject) == ["Only German"])
        #expect(findings.first?.message == "The catalog has no translation of “Only German” into ja.")
    }

    @Test("an application without a catalog has no such findings")
    func without() throws {
        let kinds = try explore(nil).findings.map(\.kind)
        #expect(!kinds.contains(.untranslated))
        #expect(!kinds.contains(.missingTranslation))
    }

    private func explore(_ json: String?) throws -> ExplorationReport {
        let application = try Application(
            "board",
            title: "Board",
            root: BoardCoordinator.self,
            factory: (),
            catalog: try json.map { try StringCatalog(xcstrings: Array($0.utf8)) }
        )
        return Explorer(application).explore()
    }
}

private let catalog = #"""
    {"sourceLanguage": "en", "strings": {
        "Entries": {"localizations": {
            "de": {"stringUnit": {"value": "Einträge"}}, "ja": {"stringUnit": {"value": "項目"}}}},
        "Entry of %@ for %@": {"localizations": {
            "de": {"stringUnit": {"value": "Eintrag von %@ für %@"}}, "ja": {"stringUnit": {"value": "%@の項目、%@"}}}},
        "Only German": {"localizations": {"de": {"stringUnit": {"value": "Nur Deutsch"}}}}}}
    """#

private struct Board: Screen {
    static let name = "board"
    static let title = "Unknown title"
    static let pin = Output<Board, Nothing>("pin")
    static let draft = Output<Board, Nothing>("draft")
    static let overflow = Output<Board, Nothing>("overflow")
    static let choose = Output<Board, String>("choose")

    /// Text that the user has entered.
    var author = "Ada"
    var note = "I"

    var view: ScreenView {
        Heading("Plain heading")
        Heading(String(localized: "Entries"))
        Heading("Ein Titel").language("de")
        Text(author)
        Text(note)
        Text("\(author) wrote this")
        Text(String(localized: "Entry of \(author) for \(Price(5, "EUR"))"))
        Text(String(localized: "\(3) new entries"))
        Text(String(localized: "\(author): \(3) × \(LocalizedText(key: "Entries"))"))
        Image(.symbol("pin", alternative: "Alternative"))
        List(
            ["1"],
            empty: Empty("Nothing here")
        ) { Row($0, subtitle: "Plain subtitle", badge: "12") }
        Form(
            Self.choose,
            submit: String(localized: "Entries"),
            fields: [Field("value", String(localized: "Entries"), .choice([Field.Choice("a", "Choice")]))]
        )
    }
}

private struct Draft: Screen {
    static let name = "draft"
    static let title = "Entries"
}

private final class BoardCoordinator: ApplicationCoordinator {
    func start() { setTabs([Tab("board", title: "Board"), Tab("entries", title: "Entries")]) }

    static let wiring: Wiring<BoardCoordinator> = [
        .on(tab: "board") { $0.run(PinCoordinator.self, in: .tab("board")) },
        .on(tab: "entries") { $0.run(EntriesCoordinator.self, in: .tab("entries")) },
        .runs(PinCoordinator.self), .runs(EntriesCoordinator.self),
    ]
}

private final class EntriesCoordinator: Coordinator {
    func start() { push(Draft()) }

    static let wiring: Wiring<EntriesCoordinator> = [.shows(Draft.self)]
}

private final class PinCoordinator: Coordinator {
    func start() { push(Board()) }

    static let wiring: Wiring<PinCoordinator> = [
        .on(Board.pin) { flow in
            let text = "By hand"
            flow.show([Message("pinned", "Pinned."), Message("plain", text)], on: Board.self)
        },
        .on(Board.draft) { $0.push(Draft(), back: .discard(DiscardQuestion("Tear it off?"))) },
        .on(Board.overflow) { _ in throw Rejection("board.full", "The board is full.") },
        .on(Board.choose) { _, _ in },
        .shows(Draft.self),
    ]
}
