import JSON
import Testing

@Suite("Parsing JSON")
struct JSONParserTests {
    @Test(
        "every text of RFC 8259 is parsed as its value",
        arguments: [
            ("null", .null), ("true", true), ("false", false), (" \t\r\n1 \n", 1),
            ("0", 0), ("-0", 0), ("-1", -1), ("42", 42), ("1234567890123", 1_234_567_890_123),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            ("-9223372036854775809", .number(-9_223_372_036_854_775_808)),
            ("100000000000000000000", .number(1e20)),
            ("1.0", 1.0), ("1e2", 100.0), ("1E+2", 100.0), ("1e-2", 0.01), ("-0.0", -0.0), ("0.1", 0.1),
            ("3.141592653589793", 3.141592653589793), ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
            ("5e-324", .number(.leastNonzeroMagnitude)), ("1e-999", 0.0), ("0e999999999999999999999", 0.0),
            ("123456789012345678901234567890e-20", .number(1_234_567_890.12345678901234567890)),
            ("0.000000000000000000000000000000000001", 1e-36), ("9007199254740993.0", .number(9_007_199_254_740_992)),
            (#""""#, ""), (#""a""#, "a"), (#""a b~""#, "a b~"), ("\"\u{7F}\"", "\u{7F}"),
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{08}\u{0C}\n\r\t"),
            (#""\u0041\u00e9\u00E9\u6f22""#, "Aéé漢"), (#""\ud83d\ude00""#, "😀"), (#""x\uD83D\uDE00y""#, "x😀y"),
            (#""\u0000""#, "\0"), ("\"é漢😀\"", "é漢😀"), ("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"),
            ("\"\u{FEFF}\u{FFFF}\u{10FFFF}\"", "\u{FEFF}\u{FFFF}\u{10FFFF}"),
            ("[]", []), ("[ ]", []), ("[1]", [1]), ("[1,2 , 3]", [1, 2, 3]), ("[[[]]]", [[[]]]),
            ("[null,[{}]]", [nil, [[:]]]),
            ("{}", [:]), ("{ }", [:]), (#"{"a":1}"#, ["a": 1]), (#"{ "a" : 1 , "b" : [ ] }"#, ["a": 1, "b": []]),
            (#"{"":{"":{}}}"#, ["": ["": [:]]]), (#"{"a\u0062":"c"}"#, ["ab": "c"]),
        ] as [(String, JSONValue)]
    )
    func accepted(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(
        "a text that RFC 8259 does not allow is rejected with its offset",
        arguments: [
            ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("nul", .unexpectedEnd, 3),
            ("nulL", .unexpectedCharacter, 3),
            ("True", .unexpectedCharacter, 0), ("NaN", .unexpectedCharacter, 0), ("Infinity", .unexpectedCharacter, 0),
            ("truex", .trailingCharacters, 4), ("1 2", .trailingCharacters, 2), ("[]]", .trailingCharacters, 2),
            ("\u{FEFF}1", .unexpectedCharacter, 0), ("'a'", .unexpectedCharacter, 0),
            ("// a\n1", .unexpectedCharacter, 0),
            ("1 /* a */", .trailingCharacters, 2), ("\u{A0}1", .unexpectedCharacter, 0),
            ("\u{0B}1", .unexpectedCharacter, 0),
            ("\0", .unexpectedCharacter, 0), ("1\0", .trailingCharacters, 1),
            ("-", .unexpectedEnd, 1), ("+1", .unexpectedCharacter, 0), (".5", .unexpectedCharacter, 0),
            ("1.", .unexpectedEnd, 2), ("1.e1", .invalidNumber, 2), ("1e", .unexpectedEnd, 2),
            ("1e+", .unexpectedEnd, 3),
            ("1ex", .invalidNumber, 2), ("-x", .invalidNumber, 1), ("01", .invalidNumber, 0),
            ("-01", .invalidNumber, 1),
            ("00", .invalidNumber, 0), ("0x10", .trailingCharacters, 1), ("1_000", .trailingCharacters, 1),
            ("１", .unexpectedCharacter, 0), ("1e999", .numberOutOfRange, 0), ("-1e999", .numberOutOfRange, 0),
            ("[1e400]", .numberOutOfRange, 1), ("1e99999999999999999999999", .numberOutOfRange, 0),
            ("\"", .unexpectedEnd, 1), ("\"abc", .unexpectedEnd, 4), (#""\"#, .unexpectedEnd, 2),
            (#""a\""#, .unexpectedEnd, 4),
            ("\"a\nb\"", .controlCharacter, 2), ("\"\t\"", .controlCharacter, 1), ("\"\0\"", .controlCharacter, 1),
            (#""\x41""#, .invalidEscape, 1), (#""\'""#, .invalidEscape, 1), (#""a\u12""#, .invalidEscape, 2),
            (#""\u12g4""#, .invalidEscape, 1), (#""\u+123""#, .invalidEscape, 1), (#""\U0041""#, .invalidEscape, 1),
            (#""\ud800""#, .loneSurrogate, 1), (#""\udc00""#, .loneSurrogate, 1),
            (#""\ud800\ud800""#, .loneSurrogate, 1),
            (#""\ud800\u0041""#, .loneSurrogate, 1), (#""\ud800x""#, .loneSurrogate, 1),
            (#""ab\udfff\ud800""#, .loneSurrogate, 3),
            (#""\ud800\""#, .unexpectedEnd, 9), (#""\ud800\u00""#, .invalidEscape, 7),
            ("[", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2), ("[1,", .unexpectedEnd, 3),
            ("[1,]", .unexpectedCharacter, 3),
            ("[,1]", .unexpectedCharacter, 1), ("[1 2]", .unexpectedCharacter, 3), ("[1}", .unexpectedCharacter, 2),
            ("]", .unexpectedCharacter, 0), ("}", .unexpectedCharacter, 0), (",", .unexpectedCharacter, 0),
            ("{", .unexpectedEnd, 1), (#"{"a""#, .unexpectedEnd, 4), (#"{"a":"#, .unexpectedEnd, 5),
            (#"{"a":1"#, .unexpectedEnd, 6),
            (#"{"a":1,}"#, .unexpectedCharacter, 7), ("{,}", .unexpectedCharacter, 1),
            ("{a:1}", .unexpectedCharacter, 1),
            ("{1:1}", .unexpectedCharacter, 1), (#"{"a" 1}"#, .unexpectedCharacter, 5),
            (#"{"a":}"#, .unexpectedCharacter, 5),
            (#"{"a":1 "b":2}"#, .unexpectedCharacter, 7), (#"{"a"::1}"#, .unexpectedCharacter, 5),
            (#"{"a":1]"#, .unexpectedCharacter, 6),
            (#"{"a":1,"a":2}"#, .duplicateKey, 7), (#"{"a":1,"\u0061":2}"#, .duplicateKey, 7),
            (#"[{"b":{"a":1,"c":2,"a":3}}]"#, .duplicateKey, 19),
        ] as [(String, JSONSyntaxError.Kind, Int)]
    )
    func rejected(text: String, kind: JSONSyntaxError.Kind, offset: Int) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        #expect(error?.kind == kind)
        #expect(error?.offset == offset)
    }

    @Test(
        "bytes that are not UTF-8 are rejected in strings and everywhere else",
        arguments: [
            [0x80], [0xFF], [0xC0, 0xAF], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x82, 0x82, 0xAC],
            [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xC3, 0x28],
        ] as [[UInt8]]
    )
    func invalidUTF8(bytes: [UInt8]) {
        let prefix = Array(#"["ok","a"#.utf8)
        let inString = #expect(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: prefix + bytes + Array(#"\n"]"#.utf8))
        }
        #expect(inString?.kind == .invalidUTF8)
        #expect(inString?.offset == prefix.count)
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes) }
    }

    @Test("a text truncated at any byte is rejected as incomplete")
    func truncation() throws {
        let text = Array(#"{"a":[1,-2.5e-3,true,null,"x\u00e9\ud83d\ude00é漢"],"b":{"c":false,"d":{}}}"#.utf8)
        _ = try JSONValue(parsing: text)
        for length in 0..<text.count {
            let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(text[..<length])) }
            #expect(error?.kind == .unexpectedEnd, "cut at \(length)")
            #expect(error?.offset == length)
        }
    }

    @Test("a text with any one byte changed is parsed or rejected, without a trap")
    func mutation() {
        let text = Array(#"{"a":[1,-2.5e-3,true,null,"x\u00e9\ud83d\ude00é"],"b":{"c":false}}"#.utf8)
        var accepted = 0
        for index in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[index] = byte
                if (try? JSONValue(parsing: changed)) != nil { accepted += 1 }
            }
        }
        #expect(accepted > text.count)
    }

    @Test("nesting is parsed up to the limit and rejected one level beyond it")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONValue(parsing: nested(32))
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: nested(33)) }
        #expect(error == JSONSyntaxError(.tooDeep, offset: 32, detail: "at most 32 levels are allowed"))
        for text in [
            nested(10_000), String(repeating: "[", count: 10_000), String(repeating: #"{"a":"#, count: 10_000),
        ] {
            #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        }
        _ = try JSONValue(parsing: nested(JSONLimits.maximumDepth), limits: JSONLimits(depth: JSONLimits.maximumDepth))
        _ = try JSONValue(parsing: "1", limits: JSONLimits(depth: 0))
    }

    @Test("a text is parsed up to the limits of bytes and values, and not beyond")
    func sizes() throws {
        let list = "[" + Array(repeating: "0", count: 9_999).joined(separator: ",") + "]"
        _ = try JSONValue(parsing: list)
        let many = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "[0," + list.dropFirst()) }
        #expect(many?.kind == .tooManyValues)
        let string = "\"" + String(repeating: "a", count: 65_534) + "\""
        _ = try JSONValue(parsing: string)
        let long = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: string + " ") }
        #expect(long == JSONSyntaxError(.tooLong, offset: 65_536, detail: "at most 65536 bytes are allowed"))
        #expect(long?.isLimit == true)
    }

    @Test("a repeated name is found among thousands")
    func manyMembers() throws {
        let members = (0..<5_000).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(try JSONValue(parsing: "{\(members)}").objectValue?.count == 5_000)
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "{\(members),\"2500\":1}") }
        #expect(error?.kind == .duplicateKey)
    }

    @Test("names that look alike but differ in bytes are different names, also among many")
    func equivalentNames() throws {
        let members = (0..<20).map { "\"\($0)\":0" }.joined(separator: ",")
        for text in ["{\"\u{E9}\":1,\"e\u{301}\":2}", "{\(members),\"\u{E9}\":1,\"e\u{301}\":2}"] {
            let value = try JSONValue(parsing: text)
            #expect(value["\u{E9}"] == 1)
            #expect(value["e\u{301}"] == 2)
            #expect(value == (try JSONValue(parsing: JSONCoding.encode(value))))
            #expect(try JSONCoding.decode(OneName.self, from: value).number == 2)
        }
        #expect(("\u{E9}" as JSONValue) != "e\u{301}")
        #expect(Set(["\u{E9}", "e\u{301}", "\u{E9}"] as [JSONValue]).count == 2)
    }

    private struct OneName: Decodable {
        enum CodingKeys: String, CodingKey { case number = "e\u{301}" }
        let number: Int
    }

    @Test("a name has at most 256 bytes")
    func longNames() throws {
        _ = try JSONValue(parsing: "{\"\(String(repeating: "a", count: 256))\":0}")
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: "[{\"\(String(repeating: "a", count: 257))\":0}]")
        }
        #expect(error == JSONSyntaxError(.nameTooLong, offset: 2, detail: "a member name may have at most 256 bytes"))
        #expect(error?.isLimit == true)
    }

    @Test(
        "a name or a string has at most 30 combining marks in a row",
        arguments: ["\u{301}", "\u{F73}", "\u{F81}", "\u{5B0}", "\u{1D165}", "\\u0301"]
    )
    func combiningMarks(mark: String) throws {
        let (most, tooMany) = ("a" + String(repeating: mark, count: 30), "a" + String(repeating: mark, count: 31))
        _ = try JSONValue(parsing: "{\"\(most)\":\"\(most)\(most)\"}")
        for text in ["[\"\(tooMany)\"]", "{\"\(tooMany)\":1}", "{\"a\":\"\(most)b\(tooMany)\"}"] {
            let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
            #expect(error?.kind == .tooManyMarks)
        }
        #expect(try JSONValue(parsing: "[\"\(tooMany)\"]", limits: .stored).arrayValue?.count == 1)
    }

    @Test("an error has the expectation and the offset")
    func detail() {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: #"{"phone":"1","a":"#) }
        #expect(error?.description == "unexpected end of input at byte 17: a value was expected")
    }
}
