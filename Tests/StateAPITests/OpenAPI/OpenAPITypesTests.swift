import Coordination
import JSON
import Testing

@testable import StateAPI

@Suite("The components of Swift types in the OpenAPI document")
struct OpenAPITypesTests {
    private func schemas(of applications: Application...) throws -> JSONValue {
        let document = OpenAPIDocument(operations: [], options: [], applications: applications)
        let json = try JSONValue(parsing: document.json, limits: JSONLimits(bytes: 1 << 20))
        return try #require(json["components"]?["schemas"])
    }

    private func ref(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

    @Test("a type inside of props is a component by its name, and each use refers to it")
    func props() throws {
        let schemas = try schemas(of: Trains.application())
        #expect(
            schemas["trains.offers.props"] == [
                "type": "object", "required": ["offers", "sort"],
                "properties": [
                    "offers": ["type": "array", "items": ref("Offer")], "sort": ref("Offer.Sort"), "best": ref("Offer"),
                ],
            ]
        )
        #expect(
            schemas["Offer"] == [
                "type": "object", "required": ["price", "legs"],
                "properties": ["price": ref("Fare"), "legs": ["type": "array", "items": ref("Leg")]],
            ]
        )
        #expect(schemas["Offer.Sort"] == ["type": "string", "enum": ["price", "time"]])
    }

    @Test("a type that contains itself refers to itself")
    func recursion() throws {
        let schemas = try schemas(of: Trains.application())
        #expect(schemas["Leg"]?["properties"]?["connections"] == ["type": "array", "items": ref("Leg")])
    }

    @Test("a type in payloads has a component of its own, because it is limited in size, unless it is an enumeration")
    func payloads() throws {
        let schemas = try schemas(of: Trains.application())
        #expect(
            schemas["trains.offers.filter"]?["properties"] == [
                "sort": ref("Offer.Sort"), "limit": ref("Fare.payload"), "route": ref("Route"),
            ]
        )
        #expect(schemas["Fare.payload"]?["additionalProperties"] == false)
        #expect(schemas["Fare"]?["additionalProperties"] == nil)
        #expect(schemas["Route"]?["properties"]?["from"] == ["type": "string", "maxLength": 1_000])
    }

    @Test(
        "types with one name have their contexts or modules before it, and so has one with the name of another component"
    )
    func clashes() throws {
        let schemas = try schemas(of: Trains.application(), Ships.application())
        #expect(schemas["Fare"] == nil)
        #expect(schemas["StateAPITests.Fare"]?["properties"]?["amount"]?["type"] == "integer")
        #expect(schemas["StateAPITests.Fare.2"]?["properties"]?["amount"]?["type"] == "string")
        #expect(schemas["StateAPITests.Message"]?["properties"] == ["text": ["type": "string"]])
        #expect(schemas["Message"]?["properties"]?["code"] != nil)
    }

    @Test("every reference leads to a component")
    func references() throws {
        let schemas = try schemas(of: Trains.application(), Ships.application())
        let text = String(decoding: schemas.json, as: UTF8.self)
        let names = text.split(separator: "\"#/components/schemas/").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(names.count > 20)
        for name in names { #expect(schemas[String(name)] != nil, "\(name)") }
    }
}

private struct Fare: Codable, Equatable { var amount: Int }

private struct Route: Codable, Equatable { var from: String }

private struct Leg: Codable, Equatable { var connections: [Leg] }

private struct Offer: Codable, Equatable {
    enum Sort: String, Codable, CaseIterable { case price, time }
    var price: Fare
    var legs: [Leg]
}

private struct Filter: Payload {
    var sort: Offer.Sort
    var limit: Fare
    var route: Route
}

private struct Offers: Screen {
    static let name = "offers"
    static let filter = Output<Offers, Filter>("filter")
    var offers: [Offer]
    var sort: Offer.Sort
    var best: Offer?
}

private final class Trains: ApplicationCoordinator {
    static func application() throws -> Application {
        try Application("trains", title: "Trains", root: Trains.self, factory: ())
    }

    func start() {}
    static let wiring: Wiring<Trains> = [.on(Offers.filter) { _, _ in }]
}
