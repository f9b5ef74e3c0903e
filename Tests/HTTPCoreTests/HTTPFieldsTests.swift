import HTTPCore
import Testing

@Suite("Header fields") struct HTTPFieldsTests {
    @Test("a field is found by its name in any case, the first line first")
    func lookup() {
        var fields: HTTPFields = [.contentType: "text/plain", "X-One": "1"]
        fields.append("x-one", "2")
        #expect(fields["x-ONE"] == "1")
        #expect(fields.values("X-One") == ["1", "2"])
        #expect(fields.count(of: "X-One") == 2)
        #expect(fields.bytes("X-ONE") == [0x31])
        #expect(fields["X-On"] == nil)
        #expect(fields["X-One1"] == nil)
        #expect(fields.bytes("X-None") == nil)
        #expect(!fields.contains("X-None"))
        #expect(fields.contains(.contentType))
    }

    @Test("fields keep their order and their spelling")
    func order() {
        var fields: HTTPFields = ["B": "1", "a": "2"]
        fields.append(contentsOf: ["c": "", "B": "3"])
        #expect(
            fields.lines == [
                .init(name: "B", value: "1"), .init(name: "a", value: "2"), .init(name: "c", value: ""),
                .init(name: "B", value: "3"),
            ]
        )
        #expect(fields.count == 4)
    }

    @Test("setting a field replaces its lines, and setting nil removes them")
    func set() {
        var fields: HTTPFields = ["A": "1", "B": "2", "a": "3"]
        fields["A"] = "4"
        #expect(fields.lines == [.init(name: "B", value: "2"), .init(name: "A", value: "4")])
        fields["b"] = nil
        #expect(fields.lines == [.init(name: "A", value: "4")])
        fields["A"] = nil
        #expect(fields.isEmpty)
        #expect(fields == [:])
    }

    @Test("a field value contains no line break and no other control character")
    func injection() {
        let fields: HTTPFields = ["A": "b\r\nSet-Cookie: c", "D": "e\0f\u{7F}\tg"]
        #expect(fields["A"] == "b  Set-Cookie: c")
        #expect(fields["D"] == "e f \tg")
    }

    @Test("a field is found among others, before and after some are removed")
    func amongOthers() throws {
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        let names = try (1...80).map { length in
            try #require(HTTPFieldName(String(letters[length % letters.count]) + String(repeating: "x", count: length)))
        }
        var fields = HTTPFields()
        var half = HTTPFields()
        for (number, name) in names.enumerated() {
            #expect(!fields.contains(name))
            if number % 2 == 0 { fields.append(name, "\(number)") } else { half.append(name, "\(number)") }
        }
        fields.append(contentsOf: half)
        for (number, name) in names.enumerated() { #expect(fields[name] == "\(number)") }
        for name in names.prefix(40) { fields[name] = nil }
        for (number, name) in names.enumerated() { #expect(fields[name] == (number < 40 ? nil : "\(number)")) }
        #expect(fields.count == 40)
    }

    @Test("a copy is independent of its original")
    func value() {
        let original: HTTPFields = ["A": "1"]
        var copy = original
        copy["A"] = "2"
        #expect(original["A"] == "1")
    }

    @Test("fields may have long values and many lines")
    func long() {
        let long = String(repeating: "ü", count: 100_000)
        var fields: HTTPFields = ["Long": long]
        for number in 0..<1000 { fields.append("N", String(number)) }
        #expect(fields["Long"] == long)
        #expect(fields.values("N").last == "999")
    }

    @Test("a name must be a token", arguments: ["", "a b", "a:", "a\r", "ä", String(repeating: "a", count: 257)])
    func badName(name: String) {
        #expect(HTTPFieldName(name) == nil)
    }

    @Test("names are equal in any case")
    func nameCase() {
        #expect(HTTPFieldName("ETAG") == .entityTag)
        #expect(Set<HTTPFieldName>(["etag", "ETag", "Host"]).count == 2)
    }
}
