package import Coordination
package import Documents
import HTTPCore
import JSON
import Sessions

/// The description of the API in OpenAPI 3.1, made from the endpoints of a server and the types of its applications.
struct OpenAPIDocument {
    /// The operations of the server.
    let operations: [OpenAPIOperation]
    /// The options of the server.
    let options: [APIOption]
    /// The hosted applications.
    let applications: [Application]

    /// The document as JSON.
    var json: [UInt8] {
        var components: JSONObject = [:]
        components["schemas"] = .object(schemas)
        components["responses"] = .object(JSONObject(OpenAPIParts.commonResponses))
        components["parameters"] = .object(
            JSONObject(parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
        )
        components["headers"] = .object(
            JSONObject(OpenAPIParts.ResponseField.allCases.map { ($0.rawValue, $0.json) })
        )
        components["securitySchemes"] = [
            "token": [
                "type": "http", "scheme": "bearer",
                "description": "The token of the session, which the response to its start has.",
            ],
            "cookie": [
                "type": "apiKey", "in": "cookie", "name": "usher-{id}",
                "description":
                    "The cookie of the session, for browsers; its name ends in the id of the session. Requests that change something must come from a page of the server.",
            ],
        ]
        let document: JSONObject = [
            "openapi": "3.1.0",
            "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
            "info": [
                "title": "Usher state API", "version": "1",
                "summary": "Navigation state as a resource.",
                "description": .string(Self.introduction),
                "license": ["name": "MIT", "identifier": "MIT"],
            ],
            "servers": [["url": "/"]],
            "tags": .array(tags.map { ["name": .string($0.name), "description": .string($0.summary)] }),
            "paths": .object(JSONObject(paths)),
            "components": .object(components),
        ]
        var writer = JSONWriter(capacity: 1 << 18)
        writer.value(.object(document))
        return writer.finish()
    }

    private static let introduction = """
        A client draws the state of a session and reports what the user does; every response to a report has the state that \
        follows. Objects may have members that this document does not list; clients ignore them. `HEAD` is answered like \
        `GET`, and `OPTIONS` with the methods of the path. Paths that are not listed may be files of the web client. The props \
        of a screen and the payload of an output are components named `{app}.{screen}.props` and `{app}.{screen}.{output}`, and \
        the types inside of them have components by their own names.
        """

    private var tags: [(name: String, summary: String)] {
        [
            ("sessions", "Starting, reading and ending sessions."),
            ("events", "The actions of the user."),
            ("devices", "Several devices in one session."),
            ("account", "All sessions of a user."),
            ("history", "Earlier states of a session."),
        ] + options.map { ($0.name, $0.summary) } + [
            ("server", "The server, its applications and this contract."),
            ("extensions", "Routes of this server's own."),
        ]
    }

    /// The parameters that the operations refer to, by the names of their components.
    private var parameters: [String: OpenAPIParameter] {
        Dictionary(operations.flatMap(\.parameters).map { ($0.name, $0) }) { first, _ in first }
    }

    private var paths: [(String, JSONValue)] {
        var paths: [String] = []
        for operation in operations where !paths.contains(operation.path) { paths.append(operation.path) }
        return paths.map { path in
            let items = operations.filter { $0.path == path }.map { ($0.method.rawValue.lowercased(), $0.json) }
            return (path, .object(JSONObject(items)))
        }
    }

    private var schemas: JSONObject {
        var schemas = JSONObject(Self.ownSchemas + options.flatMap(\.schemas).map { ($0.key, $0.value.value) })
        let contract = ClientContract(of: applications)
        // Two names become the same if they differ only in characters that a component's name can't have. The first one stays.
        for (name, schema) in Self.schemas(of: applications, in: contract) where schemas[name] == nil {
            schemas[name] = schema
        }
        return schemas
    }

    /// The components of every server: the state, the elements and the other resources.
    static var ownSchemas: [(String, JSONValue)] {
        StateSchemas.all.map { ($0.key, $0.value.value) } + ElementSchemas.all.map { ($0.name, $0.schema.value) }
            + ResourceSchemas.all.map { ($0.key, $0.value.value) }
    }

    /// Returns the components of applications: the props of their screens, the payloads of their outputs, and the types in them.
    private static func schemas(of applications: [Application], in contract: ClientContract) -> [(String, JSONValue)] {
        let screens = zip(applications, contract.applications).flatMap { application, described in
            zip(application.screens, described.screens).flatMap { type, screen in
                let name = "\(described.name).\(screen.name)"
                let props = screen.props.map { OpenAPISchema($0, in: contract) } ?? ScreenDescription(type).props
                let payloads = screen.outputs.compactMap { output in
                    output.payload.map { (component("\(name).\(output.name)"), OpenAPISchema($0, in: contract).value) }
                }
                return [(component("\(name).props"), props.value)] + payloads
            }
        }
        let sessions = contract.applications.flatMap { application in
            [("input", application.input), ("result", application.result)].compactMap { name, schema in
                schema.map { (component("\(application.name).\(name)"), OpenAPISchema($0, in: contract).value) }
            }
        }
        return screens + sessions + contract.types.map { ($0.name, OpenAPISchema($0.schema, in: contract).value) }
    }

    /// Returns a text without the characters that the name of a component can't have.
    private static func component(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
    }
}

extension ClientContract {
    /// Describes the contract of a server's applications with their clients, with the names of the server's OpenAPI document.
    package init(of applications: [Coordination.Application]) {
        let components = OpenAPIDocument.ownSchemas.map { name, schema in
            (name, Set(schema["properties"]?.objectValue?.keys ?? []))
        }
        self.init(applications, components: Dictionary(components) { first, _ in first })
    }
}
