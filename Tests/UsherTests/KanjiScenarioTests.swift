import Applications
import JSON
import RawHTTP
import Testing

@Suite("Scenarios of kanji over HTTP")
struct KanjiScenarioTests {
    private static func characters(_ client: AppClient) -> [String] {
        (client.props["kanji"]?.arrayValue ?? []).compactMap { $0["character"]?.stringValue }
    }

    /// The names of the outputs that the screen in focus may report.
    private static func outputs(_ client: AppClient) -> [String] {
        (client.focused["outputs"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    }

    /// The rows of the lists in the view of the screen in focus, as a client of version 1 shows them.
    private static func rows(_ client: AppClient) -> [JSONValue] {
        (client.focused["view"]?.arrayValue ?? []).map { $0["fallback"] ?? $0 }.flatMap {
            $0["sections"]?.arrayValue ?? []
        }
        .flatMap { $0["rows"]?.arrayValue ?? [] }
    }

    @Test("K1: the application starts with the list of all kanji")
    func launch() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "kanji"])
            #expect(client.layout == "[kanjiList]")
            #expect(client.focused["title"] == "Kanji list")
            #expect(Self.characters(client) == KanjiStorage.shipped.all.map(\.character))
            #expect(Self.rows(client).allSatisfy { $0["accessory"] == "disclosure" })
        }
    }

    @Test("K2: a kanji is shown over the list, in large type, with its words")
    func select() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "kanji"])
            try client.report("kanjiSelected", "水")
            #expect(client.layout == "[kanjiList, kanjiDetail]")
            #expect(client.focused["title"] == "Kanji details")
            #expect(client.props["kanji"]?["character"] == "水")
            #expect(client.focused["view"]?[0]?["kind"] == "hero")
            #expect(client.focused["view"]?[0]?["image"] == ["characters": "水", "alt": "水", "lang": "ja"])
            #expect(Self.rows(client).map { $0["title"] } == ["water", "水曜日", "水道", "海水", "水着"])
            #expect(Self.rows(client).first?["report"] == nil)
        }
    }

    @Test("K4, K5: a word leads to its kanji in order, where the flow ends")
    func word() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "kanji"])
            try client.report("kanjiSelected", "水")
            try client.report("wordSelected", "水曜日")
            #expect(client.layout == "[kanjiList, kanjiDetail, kanjiList]")
            #expect(client.focused["title"] == "水曜日")
            #expect(Self.characters(client) == ["水", "曜", "日"])
            #expect(Self.rows(client).allSatisfy { $0["accessory"] == nil && $0["report"] == nil })
            #expect(Self.outputs(client) == [])
            let before = client.state
            let response = try client.sendOutput("kanjiSelected", "日")
            #expect(response.status == 422)
            try client.read()
            #expect(client.state == before)
        }
    }

    @Test("K8: going back twice leads to the list, and a third time does nothing")
    func back() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "kanji"])
            let list = client.state["screens"]
            try client.report("kanjiSelected", "水")
            try client.report("wordSelected", "水道")
            try client.back()
            #expect(client.layout == "[kanjiList, kanjiDetail]")
            try client.back()
            #expect(client.layout == "[kanjiList]")
            #expect(client.state["screens"] == list)
            let before = client.state
            try client.back()
            #expect(client.state == before)
        }
    }

    @Test("K10: a link shows a kanji without the list, and its words can be selected")
    func onItsOwn() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "kanji", "link": "usher://kanji/%E6%B0%B4"])
            #expect(client.layout == "[kanjiDetail]")
            try client.report("wordSelected", "水曜日")
            #expect(client.layout == "[kanjiDetail, kanjiList]")
            #expect(Self.characters(client) == ["水", "曜", "日"])
            try client.open("usher://kanji/%E5%B1%B1")
            #expect(client.layout == "[kanjiDetail]")
            #expect(client.props["kanji"]?["character"] == "山")
            try client.report("seeAll")
            #expect(client.layout == "[kanjiList]")
        }
    }

    @Test("K11: an empty storage gives an empty list with a text")
    func emptyStorage() async throws {
        let empty = try KanjiApplication.make(storage: KanjiStorage([]))
        try await RunningServer.run(applications: [empty]) { server in
            let client = try server.start(["app": "kanji"])
            #expect(client.layout == "[kanjiList]")
            #expect(Self.characters(client) == [])
            #expect(client.focused["view"]?[0]?["empty"]?["title"] == "No kanji")
        }
    }

    @Test("K12: a kanji that is not on the list is rejected and changes nothing")
    func unknown() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "kanji"])
            // The first response has a token, which is returned once.
            try client.read()
            let before = client.state
            let response = try client.sendOutput("kanjiSelected", "龍")
            #expect(response.status == 422)
            #expect(response.json["errors"]?[0]?["code"] == "kanji.unknown")
            #expect(try client.sendOutput("kanjiSelected", 5).status == 422)
            #expect(try client.send("POST", "/links", ["url": "usher://kanji/%E9%BE%8D"]).status == 422)
            try client.read()
            #expect(client.state == before)
        }
    }

    @Test("A search narrows the list, and an empty one shows all again")
    func search() async throws {
        try await RunningServer.run { server in
            let client = try server.start(["app": "kanji"])
            let focus = client.focus
            try client.report("search", "sky")
            #expect(Self.characters(client) == ["空", "天"])
            try client.report("search", "nothing like it")
            #expect(Self.characters(client) == [])
            #expect(client.focused["view"]?[1]?["empty"]?["title"] == "No results")
            try client.report("search", "")
            #expect(Self.characters(client).count == KanjiStorage.shipped.all.count)
            #expect(client.focus == focus)
        }
    }
}
