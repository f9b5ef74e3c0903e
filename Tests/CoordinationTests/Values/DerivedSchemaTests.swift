import CoordinationTesting
import Testing

@Suite("A schema that is derived from a payload's type")
struct DerivedSchemaTests {
    @Test("each member has the schema of its type, and optional ones are not required")
    func members() {
        #expect(
            Order.schema
                == .object([
                    .init("product", .string(maxLength: 1_000)),
                    .init("count", .integer),
                    .init("small", .integer(min: 0, max: 255)),
                    .init("price", .number),
                    .init("isGift", .boolean, isRequired: false),
                    .init("kind", .enumeration(["standard", "express"])),
                    .init("tags", .array(.string(maxLength: 1_000), maxItems: 1_000)),
                    .init("address", .object([.init("street", .string(maxLength: 1_000))])),
                    .init("stops", .array(.object([.init("street", .string(maxLength: 1_000))]), maxItems: 1_000)),
                    .init("code", Secret.schema, isRequired: false),
                    .init("limited", Limited.schema),
                ])
        )
    }

    @Test("values that conform are decoded, and others are rejected with their positions")
    func payloads() throws {
        let output = Output<PageA, Short>("short")
        #expect(
            try output.payload(from: ["name": "a", "kind": "express"]) as? Short == Short(name: "a", kind: .express)
        )
        #expect(throws: PayloadError.self) { try output.payload(from: ["name": "a", "kind": "slow"]) }
        #expect(throws: PayloadError.self) { try output.payload(from: ["kind": "express"]) }
        #expect(throws: PayloadError.self) { try output.payload(from: ["name": "a", "more": 1]) }
    }

    @Test("a wrapper has the schema of its value")
    func wrapper() { #expect(Wrapper.schema == .integer) }

    @Test("a type from which no schema can be derived is reported when the application is created, with the reason")
    func underivable() {
        do {
            _ = try Application("app", title: "App", root: Odd.self, factory: ())
            Issue.record("The mistakes were not reported.")
        } catch {
            #expect(
                error.errors == [
                    "AnyNames, the payload of 'names' of 'odd', has no derived schema, because it has members of any name, as an enumeration with associated values has: declare `static let schema: JSONSchema`.",
                    "Even, the payload of 'even' of 'odd', has no derived schema, because it rejects a sample at '/number': declare `static let schema: JSONSchema`.",
                    "Colored, the payload of 'color' of 'odd', has no derived schema, because Color at '/color' does not list its cases: let Color conform to CaseIterable, or give it a schema: `extension Color: Payload { static let schema: JSONSchema = .enumeration([…]) }`.",
                    "Wrapping, the payload of 'deep' of 'odd', has no derived schema, because Color at '/all/0/color' does not list its cases: let Color conform to CaseIterable, or give it a schema: `extension Color: Payload { static let schema: JSONSchema = .enumeration([…]) }`.",
                    "Array<Colored>, the payload of 'many' of 'odd', has no derived schema, because Color at '/0/color' does not list its cases: let Color conform to CaseIterable, or give it a schema: `extension Color: Payload { static let schema: JSONSchema = .enumeration([…]) }`.",
                    "Family, the payload of 'family' of 'odd', has no derived schema, because Family at '/children/0' is a part of itself: declare `static let schema: JSONSchema` in Family.",
                ]
            )
        }
    }
}

private struct Order: Payload {
    enum Kind: String, Codable, CaseIterable { case standard, express }
    struct Address: Codable { var street: String }

    var product: String
    var count: Int
    var small: UInt8
    var price: Double
    var isGift: Bool?
    var kind: Kind
    var tags: [String]
    var address: Address
    var stops: [Address]
    var code: Secret?
    var limited: Limited
}

private struct Limited: Payload {
    var number: Int
    static let schema: JSONSchema = .object(["number": .integer(min: 1, max: 3)])
}

private struct Short: Payload, Equatable {
    var name: String
    var kind: Order.Kind
}

private struct Wrapper: Payload, RawRepresentable { var rawValue: Int }

private struct AnyNames: Payload {
    var names: [String: Int]
    init(from decoder: any Decoder) throws { names = try [String: Int](from: decoder) }
    func encode(to encoder: any Encoder) throws { try names.encode(to: encoder) }
}

private struct Even: Payload {
    var number: Int
    private enum CodingKeys: String, CodingKey { case number }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(Int.self, forKey: .number)
        throw DecodingError.dataCorruptedError(forKey: .number, in: container, debugDescription: "odd")
    }
}

/// An enumeration that does not list its cases.
private enum Color: String, Codable { case red }

private struct Colored: Payload { var color: Color }

private struct Wrapping: Payload { var all: [Colored] }

private struct Family: Payload { var children: [Family] }

private struct OddScreen: Screen {
    static let name = "odd"
    static let names = Output<OddScreen, AnyNames>("names")
    static let even = Output<OddScreen, Even>("even")
    static let color = Output<OddScreen, Colored>("color")
    static let deep = Output<OddScreen, Wrapping>("deep")
    static let many = Output<OddScreen, [Colored]>("many")
    static let family = Output<OddScreen, Family>("family")
}

private final class Odd: ApplicationCoordinator {
    func start() { push(OddScreen()) }
    static let wiring: Wiring<Odd> = [
        .on(OddScreen.names) { _, _ in }, .on(OddScreen.even) { _, _ in }, .on(OddScreen.color) { _, _ in },
        .on(OddScreen.deep) { _, _ in }, .on(OddScreen.many) { _, _ in },
        .on(OddScreen.family) { _, _ in },
    ]
}
