import Coordination
import JSON
import Testing

@Suite("Days")
struct DayTests {
    @Test("a day is read and written in the form of RFC 3339", arguments: ["2026-11-21", "2024-02-29", "0001-01-01"])
    func text(day: String) throws {
        #expect(Day(day)?.description == day)
        let json = try JSONCoding.encode(try #require(Day(day)))
        #expect(String(decoding: json, as: UTF8.self) == "\"\(day)\"")
        #expect(try JSONCoding.decode(Day.self, parsing: json).description == day)
    }

    @Test("no other text is a day", arguments: ["2026-02-29", "2026-13-01", "26-11-21", "2026-11-21T", "20261121", ""])
    func wrong(text: String) {
        #expect(Day(text) == nil)
    }

    @Test(
        "a time is on a day in UTC, also before 1970",
        arguments: [
            (0, "1970-01-01"), (86_399_999, "1970-01-01"), (86_400_000, "1970-01-02"), (-1, "1969-12-31"),
            (-86_400_000, "1969-12-31"), (1_798_144_200_000, "2026-12-24"),
        ] as [(Int64, String)]
    )
    func time(milliseconds: Int64, day: String) {
        #expect(Day(utc: Timestamp(milliseconds: milliseconds)) == Day(day))
    }

    @Test("days can be counted and compared")
    func arithmetic() throws {
        let day = try #require(Day("2024-02-28"))
        #expect((day + 2).description == "2024-03-01")
        #expect((day + -59).description == "2023-12-31")
        #expect(day < day + 1)
    }

    @Test(
        "a payload can have a day, and a text that is none is rejected by its schema",
        arguments: ["tomorrow", "2026-13-01"]
    )
    func payload(text: String) throws {
        #expect(Night.schema == .object(["day": Day.schema]))
        #expect(throws: PayloadError.self) { try Calendar.choose.payload(from: ["day": .string(text)]) }
        #expect(throws: Never.self) { try Calendar.choose.payload(from: ["day": "2026-12-24"]) }
    }

    @Test("a screen can have a day, and a payload with a schema of its own and a day")
    func props() throws {
        #expect(throws: Never.self) { try Calendar.propsSchema() }
    }
}

private struct Night: Payload { var day: Day }

private struct Dates: Payload, Equatable {
    var day: Day

    static let schema: JSONSchema = .object(["day": Day.schema])
}

private struct Calendar: Screen {
    static let name = "calendar"
    static let choose = Output<Calendar, Night>("choose")

    var today: Day
    var dates: Dates?
}
