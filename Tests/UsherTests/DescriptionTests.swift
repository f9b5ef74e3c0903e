import Applications
import Coordination
import HTTPCore
import JSON
import Logging
import Sessions
import SessionsTesting
import StateAPI
import Testing

@Suite("The OpenAPI document of the shipped applications")
struct DescriptionTests {
    private static func applications() throws -> [Application] {
        [
            try MarketApplication.make(), try ItemsApplication.make(), try ProfileApplication.make(),
            try ShopApplication.make(), try KanjiApplication.make(),
        ]
    }

    /// The schemas of the document by their names.
    private func schemas() async throws -> JSONValue {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let registry = try SessionRegistry(
            applications: HostedApplications(Self.applications()),
            store: MemoryStore(),
            effects: EffectHandlers(),
            clock: ManualClock(),
            log: log
        )
        let request = HTTPRequest(method: .get, target: HTTPTarget("/openapi.json"), fields: [:], body: [])
        let response = await StateAPI(registry: registry, log: log).handler().respond(to: request)
        let document = try JSONValue(parsing: response.body.bytes, limits: JSONLimits(bytes: 1 << 20))
        registry.close()
        return try #require(document["components"]?["schemas"])
    }

    @Test("each screen of each application has a schema of its props, derived from its type")
    func props() async throws {
        let schemas = try await schemas()
        for application in try Self.applications() {
            for screen in application.screens {
                #expect(throws: Never.self, "\(application.name).\(screen.name)") { _ = try screen.propsSchema() }
                #expect(schemas["\(application.name).\(screen.name).props"] != nil || !screen.sendsProps)
            }
        }
    }

    @Test("it has the props of a screen and the payload of an output by their names")
    func components() async throws {
        let schemas = try await schemas()
        #expect(
            schemas["items.verifyPhone.props"] == [
                "type": "object", "required": ["phone", "resendAvailableAt", "attemptsLeft"],
                "properties": [
                    "phone": ["type": "string"], "resendAvailableAt": ["type": "string", "format": "date-time"],
                    "attemptsLeft": ["type": "integer"],
                ],
            ]
        )
        #expect(
            schemas["items.verifyPhone.submit"] == [
                "type": "object", "required": ["code"],
                "properties": ["code": ["type": "string", "pattern": "^[0-9]{6}$", "writeOnly": true]],
                "additionalProperties": false,
            ]
        )
    }
}
