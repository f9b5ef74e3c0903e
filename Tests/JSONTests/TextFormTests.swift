import JSON
import Testing

@Suite("The canonical form of texts")
struct TextFormTests {
    private func canonical(_ text: String, _ schema: JSONSchema) -> String {
        schema.canonical(.string(text)).stringValue ?? "no string"
    }

    private static let code = JSONSchema.string(pattern: .digits(6), secret: true)

    @Test(
        "a code of six digits is the same in every form in which people copy it",
        arguments: [
            "123456", " 123456", "123456 ", "123 456", "123-456", "123\u{A0}456", "123\u{202F}456", "123\u{2009}456",
            "123\t456",
            "123456\n", "123456\r\n", "123\u{2028}456", "１２３４５６", "１２３　４５６", "١٢٣٤٥٦", "۱۲۳۴۵۶", "१२३४५६", "๑๒๓๔๕๖",
            "１２３－４５６",
            "\u{200E}123456\u{200E}", "\u{2068}123456\u{2069}", "\u{202D}123456\u{202C}", "123\u{200B}456",
            "\u{FEFF}123456",
            "123\u{AD}456", "123–456", "123—456", "123−456", "123\u{2011}456", "123.456", "123·456", "(123456)",
            "“123456”",
            "1\u{FE0F}\u{20E3}2\u{FE0F}\u{20E3}3456", "𝟏𝟐𝟑𝟒𝟓𝟔", "123\u{0}456", "123,456", "123\u{3164}456",
            "123\u{115F}456", "123\u{2065}456", "123\u{E0001}456",
        ]
    )
    func digits(text: String) {
        #expect(canonical(text, Self.code) == "123456")
        #expect(Self.code.violations(of: Self.code.canonical(.string(text))) == [])
    }

    @Test(
        "letters, signs of other meaning and missing digits still violate the pattern",
        arguments: ["12345", "12345a", "12345６7", "½23456", "+123456", "Ⅻ3456"]
    )
    func otherDigits(text: String) {
        #expect(Self.code.violations(of: Self.code.canonical(.string(text))).map(\.code) == [.pattern])
    }

    @Test(
        "letters and digits of a copied code lose what groups them",
        arguments: [
            "ABCD-EFGH", "ABCD EFGH", "ＡＢＣＤ－ＥＦＧＨ", "ABCD\u{2011}EFGH\n", "\u{2066}ABCD–EFGH\u{2069}", "`ABCD_EFGH`.",
        ]
    )
    func letters(text: String) {
        // The grave accent is a symbol, which no code has but a page may show around it.
        #expect(canonical(text.filter { $0 != "`" }, .string(secret: true, form: .code)) == "ABCDEFGH")
    }

    @Test("patterns fold digits and dashes, and keep what has a meaning")
    func patterns() {
        #expect(canonical("de02 1203 0000 0000 2020 51", .string(pattern: .iban)) == "DE02120300000000202051")
        #expect(canonical("ＤＥ０２\u{A0}1203-0000-0000-2020-51", .string(pattern: .iban)) == "DE02120300000000202051")
        #expect(canonical("１２．５０ ", .string(pattern: .decimal())) == "12.50")
        #expect(canonical("-12.50", .string(pattern: .decimal())) == "-12.50")
        #expect(canonical("−12.50", .string(pattern: .decimal())) == "-12.50")
        #expect(canonical("2026–11–24", .string(pattern: .date)) == "2026-11-24")
        #expect(canonical("+49 170-1234567", .string(pattern: .phoneNumber)) == "+491701234567")
        #expect(canonical("+49 (0)170 1234567", .string(pattern: .phoneNumber)) == "+49(0)1701234567")
        #expect(canonical("abc_DEF-1.2~\n", .string(pattern: .asciiToken(20))) == "abc_DEF-1.2~")
    }

    @Test(
        "a line is in NFC, with single spaces and without invisible characters",
        arguments: [
            ("Anna", "Anna"), ("  Anna \u{A0} Schmidt\n", "Anna Schmidt"), ("Jo\u{308}rg", "Jörg"),
            ("a\u{200B}b\u{AD}c\u{FEFF}", "abc"),
            ("\u{202E}evil\u{202C}", "evil"), ("a\u{0}b\u{1B}c", "abc"), ("two\r\nlines", "two lines"),
            ("\u{3000}名前\u{3000}", "名前"),
            ("👩\u{200D}👩\u{200D}👧", "👩\u{200D}👩\u{200D}👧"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
            ("क्\u{200D}ष", "क्\u{200D}ष"),
            (
                "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
                "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
            ),
            ("a\u{E0067}b", "ab"), ("❤\u{FE0F}", "❤\u{FE0F}"), ("   ", " "), ("\u{200B}", " "), ("", ""),
            ("a\u{200D}", "a"),
            ("e\u{200B}\u{301}", "é"), ("x\u{FFFE}y", "xy"), ("a\u{85}b", "a b"),
        ]
    )
    func lines(text: String, expected: String) {
        let schema = JSONSchema.string(form: .line)
        #expect(Array(canonical(text, schema).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("prose keeps its lines, spaces and format characters, and loses control characters")
    func prose() {
        let schema = JSONSchema.string()
        #expect(
            Array(canonical("a\r\nb\rc\u{85}d\u{2028}e\u{2029}\u{B}f", schema).utf8) == Array("a\nb\nc\nd\ne\n\nf".utf8)
        )
        #expect(canonical(" x\t y ", schema) == " x\t y ")
        #expect(Array(canonical("a\u{0}\u{7}\u{7F}\u{9B}b\u{FFFF}", schema).utf8) == Array("ab".utf8))
        #expect(Array(canonical("Jo\u{308}rg", schema).utf8) == Array("Jörg".utf8))
        for text in ["می\u{200C}خواهم", "👩\u{200D}💻", "\u{2067}שלום\u{2069}!", "soft\u{AD}hyphen"] {
            #expect(Array(canonical(text, schema).utf8) == Array(text.utf8))
        }
    }

    @Test("a secret without a form stays as it is")
    func secret() {
        let text = " pa\u{0}ss\u{200B}wo\u{308}rd\r\n"
        #expect(Array(canonical(text, .string(secret: true)).utf8) == Array(text.utf8))
    }

    @Test("parts of objects, arrays and optional values become canonical, and all other values stay")
    func structure() {
        let schema = JSONSchema.object([
            .init("codes", .array(Self.code)), .init("name", .nullable(.string(form: .line))),
            .init("choice", .enumeration(["a "])), .init("count", .integer),
        ])
        let value: JSONValue = [
            "codes": ["12 34 56", "１２３４５６"], "name": " A ", "choice": "a ", "count": 3, "other": " x ",
        ]
        #expect(
            schema.canonical(value)
                == ["codes": ["123456", "123456"], "name": "A", "choice": "a ", "count": 3, "other": " x "]
        )
        #expect(schema.canonical(["name": nil, "codes": "12 34"]) == ["name": nil, "codes": "12 34"])
    }

    @Test("the canonical form of a canonical text is the text itself, for random texts of all kinds of characters")
    func idempotence() {
        var generator = SeededGenerator(seed: 7)
        let schemas: [JSONSchema] = [
            .string(), .string(form: .line), .string(form: .code), Self.code, .string(pattern: .iban),
            .string(pattern: .phoneNumber), .string(pattern: .decimal()), .string(pattern: .date),
        ]
        for _ in 0..<2_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                let limits: [UInt32] = [0x7F, 0x2FF, 0x20FF, 0xFFFF, 0xE01EF]
                let limit = limits.randomElement(using: &generator) ?? 0x7F
                if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &generator)) { text.append(scalar) }
            }
            for schema in schemas {
                let once = canonical(String(text), schema)
                #expect(once.hasSameBytes(as: canonical(once, schema)), "\(Array(text))")
            }
        }
    }
}
