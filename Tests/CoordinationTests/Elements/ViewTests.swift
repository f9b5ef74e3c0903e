import CoordinationTesting
import JSON
import SampleViews
import Testing

@testable import Coordination

@Suite("Semantic elements")
struct ViewTests {
    @Test("each element lists the outputs that it can report")
    func reports() {
        let elements: [any ViewElement] = [
            Heading("x"), Button("x", SampleScreen.go), Toggle("x", SampleScreen.turn, value: true),
            Search("x", SampleScreen.find),
            Stepper("x", SampleScreen.choose, value: 1, in: 0...2), Form(SampleScreen.enter, submit: "x", fields: []),
            List([1]) { Row("x").reports(SampleScreen.choose, $0) },
            List([] as [Int], empty: Empty("x", action: Button("x", SampleScreen.go))) { Row("\($0)") },
            Map([Marker("x", latitude: 0, longitude: 0).reports(SampleScreen.choose, 2)]),
            Confirm("x", actions: [Button("x", SampleScreen.go)]),
            SampleScreen.Chart(),
            Card("x").reports(SampleScreen.choose, 3).controlled(by: Button("x", SampleScreen.go)),
            Grid([4]) { Card("x").reports(SampleScreen.choose, $0) }.more(Button("x", SampleScreen.go)),
            Hero("x", action: Button("x", SampleScreen.go)), Gallery("x", pictures: []),
            Segments("x", [ChoiceOption("x").reports(SampleScreen.choose, 5), ChoiceOption("y")]),
            Chips("x", [ChoiceOption("x").reports(SampleScreen.choose, 6)]),
            Swatches("x", [ChoiceOption("x").reports(SampleScreen.choose, 7)]),
            Timeline(steps: [TimelineStep("x", status: .done)]),
            Pinned(Stepper("x", SampleScreen.choose, value: 1, in: 0...2)),
        ]
        let reports = elements.map {
            $0.reports.map { "\($0.output) \($0.payload.map { String(decoding: $0.json, as: UTF8.self) } ?? "-")" }
        }
        #expect(
            reports == [
                [], ["go -"], ["turn -"], ["find -"], ["choose -"], ["enter -"], ["choose 1"], ["go -"], ["choose 2"],
                ["go -"], ["choose 9"], ["choose 3", "go -"], ["choose 4", "go -"], ["go -"], [], ["choose 5"],
                ["choose 6"], ["choose 7"], [], ["choose -"],
            ]
        )
    }

    @Test("a view builder supports conditions and loops")
    func builder() {
        @ViewBuilder func view(_ count: Int) -> ScreenView {
            if count > 1 { Text("many") } else { Text("few") }
            for index in 0..<count { Text("\(index)") }
            if count == 0 { Text("none") }
            ScreenView([Text("end")])
        }
        func texts(_ count: Int) -> [String] {
            view(count).elements.compactMap {
                if case .text(let text) = $0.content, case .plain(let text) = text.source { text } else { nil }
            }
        }
        #expect(texts(0) == ["few", "none", "end"])
        #expect(texts(2) == ["many", "0", "1", "end"])
    }

    @Test("a report may have a payload of any size")
    func largePayload() {
        let text = String(repeating: "long", count: 25_000)
        #expect(Search("x", SampleScreen.find).reports.map(\.payload) == [nil])
        #expect(Report(SampleScreen.find, text).payload == .string(text))
    }

    @Test("a screen without a view has no elements and no title")
    func noView() {
        #expect(SampleScreen().view.elements.isEmpty)
        #expect(SampleScreen().title == "")
    }

    @Test("a row keeps its key when rows come before it and when the user changes its control")
    func keys() {
        func key(_ pieces: Int) -> String {
            var line = SampleScreen.Line()
            line.pieces = pieces
            let stepper = Stepper("Pieces", SampleScreen.order, line, entering: "pieces", in: 0...9)
            return Row("Emma").controlled(by: stepper).derivedKey
        }
        #expect(key(1) == key(2))
        #expect(Row("First").reports(SampleScreen.choose, 7).derivedKey == "7")
        #expect(Row("Title").derivedKey == "Title")
        let rows = [Row("7"), Row("x").keyed("7"), Row("7")]
        var keys = ElementKeys(reserving: rows.compactMap { $0.key })
        #expect(rows.map { keys.next($0) } == ["7 2", "7", "7 3"])
    }

    @Test("a key that an application sets twice in a list is a mistake")
    func duplicateKeys() throws {
        let rows = [Row("A").keyed("a"), Row("B").keyed("b")]
        #expect(List(sections: [Section(rows: rows)]).duplicateKeys == [])
        #expect(List(sections: [Section(rows: rows), Section(rows: [Row("C").keyed("a")])]).duplicateKeys == ["a"])
        let markers = [
            Marker("A", latitude: 0, longitude: 0).keyed("m"), Marker("B", latitude: 0, longitude: 0).keyed("m"),
        ]
        #expect(Map(markers).duplicateKeys == ["m"])
        #expect(Grid(cards: [Card("A").keyed("c"), Card("B").keyed("c")]).duplicateKeys == ["c"])
        let options = [ChoiceOption("A").keyed("o"), ChoiceOption("B").keyed("o")]
        #expect(Segments("x", options).duplicateKeys == ["o"])
        #expect(Chips("x", options).duplicateKeys == ["o"])
        #expect(Swatches("x", options).duplicateKeys == ["o"])
        let steps = [TimelineStep("A", status: .done).keyed("s"), TimelineStep("B", status: .done).keyed("s")]
        #expect(Timeline(steps: steps).duplicateKeys == ["s"])
    }

    @Test("a later kind of element has a fallback of version 1 that reports the same")
    func fallbacks() throws {
        let later: [any ViewElement] = [
            Card("x").reports(SampleScreen.choose, 3).controlled(by: Button("x", SampleScreen.go)),
            Grid([4]) { Card("x").reports(SampleScreen.choose, $0) }.more(Button("x", SampleScreen.go)),
            Grid([] as [Int], empty: Empty("x", action: Button("x", SampleScreen.go))) { _ in Card("x") },
            Hero("x", action: Button("x", SampleScreen.go)), Gallery("x", pictures: [.symbol("tag")]),
            Gallery("x", pictures: []),
            Segments("x", [ChoiceOption("x").reports(SampleScreen.choose, 5), ChoiceOption("y")]),
            Chips("x", [ChoiceOption("x").reports(SampleScreen.choose, 6)]),
            Swatches("x", [ChoiceOption("x").reports(SampleScreen.choose, 7)]),
            Timeline(steps: [TimelineStep("x", status: .done)]),
            Pinned(Stepper("x", SampleScreen.choose, value: 1, in: 0...2)),
        ]
        func described(_ element: any ViewElement) -> [String] {
            element.reports.map { "\($0.output) \($0.payload.map { String(decoding: $0.json, as: UTF8.self) } ?? "-")" }
        }
        for element in later {
            let fallback = try #require(element.fallback)
            #expect(fallback.fallback == nil)
            #expect(described(fallback) == described(element))
        }
    }

    @Test("a screen with two pinned controls is a mistake")
    func pinned() throws {
        struct Page: Screen {
            static let name = "page"
            static let go = Output<Page, Nothing>("go")
            var count: Int
            var view: ScreenView {
                for index in 0..<count { Pinned(Button("\(index)", Self.go)) }
            }
        }
        final class Flow: ApplicationCoordinator {
            func start() { push(Page(count: 1)) }
            static let wiring: Wiring<Flow> = [.on(Page.go) { $0.popToRoot() }]
        }
        let application = try Application("pinned", title: "Pinned", root: Flow.self, factory: ())
        #expect(application.viewBugs(of: Page(count: 1)) == [])
        #expect(
            application.viewBugs(of: Page(count: 2)) == [
                "The view of 'page' has 2 pinned controls; a screen has at most one."
            ]
        )
    }
}
