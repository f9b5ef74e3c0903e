import JSON
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
    @Test("the writer adds commas and colons")
    func structure() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("a")
        writer.beginArray()
        writer.integer(1)
        writer.null()
        writer.beginObject()
        writer.endObject()
        writer.beginArray()
        writer.endArray()
        writer.endArray()
        writer.key("b")
        writer.bool(false)
        writer.key("c")
        writer.raw(Array(#"{"kept":true}"#.utf8))
        writer.key("d")
        writer.number(0.5)
        writer.key("e")
        writer.value(["f": [1, "g"]])
        writer.endObject()
        #expect(text(writer.bytes) == #"{"a":[1,null,{},[]],"b":false,"c":{"kept":true},"d":0.5,"e":{"f":[1,"g"]}}"#)
    }

    @Test("exactly the characters that RFC 8259 names are escaped")
    func escapes() {
        let value: JSONValue = "\"\\/\u{08}\u{0C}\n\r\t\0\u{1F}\u{7F}\u{80}\u{2028}\u{2029}é😀"
        #expect(text(value.json) == "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7F}\u{80}\u{2028}\u{2029}é😀\"")
    }

    @Test("every ASCII byte is escaped or not at every position of a string, short or long")
    func escapesAnywhere() throws {
        for scalar in (0..<0x80).map({ Unicode.Scalar(UInt8($0)) }) {
            let isEscaped = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            for length in 1...17 {
                for place in 0..<length {
                    var characters = [Unicode.Scalar](repeating: "é", count: length)
                    characters[place] = scalar
                    let string = String(String.UnicodeScalarView(characters))
                    let json = JSONValue.string(string).json
                    #expect(try JSONValue(parsing: json) == .string(string))
                    #expect((json.count > string.utf8.count + 2) == isEscaped)
                }
            }
        }
    }

    @Test("raw text and strings written in pieces appear unchanged")
    func pieces() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.integer(1)
        writer.string(capacity: 3) { text in
            text.append(UInt8(ascii: "k"))
            text.append(decimal: 42)
        }
        writer.raw(Array("[2".utf8))
        writer.rawRest(Array("]".utf8))
        writer.raw(Array("x34".utf8)[2...])
        writer.beginString()
        writer.piece("a \"b\"")
        writer.piece("")
        writer.piece(" and c")
        writer.endString()
        writer.endArray()
        #expect(text(writer.bytes) == #"[1,"k42",[2],4,"a \"b\" and c"]"#)
        #expect(text(writer.bytes(1..<8)) == #"1,"k42""#)
    }

    @Test(
        "a finished text is complete, and the writer starts again",
        arguments: [0, 16, 4_096]
    )
    func finishing(capacity: Int) {
        var writer = JSONWriter(capacity: capacity)
        var texts: [[UInt8]] = []
        for round in 1...3 {
            writer.beginArray()
            for number in 0..<round * 40 { writer.integer(number) }
            writer.endArray()
            #expect(writer.count > 16)
            texts.append(writer.finish())
            #expect(writer.count == 0)
        }
        #expect(writer.finish().isEmpty)
        for (index, text) in texts.enumerated() {
            let numbers = (0..<(index + 1) * 40).map(String.init).joined(separator: ",")
            #expect(String(decoding: text, as: UTF8.self) == "[\(numbers)]")
        }
        texts[0].append(0x20)
        #expect(texts[1].first == 0x5B)
    }

    @Test("a text can grow far beyond its initial capacity")
    func growth() throws {
        var writer = JSONWriter(capacity: 1)
        writer.beginArray()
        for number in 0..<3_000 { writer.string("number \(number)") }
        writer.endArray()
        #expect(writer.count == writer.bytes.count)
        #expect(try JSONValue(parsing: writer.bytes) == .array((0..<3_000).map { .string("number \($0)") }))
    }

    @Test(
        "a number has the fewest digits that give the same number again",
        arguments: [
            (0.1, "0.1"), (1.0, "1.0"), (-0.0, "-0.0"), (1e20, "1e+20"), (Double.leastNonzeroMagnitude, "5e-324"),
            (1.0 / 3, "0.3333333333333333"),
        ]
    )
    func numbers(number: Double, expected: String) throws {
        #expect(text(JSONValue.number(number).json) == expected)
        #expect(try JSONValue(parsing: expected) == .number(number))
    }

    @Test(
        "the largest and smallest integers are written in full",
        arguments: [Int64.max, .min, 0, -1, 10, -10, 99, 100]
    )
    func integers(integer: Int64) {
        #expect(text(JSONValue.integer(integer).json) == String(integer))
    }

    @Test("every written value is parsed as the same value")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<3_000 {
            let value = randomValue(depth: 4, using: &generator)
            let bytes = value.json
            let read = try JSONValue(parsing: bytes)
            #expect(read == value)
            #expect(read.json == bytes)
            #expect(read.hashValue == value.hashValue)
        }
    }

    @Test("every Double round-trips bit by bit")
    func doubles() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let number = Double(bitPattern: generator.next())
            guard number.isFinite else { continue }
            let read = try JSONValue(parsing: JSONValue.number(number).json)
            #expect(read.numberValue?.bitPattern == number.bitPattern)
        }
    }

    @Test("objects are equal with their members in any order")
    func objectEquality() throws {
        let one = try JSONValue(parsing: #"{"a":1,"b":{"c":2,"d":3}}"#)
        let other = try JSONValue(parsing: #"{"b":{"d":3,"c":2},"a":1}"#)
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(one != ["a": 1, "b": ["c": 2]])
        #expect(one["b"]?["d"] == 3)
        #expect(one["x"] == nil && one[0] == nil)
    }

    @Test("members are set, replaced and removed by name")
    func editing() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["c"] = 3
        object["a"] = "one"
        object["b"] = nil
        object["x"] = nil
        #expect(text(object.json) == #"{"a":"one","c":3}"#)
    }
}
