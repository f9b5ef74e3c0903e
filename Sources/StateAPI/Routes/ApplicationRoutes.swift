import Coordination
import HTTPCore
import JSON
import Sessions

extension StateAPI {
    /// Adds the routes that describe the hosted applications.
    func addApplicationRoutes(to routes: inout RouteTable) {
        add(.get, "/v1/apps", to: &routes) { [self] call throws(APIError) in
            try checkAccept(call.request)
            var response = HTTPResponse.json(.ok, applications(for: call.request))
            response.fields.append(.vary, "Accept-Language")
            call.respond(response)
        }
        // The schemas of the screens are derived once, because that takes milliseconds.
        let described = registry.applications.all.map { ($0.name, Self.description(of: $0)) }
        let descriptions = Dictionary(described) { first, _ in first }
        add(.get, "/v1/apps/:app", to: &routes) { [self] call throws(APIError) in
            call.respond(.json(.ok, descriptions[try application(of: call).name] ?? []))
        }
        add(.get, "/v1/apps/:app/map", to: &routes) { [self] call throws(APIError) in
            call.respond(.json(.ok, try application(of: call).map.json.json))
        }
    }

    private func application(of call: APICall) throws(APIError) -> Application {
        try checkAccept(call.request)
        guard let application = registry.applications[call.parameters["app"]] else {
            throw .session(.unknownApplication(call.parameters["app"]))
        }
        return application
    }

    private func applications(for request: HTTPRequest) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("apps")
        writer.beginArray()
        for application in registry.applications.all {
            writer.beginObject()
            writer.member("name", application.name)
            writer.member("title", title(of: application, for: request))
            writer.member("href", "/v1/apps/\(application.name)")
            writer.endObject()
        }
        writer.endArray()
        writer.member("default", registry.applications.default.name)
        writer.endObject()
        return writer.bytes
    }

    /// Returns the title of an application in the language that the client accepts.
    private func title(of application: Application, for request: HTTPRequest) -> String {
        guard let catalog = application.catalog, let language = request.language(among: catalog.languages) else {
            return application.title
        }
        return catalog.text(of: application.title, in: language)
    }

    private static func description(of application: Application) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("name", application.name)
        writer.member("title", application.title)
        writer.key("links")
        writer.beginArray()
        writer.string("usher://\(application.name)/")
        for host in application.hosts { writer.string("https://\(host)/") }
        writer.endArray()
        writer.member("linkPatterns", array: application.linkPatterns) { $1.string($0) }
        writer.key("flows")
        writer.beginObject()
        for (name, version) in application.flowVersions.sorted(by: { $0.key < $1.key }) {
            writer.key(named: name)
            writer.integer(version)
        }
        writer.endObject()
        writer.member("screens", array: application.screens) { screen, writer in
            ScreenDescription(screen).write(outputs: application.outputs(of: screen), to: &writer)
        }
        writer.endObject()
        return writer.bytes
    }
}
