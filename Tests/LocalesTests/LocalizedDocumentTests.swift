import JSON
import Testing

@Suite("Documents with the formats of a language")
struct LocalizedDocumentTests {
    @Test("a state is drawn in the language of the client, with the values in the way of its region")
    func drawn() async throws {
        let api = try LocalizedAPI()
        let german = try await api.start(["locale": "de-DE", "timeZone": "Europe/Berlin"])
        #expect(german.state["language"] == "de")
        #expect(german.focused?["title"] == "Plätze")
        #expect(german.texts == ["Plätze", "1 Platz für 12,50\u{A0}€", "Beginn: 21.11.2026, 10:31", "Seats"])
        let japanese = try await api.start(["locale": "ja", "timeZone": "Asia/Tokyo"])
        #expect(japanese.state["language"] == "ja")
        #expect(japanese.texts == ["席", "€12.50で1席", "開始 2026/11/21 18:31", "Seats"])
    }

    @Test("a language chooses the plural form of a text, and says when it runs from right to left")
    func plurals() async throws {
        let api = try LocalizedAPI()
        var arabic = try await api.start(["locale": "ar"])
        #expect(arabic.state["direction"] == "rtl")
        try await arabic.report("add")
        #expect(arabic.texts[1].hasPrefix("مقعدان"))
        var english = try await api.start()
        #expect(english.texts[1] == "1 seat for €12.50")
        #expect(english.state["direction"] == nil)
        try await english.report("add")
        #expect(english.texts[1] == "2 seats for €25.00")
    }

    @Test("a rejection is stored as a key with values, which are written for each client")
    func rejection() async throws {
        let german = try await LocalizedAPI().start(["locale": "de"])
        let rejection = try await german.send("tooMany")
        #expect(rejection.status == 422)
        #expect(rejection.json["detail"] == "Eine Buchung hat höchstens 1.234 Plätze.")
        #expect(rejection.json["errors"]?[0]?["code"] == "seats.limit")
    }
}
