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

    @Test("a type that contains itself accepts any value inside of itself")
    func recursion() throws {
        let tree = JSONSchema(
            .object(
                .open([
                    .init("title", .string), .init("left", .any, isRequired: false), .init("edges", .array(edge)),
                    .init("others", .array(.any)),
                ])
            )
        )
        #expect(try Forest.propsSchema() == JSONSchema(.object(.open([.init("trees", .dictionary(.array(tree)))]))))
    }

    private var edge: JSONSchema { JSONSchema(.object(.open([.init("length", .integer), .init("target", .any)]))) }

    @Test(
        "props without a schema are reported when the application is created, with the type, its position and the line to write",
        arguments: [
            (
                Screens.choosing,
                "Choosing.Choice at '/choice' has members of any name, as an enumeration with associated values has: give it a schema, with an example: `extension Choosing.Choice: Payload { static let schema: JSONSchema = …; static let example: JSONValue? = … }`."
            ),
            (
                .staged,
                "Trip.Stage at '/trips/0/stage' does not list its cases: let Trip.Stage conform to CaseIterable, or give it a schema: `extension Trip.Stage: Payload { static let schema: JSONSchema = .enumeration([…]) }`."
            ),
            (
                .mapped,
                "Rank at '/ranks/*' rejects a sample: give it a schema, with an example: `extension Rank: Payload { static let schema: JSONSchema = …; static let example: JSONValue? = … }`."
            ),
            (
                .odd,
                "Odd at '/odd' rejects the example of its schema: declare an example in Odd: `static let example: JSONValue? = …`."
            ),
        ]
    )
    func failure(screen: Screens, sentence: String) throws {
        let error = #expect(throws: ApplicationError.self) { try screen.application() }
        #expect(error?.errors == ["The props of '\(screen)' have no derived schema, because \(sentence)"])
    }

    @Test("the pointer of a missing schema names the member")
    func pointer() {
        let error = #expect(throws: PropsSchemaError.self) { try Staged.propsSchema() }
        #expect(error?.pointer == "/trips/0/stage")
    }

    @Test("a screen that sends no props needs no schema of them")
    func unsent() throws { _ = try Screens.silent.application() }
}

/// Applications with one screen each.
enum Screens: String, CustomStringConvertible {
    case choosing, staged, mapped, odd, silent

    var description: String { rawValue }

    func application() throws -> Application {
        switch self {
        case .choosing: try Self.application(Choosing(choice: .none))
        case .staged: try Self.application(Staged(trips: []))
        case .mapped: try Self.application(Mapped(ranks: [:]))
        case .odd: try Self.application(OddProps(odd: Odd(number: 1)))
        case .silent: try Self.application(Silent(choice: .none))
        }
    }

    private static func application<Shown: Screen>(_ screen: Shown) throws -> Application {
        try Application("app", title: "App", root: Showing<Shown>.self, factory: ())
    }
}

private final class Showing<Shown: Screen>: ApplicationCoordinator {
    static var name: String { "Showing" }
    func start() {}
    static var wiring: Wiring<Showing<Shown>> { [.shows(Shown.self)] }
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

private struct Silent: Screen {
    static let name = "silent"
    static let sendsProps = false
    var choice: Choosing.Choice
}

private struct Trip: Codable, Equatable {
    enum Stage: String, Codable { case planned, done }
    var stage: Stage
}

private struct Staged: Screen {
    static let name = "staged"
    var trips: [Trip]
}

private enum Rank: Int, Codable { case first = 1 }

private struct Mapped: Screen {
    static let name = "mapped"
    var ranks: [String: Rank]
}

/// A payload with a rule that its schema does not have.
private struct Odd: Payload, Equatable {
    var number: Int

    init(number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
        number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
        guard !number.isMultiple(of: 2) else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "even"))
        }
    }

    static let schema: JSONSchema = .object(["number": .integer(min: 2, max: 2)])
}

private struct OddProps: Screen {
    static let name = "odd"
    var odd: Odd
}

/// A tree, whose type contains itself directly and in the elements of another type.
private final class Tree: Codable, Equatable, Sendable {
    struct Edge: Codable, Equatable {
        var length: Int
        var target: Tree
    }

    let title: String
    let left: Tree?
    let edges: [Edge]
    let others: [Tree]

    static func == (one: Tree, other: Tree) -> Bool { one.title == other.title }
}

private struct Forest: Screen {
    static let name = "forest"
    var trees: [String: [Tree]]
}
