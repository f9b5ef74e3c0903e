import APITesting
import Coordination
import HTTPCore
import JSON
import Logging
import Testing

@testable import StateAPI

@Suite("The OpenAPI document")
struct OpenAPIDocumentTests {
    private func document(_ settings: StateAPI.Settings = StateAPI.Settings()) async throws -> JSONValue {
        let response = try await TestAPI(settings: settings).send(.get, "/openapi.json")
        #expect(response.status == 200)
        return response.json
    }

    private func api(isForDevelopment: Bool) throws -> StateAPI {
        var settings = StateAPI.Settings()
        settings.hasDevelopmentRoutes = isForDevelopment
        return StateAPI(
            registry: try TestAPI(settings: settings).registry,
            settings: settings,
            log: .init(label: "test")
        )
    }

    @Test("every route of the server is an operation, whose name no other one has", arguments: [false, true])
    func routes(isForDevelopment: Bool) async throws {
        let api = try api(isForDevelopment: isForDevelopment)
        let routes = api.routes().routes.map { "\($0.method.rawValue.lowercased()) \($0.template)" }
        let request = HTTPRequest(method: .get, target: HTTPTarget("/openapi.json"), fields: [:], body: [])
        let paths = TestResponse(await api.handler().respond(to: request)).json["paths"]?.objectValue ?? [:]
        let operations = paths.members.flatMap { path in
            (path.value.objectValue ?? [:]).members.map { (name: "\($0.key) \(path.key)", json: $0.value) }
        }
        let templates = operations.map { $0.name.replacing("{", with: ":").replacing("}", with: "") }
        #expect(templates.sorted() == routes.sorted())
        let ids = operations.compactMap { $0.json["operationId"]?.stringValue }
        #expect(ids.count == operations.count)
        #expect(Set(ids).count == ids.count)
        #expect(ids.contains("forkSession") == isForDevelopment)
    }

    @Test("an operation that needs a session, a body or a type has the problems of their checks")
    func checks() throws {
        for endpoint in try api(isForDevelopment: true).endpoints {
            let problems = Set(endpoint.allProblems)
            #expect(problems.contains(.credentialReplaced) == (endpoint.handler.security == .session), "\(endpoint.id)")
            #expect(problems.contains(.malformedJSON) == (endpoint.body != nil), "\(endpoint.id)")
            #expect(endpoint.mediaType == nil || problems.contains(.notAcceptable), "\(endpoint.id)")
        }
    }

    @Test("it has the paths of the server, and a route of the server's own as one that is not described")
    func paths() async throws {
        let api = try TestAPI()
        let state = StateAPI(registry: api.registry, log: .init(label: "test"))
        let handler = state.handler { $0.add(.get, "/hello/:name") { _, _, reply in reply.send(.json(.ok, [])) } }
        let request = HTTPRequest(method: .get, target: HTTPTarget("/openapi.json"), fields: [:], body: [])
        let document = TestResponse(await handler.respond(to: request)).json
        #expect(document["paths"]?["/hello/{name}"]?["get"]?["tags"] == ["extensions"])
        #expect(document["paths"]?["/v1/sessions/{id}"]?["get"]?["operationId"] == "readSession")
        #expect(document["paths"]?["/v1/sessions/{id}/forks"] == nil)
        #expect(document["paths"]?["/openapi.json"]?["get"]?["operationId"] == "readDescription")
    }

    @Test("each kind of element has a component of its own")
    func elements() async throws {
        let schemas = try #require(try await document()["components"]?["schemas"])
        for (kind, schema) in PartSchema.elements {
            #expect(schemas["\(schema.component)Element"]?["properties"]?["kind"]?["const"]?.stringValue == kind)
        }
        let mapping = schemas["Element"]?["discriminator"]?["mapping"]?.objectValue
        #expect(mapping?.keys == PartSchema.elements.map(\.kind))
    }

    @Test("it has the props of a screen and the payload of an output by their names")
    func components() async throws {
        let schemas = try #require(try await document()["components"]?["schemas"])
        #expect(
            schemas["notebook.verifyPhone.props"] == [
                "type": "object", "required": ["phone", "sentAt", "attemptsLeft"],
                "properties": [
                    "phone": ["type": "string"], "sentAt": ["type": "string", "format": "date-time"],
                    "attemptsLeft": ["type": "integer"],
                ],
            ]
        )
        #expect(
            schemas["notebook.verifyPhone.submit"] == [
                "type": "object", "required": ["code"],
                "properties": ["code": ["type": "string", "pattern": "^[0-9]{6}$", "writeOnly": true]],
                "additionalProperties": false,
            ]
        )
    }

    @Test("a client that has it gets 304, and a condition that is false 412")
    func revalidation() async throws {
        let api = try TestAPI()
        let first = await api.send(.get, "/openapi.json")
        let tag = try #require(first.tag)
        #expect(first.fields[.cacheControl] == "no-cache")
        #expect(await api.send(.get, "/openapi.json", fields: [.ifNoneMatch: tag]).status == 304)
        let other = await api.send(.get, "/openapi.json", fields: [.ifMatch: "\"other\""])
        #expect(other.status == 412)
        #expect(other.type == "/problems/precondition-failed")
    }

    @Test("every problem of an operation is one that the server lists")
    func problems() throws {
        for endpoint in try api(isForDevelopment: true).endpoints {
            #expect(Set(endpoint.allProblems).subtracting(StateAPI.problems) == [], "\(endpoint.id)")
        }
    }
}
