import CoordinationTesting
import Testing

@Suite("A timestamp")
struct TimestampTests {
    @Test(
        "a timestamp is written as RFC 3339 in UTC, with milliseconds only where there are any",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999Z"), (951_782_400_000, "2000-02-29T00:00:00Z"),
            (1_795_253_460_000, "2026-11-21T09:31:00Z"), (-2_203_891_200_000, "1900-03-01T00:00:00Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00Z"), (1_000, "1970-01-01T00:00:01Z"),
            (7, "1970-01-01T00:00:00.007Z"),
        ] as [(Int64, String)]
    )
    func written(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
        #expect(Timestamp(text)?.milliseconds == milliseconds)
    }

    @Test("a timestamp is parsed from its own text, throughout 10,000 years")
    func roundTrip() {
        var previous = ""
        for day in Int64(-719_528)..<2_932_897 where day % 7 == 0 || (-1_000...40_000).contains(day) {
            let moment = Timestamp(milliseconds: day * 86_400_000 + day % 86_400 * 1_000 + (day % 3 == 0 ? 5 : 0))
            let text = moment.description
            guard text > previous, Timestamp(text) == moment else {
                Issue.record("\(text) after \(previous) comes back as \(Timestamp(text)?.description ?? "nothing")")
                return
            }
            previous = text
        }
    }

    @Test(
        "a timestamp is parsed from no other text",
        arguments: [
            "", "Z", "2026-11-21", "2026-11-21T09:31:00", "2026-11-21T09:31:00+00:00", "2026-11-21 09:31:00Z",
            "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-02-31T00:00:00Z",
            "2026-04-31T00:00:00Z", "1900-02-29T00:00:00Z", "2026-11-00T00:00:00Z", "2026-11-21T24:00:00Z",
            "2026-11-21T09:60:00Z", "2026-11-21T09:31:60Z", "2026-11-21T09:31:00.1Z", "2026-11-21T09:31:00,100Z",
            "-026-11-21T09:31:00Z", "2026-11-21T09:31:00.+10Z", "２０２６-11-21T09:31:00Z", "2026-1a-21T09:31:00Z",
        ]
    )
    func rejected(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test("durations move a timestamp in whole milliseconds, and never beyond the range that can be written")
    func arithmetic() {
        let start = Timestamp(milliseconds: 1_000)
        #expect(start + .seconds(1.5) == Timestamp(milliseconds: 2_500))
        #expect(start + .microseconds(1_999) == Timestamp(milliseconds: 1_001))
        #expect(start - .seconds(2) == Timestamp(milliseconds: -1_000))
        #expect(Timestamp(milliseconds: 5) - start == .milliseconds(-995))
        for far in [
            start + .seconds(Int64.max), start - .seconds(Int64.max), Timestamp(milliseconds: .max),
            .init(milliseconds: .min),
        ] {
            #expect(Timestamp(far.description) == far)
        }
        #expect((start + .seconds(Int64.max)).description == "9999-12-31T23:59:59.999Z")
        #expect(start < start + .milliseconds(1))
    }
}
