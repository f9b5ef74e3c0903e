import APITesting
import Booking
import Coordination
import HTTPCore
import JSON
import Notebook
import Testing

@testable import StateAPI

@Suite("The languages of an application")
struct LocalizationTests {
    private static func texts(_ client: TestClient) -> [String] {
        (client.focused?["view"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
    }

    @Test("a state is drawn in the language of the client, with its values in the texts")
    func drawn() async throws {
        let api = try TestAPI(applications: [BookingApplication.make()])
        let german = try await api.start(["client": ["locale": "de-DE", "timeZone": "Europe/Berlin"]])
        #expect(german.state["language"] == "de")
        #expect(german.focused?["title"] == "Plätze")
        #expect(
            Self.texts(german) == ["Plätze", "1 Platz für 12.50 EUR", "Beginn: 2026-11-21T09:31:00Z", "Seats"]
        )
        let japanese = try await api.start(["client": ["locale": "ja", "timeZone": "Asia/Tokyo"]])
        #expect(japanese.state["language"] == "ja")
        #expect(Self.texts(japanese) == ["席", "12.50 EURで1席", "開始 2026-11-21T09:31:00Z", "Seats"])
    }

    @Test("a number chooses the plural form of a text")
    func plurals() async throws {
        let api = try TestAPI(applications: [BookingApplication.make()])
        for (locale, one, two) in [
            ("en", "1 seat for 12.50 EUR", "2 seats for 25.00 EUR"),
            ("de", "1 Platz für 12.50 EUR", "2 Plätze für 25.00 EUR"),
        ] {
            var client = try await api.start(["client": ["locale": .string(locale)]])
            #expect(Self.texts(client)[1] == one)
            #expect(client.state["direction"] == nil)
            try await client.report("add")
            #expect(Self.texts(client)[1] == two)
        }
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
        #expect(rejection["detail"] == "Eine Buchung hat höchstens 1234 Plätze.")
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

    @Test("every type of problem has a title and an advice in each language")
    func problemTexts() {
        #expect(ProblemTexts.catalog.languages == ["en", "de", "ja"])
        let keys = Set(ProblemTexts.catalog.keys)
        #expect(StateAPI.problems.flatMap { [$0.title, $0.advice] }.filter { !keys.contains($0) } == [])
        for language in ["de", "ja"] { #expect(ProblemTexts.catalog.untranslatedKeys(in: language) == []) }
    }

    @Test("a sentence about a problem is translated, with its values in their places")
    func problemDetails() async throws {
        let api = try TestAPI(applications: [BookingApplication.make()])
        func detail(_ body: JSONValue, in language: String) async -> JSONValue? {
            await api.send(.post, "/v1/sessions", body, fields: ["Accept-Language": language])["detail"]
        }
        #expect(await detail(["app": "none"], in: "de") == "Dieser Server hat keine Anwendung „none“.")
        #expect(await detail(["app": "none"], in: "ja") == "このサーバーにアプリケーション「none」はありません。")
        #expect(await detail(["app": "none"], in: "fr") == "This server has no application 'none'.")
        let german = try await api.start(["client": ["locale": "de"]])
        let unknown = await german.sendOutput("none", fields: ["Accept-Language": "ja"])
        #expect(
            unknown["detail"]
                == "Der Bildschirm „seats“ hat keine Ausgabe „none“. Seine Ausgaben: add, tooMany, plan, stars."
        )
        #expect(unknown.fields["Content-Language"] == "de")
    }

    @Test("the violations of a payload are in the language of the session, in a problem and as messages")
    func violations() async throws {
        let api = try TestAPI(applications: [BookingApplication.make()])
        for (locale, detail) in [
            ("de", "muss eine ganze Zahl sein, ist aber ein Text"), ("ja", "整数でなければなりませんが、文字列です"),
            ("en", "must be an integer, but is a string"), ("ar", "must be an integer, but is a string"),
        ] {
            var client = try await api.start(["client": ["locale": .string(locale)]])
            try await client.report("plan")
            let rejected = await client.sendOutput("choose", "one")
            #expect(rejected.status == 422)
            #expect(rejected["errors"]?[0]?["code"] == "type")
            #expect(rejected["errors"]?[0]?["detail"]?.stringValue == detail)
            try client.take(await client.sendOutput("choose", "one", fields: [.prefer: "messages"]))
            #expect(client.focused?["messages"]?[0]?["text"]?.stringValue == detail)
        }
    }

    @Test("the list of applications has their titles in the language that the client accepts")
    func titles() async throws {
        let api = try TestAPI(applications: [BookingApplication.make(), NotebookApplication.make()])
        for (language, title) in [("de", "Buchung"), ("en", "Booking"), ("fr", "Booking")] {
            let reply = await api.send(.get, "/v1/apps", fields: ["Accept-Language": language])
            #expect(reply["apps"]?[0]?["title"]?.stringValue == title)
            #expect(reply.fields[.vary] == "Accept-Language")
        }
    }

    @Test("an application without a catalog names no language")
    func without() async throws {
        let api = try TestAPI(applications: [NotebookApplication.make()])
        let reply = await api.send(.post, "/v1/sessions", ["client": ["locale": "de"]])
        #expect(reply["language"] == nil)
        #expect(reply.fields["Content-Language"] == nil)
    }
}
