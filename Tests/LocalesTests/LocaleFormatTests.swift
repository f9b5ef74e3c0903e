import Coordination
import Locales
import Testing

@Suite("Values in the way of a language")
struct LocaleFormatTests {
    /// The time 2026-11-21T20:30:00Z.
    private let time = Timestamp(milliseconds: 1_795_293_000_000)

    private func text(_ text: LocalizedText, _ locale: String, _ zone: String? = nil) -> String {
        Localization(locale, catalog: nil, format: LocaleFormat(locale, timeZone: zone)).string(text)
    }

    @Test("a time in the zone of a place is the same for users in all zones")
    func zoned() {
        for user in ["America/New_York", "Asia/Tokyo", nil] {
            #expect(text("Departs \(time.in("Europe/Vienna"), style: .time)", "de-AT", user) == "Departs 21:30")
            #expect(text("Arrives \(time.in("Europe/London"), style: .time)", "de-AT", user) == "Arrives 20:30")
        }
        // The control: without a zone it is the user's.
        #expect(text("Departs \(time, style: .time)", "de-AT", "America/New_York") == "Departs 15:30")
    }

    @Test("the day of a time in a zone is the day there")
    func dayOfZone() {
        #expect(text("\(time.in("Asia/Tokyo"), style: .date)", "de-DE", "Europe/Berlin") == "22.11.2026")
    }

    @Test("a zone that does not exist is UTC, and the text says so")
    func unknownZone() {
        #expect(text("\(time.in("Europe/Wien"), style: .time)", "de-DE", "Europe/Berlin") == "20:30 UTC")
    }

    @Test("a day is the same in all zones, in the words of the language")
    func day() throws {
        let day = try #require(Day("2026-03-01"))
        for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
            #expect(text("\(day)", "de-DE", zone) == "01.03.2026")
            #expect(text("\(day)", "en-US", zone) == "Mar 1, 2026")
        }
    }
}
