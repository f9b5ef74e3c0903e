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

    @Test("days can be counted and compared")
    func arithmetic() throws {
        let day = try #require(Day("2024-02-28"))
        #expect((day + 2).description == "2024-03-01")
        #expect((day + -59).description == "2023-12-31")
        #expect(day < day + 1)
    }
}
