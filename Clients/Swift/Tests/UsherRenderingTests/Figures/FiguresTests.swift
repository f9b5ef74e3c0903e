import Foundation
import Testing

@testable import UsherRendering

@Suite("Figures")
struct FiguresTests {
    private static let german = Locale(identifier: "de_DE")
    private static let american = Locale(identifier: "en_US")

    @Test(
        "write a price with as many digits as its currency has",
        arguments: [
            (1299, "EUR", "€12.99"), (1299, "USD", "$12.99"), (1299, "JPY", "¥1,299"), (1299, "KRW", "₩1,299"),
            (1299, "KWD", "KWD 1.299"), (1299, "BHD", "BHD 1.299"), (12_990, "CLF", "CLF 1.2990"), (5, "EUR", "€0.05"),
            (-250, "EUR", "-€2.50"), (0, "KWD", "KWD 0.000"), (100, "HUF", "HUF 1.00"), (100, "RSD", "RSD 1.00"),
        ]
    )
    func currencies(amount: Int, currency: String, text: String) {
        let figures = Figures(language: "en", user: Self.american, timeZone: .gmt)
        #expect(figures.money(Price(amount, currency)).plainSpaces == text)
    }

    @Test("write a price of an unknown currency as it came")
    func unknownCurrency() {
        let figures = Figures(language: "en", user: Self.american, timeZone: .gmt)
        #expect(figures.money(Price(5, "points")) == "5 points")
    }

    @Test("write a great amount exactly")
    func greatAmount() {
        let figures = Figures(language: "en", user: Self.american, timeZone: .gmt)
        #expect(figures.money(Price(9_007_199_254_740_993, "JPY")) == "¥9,007,199,254,740,993")
        #expect(figures.money(Price(.min, "JPY")) == "-¥9,223,372,036,854,775,808")
    }

    @Test("are in the language of the session, with the region of the user if it is their language")
    func languages() {
        let price = Price(129_900, "EUR")
        let austrian = Locale(identifier: "de_AT")
        #expect(Figures(language: "de", user: Self.german, timeZone: .gmt).money(price).plainSpaces == "1.299,00 €")
        #expect(Figures(language: "de", user: austrian, timeZone: .gmt).money(price).plainSpaces == "€ 1.299,00")
        #expect(Figures(language: "de", user: Self.american, timeZone: .gmt).money(price).plainSpaces == "1.299,00 €")
        #expect(Figures(language: nil, user: Self.german, timeZone: .gmt).money(price).plainSpaces == "1.299,00 €")
        let yen = Figures(language: "ja", user: Self.german, timeZone: .gmt).money(Price(500, "JPY"))
        // The data of languages has a wide or a narrow sign.
        #expect(["￥500", "¥500"].contains(yen))
        #expect(Figures(language: "de", user: Self.german, timeZone: .gmt).percent(0.256).plainSpaces == "26 %")
        #expect(Figures(language: "en", user: Self.american, timeZone: .gmt).percent(0.256) == "26%")
    }

    @Test(
        "write a time in the zone of the device",
        arguments: [
            ("Europe/Berlin", "Mar 29, 2026, 3:30 AM"), ("Europe/London", "Mar 29, 2026, 2:30 AM"),
            ("America/New_York", "Mar 28, 2026, 9:30 PM"), ("Asia/Kathmandu", "Mar 29, 2026, 7:15 AM"),
            ("Pacific/Kiritimati", "Mar 29, 2026, 3:30 PM"), ("Etc/UTC", "Mar 29, 2026, 1:30 AM"),
        ]
    )
    func zones(zone: String, text: String) throws {
        // Half an hour after the clocks of Europe were put forward.
        let date = try Date("2026-03-29T01:30:00Z", strategy: .iso8601)
        let figures = Figures(language: "en", user: Self.american, timeZone: try #require(TimeZone(identifier: zone)))
        #expect(figures.dateAndTime(date).plainSpaces.replacing(" at ", with: ", ") == text)
    }

    @Test("write a time as the language does")
    func times() throws {
        let date = try Date("2026-11-21T09:31:00Z", strategy: .iso8601)
        let german = Figures(language: "de", user: Self.german, timeZone: .gmt)
        #expect(german.dateAndTime(date).plainSpaces.replacing(" um ", with: ", ") == "21.11.2026, 09:31")
        #expect(german.time(date) == "09:31")
        #expect(Figures(language: "en", user: Self.american, timeZone: .gmt).time(date).plainSpaces == "9:31 AM")
    }

    @Test(
        "count down to an instant by the clock of the server",
        arguments: [(42, "0:42"), (61, "1:01"), (3661, "1:01:01"), (0.2, "0:01"), (86_400, "24:00:00")]
    )
    func countdown(seconds: Double, text: String) {
        let figures = Figures(language: "en", user: Self.american, timeZone: .gmt)
        let now = Date(timeIntervalSince1970: 0)
        #expect(figures.countdown(to: now + seconds, from: now) == text)
    }

    @Test("count down to nothing that is past, and to a day that is far")
    func countdownEnds() {
        let figures = Figures(language: "en", user: Self.american, timeZone: .gmt)
        let now = Date(timeIntervalSince1970: 0)
        #expect(figures.countdown(to: nil, from: now) == nil)
        #expect(figures.countdown(to: now, from: now) == nil)
        #expect(figures.countdown(to: now - 5, from: now) == nil)
        #expect(figures.countdown(to: now + 90_000, from: now) == "1/2/70")
    }
}

extension String {
    /// The text with plain spaces, because the data of languages has spaces that do not break.
    var plainSpaces: String { String(map { $0.isWhitespace ? " " : $0 }) }
}
