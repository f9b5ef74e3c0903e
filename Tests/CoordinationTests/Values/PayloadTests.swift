import CoordinationTesting
import JSON
import Testing

@Suite("A payload")
struct PayloadTests {
    struct Order: Payload, Equatable {
        var product: Int
        var note: String?
        static let schema: JSONSchema = .object(
            ["product": .integer(min: 1), "note": .string(maxLength: 5)],
            required: ["product"]
        )
    }

    /// A payload with a decoder that rejects odd numbers, which its schema allows.
    struct Even: Payload {
        let number: Int
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            number = try container.decode(Int.self)
            guard number.isMultiple(of: 2) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "odd")
            }
        }
        func encode(to encoder: any Encoder) throws {}
        static let schema: JSONSchema = .integer
    }

    @Test("a valid payload is decoded")
    func fits() throws {
        let output = Output<PageA, Order>("order")
        #expect(try output.payload(from: ["product": 2, "note": "x"]) as? Order == Order(product: 2, note: "x"))
        #expect(try output.payload(from: ["product": 2.0]) as? Order == Order(product: 2, note: nil))
        #expect(output.schema == Order.schema)
        #expect(Output<PageA, Nothing>("none").schema == nil)
    }

    @Test(
        "an invalid payload is rejected with every violation",
        arguments: [
            (nil, [" required"]), (.null, [" type"]), ([:], ["/product required"]),
            (["product": 0, "note": "toolong"], ["/product minimum", "/note maxLength"]),
            (["product": "1", "more": 1], ["/product type", "/more additionalProperties"]),
            (["product": 1.5], ["/product type"]), ([1], [" type"]),
        ] as [(JSONValue?, [String])]
    )
    func rejected(payload: JSONValue?, expected: [String]) {
        do {
            _ = try Output<PageA, Order>("order").payload(from: payload)
            Issue.record("This was taken.")
        } catch {
            #expect(error.violations.map { "\($0.pointer) \($0.code)" } == expected)
        }
    }

    @Test("a payload that fits its schema but can't be decoded is rejected with a violation, too")
    func undecodable() {
        do {
            _ = try Output<PageA, Even>("even").payload(from: 3)
            Issue.record("This was taken.")
        } catch {
            #expect(error.violations.map { "\($0.pointer) \($0.code)" } == [" value"])
        }
    }

    @Test("a payload may be a text, a number, a Boolean or a list of numbers")
    func plain() throws {
        #expect(try Output<PageA, String>("x").payload(from: "a") as? String == "a")
        #expect(try Output<PageA, Int>("x").payload(from: 5) as? Int == 5)
        #expect(try Output<PageA, Bool>("x").payload(from: true) as? Bool == true)
        #expect(try Output<PageA, [Int]>("x").payload(from: [1, 2]) as? [Int] == [1, 2])
        #expect(throws: PayloadError.self) {
            try Output<PageA, String>("x").payload(from: .string(String(repeating: "a", count: 1_001)))
        }
    }
}
