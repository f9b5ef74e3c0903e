import CoordinationTesting
import Testing

@Suite("The schema of a screen's inputs")
struct PropsSchemaTests {
    @Test("members have no limits, further members are allowed, and dictionaries have members of any name")
    func members() throws {
        #expect(
            try Catalog.propsSchema()
                == JSONSchema(
                    .object(
                        .open([
                            .init("title", .string), .init("counts", .dictionary(.integer)),
                            .init("changedAt", .string(format: "date-time"), isRequired: false),
                            .init("even", JSONSchema(.object(.open([.init("number", .integer)])))),
                            .init("all", .array(JSONSchema(.object(.open([.init("number", .integer)]))))),
                            .init("extra", .any),
                        ])
                    )
                )
        )
    }

    @Test("a screen without inputs has an empty object")
    func nothing() throws { #expect(try Bare.propsSchema() == JSONSchema(.object(.open([])))) }

    @Test("an enumeration with values has no derived schema, and the reason is said")
    func failure() {
        #expect(throws: PropsSchemaError.self) { try Choosing.propsSchema() }
    }
}

extension JSONSchema.ObjectRules {
    fileprivate static func open(_ properties: [JSONSchema.Property]) -> Self {
        guard case .object(var rules) = JSONSchema.object(properties).kind else { return open([]) }
        rules.others = .any
        return rules
    }
}

/// A number that the type accepts only if it is even.
private struct Even: Payload, Equatable {
    var number: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(Int.self, forKey: .number)
        guard number.isMultiple(of: 2) else {
            throw DecodingError.dataCorruptedError(forKey: .number, in: container, debugDescription: "odd")
        }
    }

    static let schema: JSONSchema = .object(["number": .integer(min: 1, max: 9)])
    static let example: JSONValue? = ["number": 2]
}

private struct Catalog: Screen {
    static let name = "catalog"
    var title: String
    var counts: [String: Int]
    var changedAt: Timestamp?
    var even: Even
    var all: [Even]
    var extra: JSONValue
}

private struct Bare: Screen { static let name = "bare" }

private struct Choosing: Screen {
    enum Choice: Codable, Equatable { case one(Int), none }
    static let name = "choosing"
    var choice: Choice
}
