import JSON
import Testing

@Suite("JSON Schema")
struct JSONSchemaTests {
    private static let order = JSONSchema.object(
        [
            "code": .string(pattern: .digits(6), secret: true).titled("Code"),
            "email": .string(minLength: 3, maxLength: 10, format: "email"),
            "kind": .enumeration(["card", "cash"]),
            "count": .integer(min: 1, max: 9),
            "price": .number(min: 0, max: 10),
            "gift": .boolean,
            "tags": .array(.string(minLength: 1), minItems: 1, maxItems: 3, uniqueItems: true),
            "note": .nullable(.string(maxLength: 2)),
            "nothing": .null,
        ],
        required: ["code", "count"]
    )

    @Test("a schema is encoded as a JSON Schema 2020-12 document")
    func document() {
        #expect(
            text(Self.order.described("An order").json) == """
                {"description":"An order","type":"object","required":["code","count"],"properties":{\
                "code":{"title":"Code","type":"string","pattern":"^[0-9]{6}$","writeOnly":true},\
                "email":{"type":"string","minLength":3,"maxLength":10,"format":"email"},\
                "kind":{"type":"string","enum":["card","cash"]},\
                "count":{"type":"integer","minimum":1,"maximum":9},\
                "price":{"type":"number","minimum":0.0,"maximum":10.0},\
                "gift":{"type":"boolean"},\
                "tags":{"type":"array","items":{"type":"string","minLength":1},"minItems":1,"maxItems":3,"uniqueItems":true},\
                "note":{"type":["string","null"],"maxLength":2},\
                "nothing":{"type":"null"}},"additionalProperties":false}
                """
        )
        #expect(
            text(JSONSchema.nullable(.enumeration(["a"]).titled("Inner")).titled("Outer").json)
                == #"{"title":"Outer","type":["string","null"],"enum":["a",null]}"#
        )
        #expect(text(JSONSchema.object([]).json) == #"{"type":"object","properties":{},"additionalProperties":false}"#)
    }

    @Test(
        "each violated rule is reported with its pointer",
        arguments: [
            (["code": "123456", "count": 1], []),
            (["code": "123456", "count": 1.0, "note": nil, "nothing": nil, "price": 3], []),
            ([:], ["/code required", "/count required"]),
            (["code": "12345", "count": 1], ["/code pattern"]),
            (["code": "１２３４５６", "count": 1], ["/code pattern"]),
            (["code": 123456, "count": 1], ["/code type"]),
            (["code": "123456", "count": 0], ["/count minimum"]),
            (["code": "123456", "count": 10], ["/count maximum"]),
            (["code": "123456", "count": 1.5], ["/count type"]),
            (["code": "123456", "count": "1"], ["/count type"]),
            (["code": "123456", "count": 1, "email": "ab"], ["/email minLength"]),
            (["code": "123456", "count": 1, "email": "e\u{301}e"], []),
            (["code": "123456", "count": 1, "email": "👨‍👩‍👧‍👦👨‍👩‍👧"], ["/email maxLength"]),
            (["code": "123456", "count": 1, "kind": "gold"], ["/kind enum"]),
            (["code": "123456", "count": 1, "price": -0.5], ["/price minimum"]),
            (["code": "123456", "count": 1, "price": 10.5], ["/price maximum"]),
            (["code": "123456", "count": 1, "gift": 1], ["/gift type"]),
            (["code": "123456", "count": 1, "tags": []], ["/tags minItems"]),
            (["code": "123456", "count": 1, "tags": ["a", "b", "c", "d"]], ["/tags maxItems"]),
            (["code": "123456", "count": 1, "tags": ["a", "a"]], ["/tags uniqueItems"]),
            (["code": "123456", "count": 1, "tags": ["a", "", 1]], ["/tags/1 minLength", "/tags/2 type"]),
            (["code": "123456", "count": 1, "note": "abc"], ["/note maxLength"]),
            (["code": "123456", "count": 1, "note": 1], ["/note type"]),
            (["code": "123456", "count": 1, "nothing": 0], ["/nothing type"]),
            (["code": "123456", "count": 1, "a/b": 0], ["/a~1b additionalProperties"]),
            ([], [" type"]),
            (nil, [" type"]),
        ] as [(JSONValue, [String])]
    )
    func violations(value: JSONValue, expected: [String]) {
        #expect(Self.order.violations(of: value).map { "\($0.pointer) \($0.code.rawValue)" } == expected)
    }

    @Test("equal numbers are equal list elements, with or without a decimal point")
    func uniqueNumbers() {
        let schema = JSONSchema.array(.number, uniqueItems: true)
        #expect(schema.violations(of: [1, 1.0]).map(\.code) == [.uniqueItems])
        #expect(schema.violations(of: [1, 1.5]).isEmpty)
    }

    @Test("a violation's sentence names the rule, and never the input")
    func sentences() {
        let violations = Self.order.violations(
            of: ["code": "hunter2", "count": 4_242, "kind": "hunter2", "hunter3": "hunter2"]
        )
        #expect(
            violations.map(\.detail.description) == [
                "must be 6 digits", "must be one of “card”, “cash”", "must be at most 9",
                "is not allowed; allowed members are “code”, “email”, “kind”, “count”, “price”, “gift”, “tags”, “note”, “nothing”",
            ]
        )
    }

    @Test("no more violations are listed than requested")
    func limit() {
        let schema = JSONSchema.array(.boolean)
        let value = JSONValue.array(Array(repeating: .null, count: 1_000))
        #expect(schema.violations(of: value).count == 20)
        #expect(schema.violations(of: value, limit: 3).map(\.pointer.description) == ["/0", "/1", "/2"])
    }

    @Test("a random sample fits its schema, and the same seed gives the same sample")
    func samples() {
        let schemas = [
            Self.order, .array(Self.order, minItems: 1), .nullable(Self.order), .string, .integer, .number,
            .integer(min: .min, max: .max), .integer(min: .max), .integer(max: .min), .number(min: 1, max: 1),
            .string(pattern: .phoneNumber), .string(minLength: 4, maxLength: 5, pattern: .asciiToken(8)),
        ]
        for (seed, schema) in schemas.enumerated() {
            var one = SeededGenerator(seed: UInt64(seed))
            var other = SeededGenerator(seed: UInt64(seed))
            for _ in 0..<300 {
                let value = schema.sample(using: &one)
                #expect(schema.violations(of: value).isEmpty, "\(text(value.json))")
                #expect(schema.sample(using: &other) == value)
            }
        }
    }

    @Test(
        "a pointer leads to the schema of a part",
        arguments: [
            ("", "object"), ("/lines", "array"), ("/lines/0", "object"), ("/lines/17/amount", "integer"),
            ("/a~1b", "boolean"), ("/c~0d", "null"), ("/lines/-", nil), ("/lines/0/none", nil), ("/a/b", nil),
            ("lines", nil), ("/lines/0/amount/x", nil), ("/", nil),
        ]
    )
    func subschema(pointer: String, kind: String?) {
        let line = JSONSchema.object(["amount": .integer])
        let schema = JSONSchema.object([
            "lines": .nullable(.array(line)), "a/b": .boolean, "c~d": .null,
        ])
        let found = schema.subschema(at: pointer).map { String(describing: $0.kind) }
        #expect(
            found.map { $0.hasPrefix(kind ?? "-") || $0.contains(".\(kind ?? "-")") } ?? (kind == nil),
            "\(found ?? "")"
        )
    }

    @Test("a nullable secret is a secret")
    func secret() {
        #expect(JSONSchema.string(secret: true).isSecret)
        #expect(JSONSchema.nullable(.string(secret: true)).isSecret)
        #expect(!JSONSchema.string.isSecret)
        #expect(JSONSchema.null.isNull)
    }
}

@Suite("String patterns")
struct StringPatternTests {
    @Test(
        "a pattern accepts the same strings as its regular expression",
        arguments: [
            (.digits(6), "^[0-9]{6}$", ["123456"], ["", "12345", "1234567", "12345a", "12345\n", "١٢٣٤٥٦"]),
            (.digits(4...8), "^[0-9]{4,8}$", ["1234", "12345678"], ["123", "123456789"]),
            (.asciiToken(3), "^[A-Za-z0-9._~-]{1,3}$", ["a", "Z-9", "._~"], ["", "abcd", "a b", "é", "a@", "[", "`"]),
            (
                .phoneNumber, #"^\+[1-9][0-9]{6,14}$"#, ["+79161234567", "+1234567"],
                ["79161234567", "+0123456", "+123456", "+1234567890123456"]
            ),
            (
                .date, "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
                ["2026-11-24", "0000-01-01", "9999-12-31", "2026-02-30"],
                [
                    "", "2026-11-2", "2026-11-245", "2026-13-01", "2026-00-01", "2026-01-32", "2026-01-00", "26-01-01",
                    "2026/01/01", "2026-1-01", "٢026-11-24",
                ]
            ),
            (
                .decimal(fractionDigits: 2), #"^(0|[1-9][0-9]{0,11})(\.[0-9]{1,2})?$"#,
                ["0", "0.5", "12.50", "999999999999.99", "7", "0.00"],
                ["", ".", ".5", "5.", "00", "01", "1.234", "1.2.3", "-1", "+1", "1,5", "1000000000000", "1e3", " 1"]
            ),
            (
                .iban, "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$", ["DE02120300000000202051", "NO9386011117947"],
                ["", "DE02", "de02120300000000202051", "DE0212030000 0000202051", "D102120300000000202051"]
            ),
        ] as [(StringPattern, String, [String], [String])]
    )
    func matching(pattern: StringPattern, expression: String, accepted: [String], rejected: [String]) throws {
        #expect(pattern.regularExpression == expression)
        let regex = try Regex(expression).asciiOnlyDigits()
        for string in accepted { #expect(pattern.matches(string) && string.wholeMatch(of: regex) != nil) }
        for string in rejected { #expect(!pattern.matches(string), "\(string)") }
    }
}
