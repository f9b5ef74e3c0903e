import Coordination
import Testing

@testable import CoordinationTesting

@Suite("The statements of a path")
struct TestStatementTests {
    @Test("a screen that is gone is named by a key that compiles")
    func key() {
        #expect(TestStatement.report("submit", from: Key(5)).text == "try session.report(\"submit\", from: Key(5))")
    }

    @Test(
        "a result is a literal or JSON",
        arguments: [
            ("a \"b\" \\(c)", #""a \"b\" \\(c)""#), (5, "5"), (true, "true"), (1.5, "json: 1.5"),
            ([Timestamp(milliseconds: 0)], #"json: ["1970-01-01T00:00:00Z"]"#),
            (Place.town(name: "Wien"), #"json: ["town": ["name": "Wien"]]"#), ([String: Int](), "json: [:]"),
        ] as [(any Codable & Sendable, String)]
    )
    func result(value: any Codable & Sendable, argument: String) {
        let statement = TestStatement.deliver(.value(value), of: Places.Find())
        #expect(statement.text == "try session.complete(Places.Find.self, \(argument))")
    }
}

enum Place: Codable, Sendable { case town(name: String) }

enum Places {
    struct Find: Effect {
        static let name = "find"
        typealias Value = Place
    }
}
