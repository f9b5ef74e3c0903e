import CoordinationTesting
import JSON
import Testing

@Suite("A key")
struct KeyTests {
    @Test("a key is written as k and its number", arguments: [0, 1, 5, 10, 4_294_967_295] as [UInt32])
    func written(number: UInt32) throws {
        let key = Key(number)
        #expect(key.description == "k\(number)")
        #expect(Key("k\(number)") == key)
        #expect(try JSONCoding.decode(Key.self, parsing: JSONCoding.encode(key)) == key)
    }

    @Test(
        "a key is parsed from no other text",
        arguments: [
            "", "k", "5", "K5", "k05", "k00", "k-1", "k+1", "k 5", "k5 ", "k4294967296", "k99999999999", "kk5", "k٥",
            "k5\u{301}",
        ]
    )
    func rejected(text: String) {
        #expect(Key(text) == nil)
        #expect(throws: DecodingError.self) { try JSONCoding.decode(Key.self, from: .string(text)) }
    }

    @Test("keys sort in the order in which they were assigned")
    func order() {
        #expect([Key(10), Key(9), Key(100)].sorted() == [Key(9), Key(10), Key(100)])
    }
}
