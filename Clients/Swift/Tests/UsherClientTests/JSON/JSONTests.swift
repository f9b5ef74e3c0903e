import Foundation
import Testing

@testable import UsherClient

@Suite("JSON")
struct JSONTests {
    @Test(
        "a text is parsed",
        arguments: [
            ("null", .null), (" true ", true), ("-0", 0), ("12.50", 12.5), ("1e3", .number(1000)),
            ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            (#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, .string("a\"\\/\u{8}\u{c}\n\r\té😀")),
            (#""\ud83dx""#, "\u{FFFD}x"), (#""\udc00""#, "\u{FFFD}"),
            ("[]", []), ("[1, [2]]", [1, [2]]), (#"{"a": {"b": []}, "a": 1}"#, ["a": 1]),
        ] as [(String, JSONValue)]
    )
    func parsed(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(
        "a text that is none is rejected at the byte",
        arguments: [
            ("", 0), ("nul", 0), ("[1,]", 3), ("{\"a\"}", 4), ("01", 2), ("-", 1), ("1.", 2), ("\"a", 2), ("\"\n\"", 1),
            ("[1] 2", 4), (#""\u12g4""#, 3), ("{1:2}", 1),
        ]
    )
    func rejected(text: String, offset: Int) {
        #expect(throws: JSONSyntaxError(offset: offset)) { try JSONValue(parsing: text) }
    }

    @Test("a text that is nested too deep is rejected, and does not take the stack")
    func deep() {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: String(repeating: "[", count: 1_000_000)) }
    }

    @Test("a value that is written and parsed is the same, and equal values have equal texts")
    func written() throws {
        let value: JSONValue = ["b": [1, 2.5, true, .null], "a": "\u{1}é\"\\\n😀", "c": [:]]
        #expect(try JSONValue(parsing: value.data) == value)
        #expect(value.description == #"{"a":"\u0001é\"\\\n😀","b":[1,2.5,true,null],"c":{}}"#)
    }

    @Test("a value is decoded as a type, and made of one")
    func decoded() throws {
        struct Item: Codable, Equatable {
            var title: String
            var price: Double
            var at: Date
        }
        let value: JSONValue = ["title": "Lamp", "price": 12, "at": "2026-11-21T09:31:00Z"]
        let item = try value.decode(as: Item.self)
        #expect(item == Item(title: "Lamp", price: 12, at: Date(timeIntervalSince1970: 1_795_253_460)))
        #expect(try JSONValue(encoding: item) == value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
    }
}
