import Applications
import Coordination
import HTTPCore
import JSON
import Testing

@testable import StateAPI

@Suite("The languages of an application")
struct LocalizationTests {
    private static func texts(_ client: TestClient) -> [String] {
        (client.focused?["view"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
    }

    @Test("a state is drawn in the language of the client, with the values in the way of its region")
    func drawn() async throws {
        let api = try TestAPI(applications: [BookingApplication.make()])
        let german = try await api.start(["client": ["locale": "de-DE", "timeZone": "Europe/Berlin"]])
        #expect(german.state["language"] == "de")
        #expect(german.focused?["title"] == "Plätze")
        #expect(
            Self.texts(german) == [
                "Plätze", "1 Platz für 12,50\u{A0}€", "Beginn: 21.11.2026, 10:31", "Seats",
            ]
        )
        let japanese = try await api.start(["client": ["locale": "ja", "timeZone": "Asia/Tokyo"]])
        #expect(japanese.state["language"] == "ja")
        #expect(Self.texts(japanese) == ["席", "€12.50で1席", "開始 2026/11/21 18:31", "Seats"])
    }

    @Test("a language chooses the plural form of a text, and says when it runs from right to left")
    func plurals() async throws {
        let api = try TestAPI(applications: [BookingApplication.make()])
        var arabic = try await api.start(["client": ["locale": "ar"]])
        #expect(arabic.state["direction"] == "rtl")
        try await arabic.report("add")
        #expect(Self.texts(arabic)[1].hasPrefix("مقعدان"))
        var english = try await api.start()
        #expect(Self.texts(english)[1] == "1 seat for €12.50")
        #expect(english.state["direction"] == nil)
        try await english.report("add")
        #expect(Self.texts(english)[1] == "2 seats for €25.00")
    }

    @Test("without a locale the server chooses by Accept-Language, and names the language in Content-Language")
    func negotiated() async throws {
        let api = try TestAPI(applications: [BookingApplication.make()])
        for (field, language) in [
            ("de-AT, en;q=0.8", "de"), ("fr, ja;q=0.5, de;q=0.2", "ja"), ("fr", "en"), ("", "en"), ("*", "en"),
            ("de;q=0, en", "en"), ("x;q=nonsense,,", "en"),
        ] {
            let reply = await api.send(.post, "/v1/sessions", [:], fields: ["Accept-Language": field])
            #expect(reply.fields["Content-Language"] == language, "\(field)")
            #expect(reply["language"]?.stringValue == language, "\(field)")
        }
        let explicit = await api.send(
            .post,
            "/v1/sessions",
            ["client": ["locale": "ja"]],
            fields: ["Accept-Language": "de"]
        )
        #expect(explicit["language"] == "ja")
    }

    @Test("a message, a rejection and a question are stored as keys, and translated for each client")
    func stored() async throws {
        let api = try TestAPI(applications: [BookingApplication.make()])
        var client = try await api.start(["client": ["locale": "de"]])
        try await client.report("add")
        #expect(client.focused?["messages"]?.arrayValue?.first?["text"] == "Nur noch 8 Plätze frei.")
        let rejection = await client.sendOutput("tooMany")
        #expect(rejection.status == 422)
        #expect(rejection["detail"] == "Eine Buchung hat höchstens 1.234 Plätze.")
        #expect(rejection["errors"]?.arrayValue?.first?["code"] == "seats.limit")
        try await client.report("plan")
        #expect(client.state["gestures"]?["confirm"]?["title"] == "Buchung verwerfen?")
    }

    @Test("the title of a problem is in the language of the session, or else in the one that the client accepts")
    func problems() async throws {
        let api = try TestAPI(applications: [BookingApplication.make()])
        let german = try await api.start(["client": ["locale": "de"]])
        let stale = await german.send(.post, "/screens/k99/outputs/add", fields: ["Accept-Language": "ja"])
        #expect(stale["type"] == "/problems/stale-screen")
        #expect(stale["title"] == "Der Bildschirm ist nicht im Vordergrund")
        #expect(stale.fields["Content-Language"] == "de")
        let unknown = await api.send(.get, "/v1/sessions/unknown", fields: ["Accept-Language": "ja-JP"])
        #expect(unknown["title"] == "セッションが不明か、認証情報が無効です")
        #expect(unknown.fields["Content-Language"] == "ja")
        let english = await api.send(.get, "/v1/sessions/unknown")
        #expect(english["title"] == "Unknown session or invalid credential")
        #expect(english.fields["Content-Language"] == nil)
    }

    @Test("every type of problem has a title in each language")
    func problemTitles() {
        #expect(ProblemTitles.catalog.languages == ["en", "de", "ja"])
        let keys = Set(ProblemTitles.catalog.keys)
        #expect(StateAPI.problems.map(\.title).filter { !keys.contains($0) } == [])
        for language in ["de", "ja"] { #expect(ProblemTitles.catalog.untranslatedKeys(in: language) == []) }
    }

    @Test("an application without a catalog names no language")
    func without() async throws {
        let api = try TestAPI(applications: [KanjiApplication.make()])
        let reply = await api.send(.post, "/v1/sessions", ["client": ["locale": "de"]])
        #expect(reply["language"] == nil)
        #expect(reply.fields["Content-Language"] == nil)
    }
}
