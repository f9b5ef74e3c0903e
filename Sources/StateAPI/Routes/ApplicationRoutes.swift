import Concurrency
import Coordination
import Documents
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
        let described = registry.applications.all.map {
            ($0.name, HTTPResponse.json(.ok, Self.description(of: $0)).reused)
        }
        let descriptions = Dictionary(described) { first, _ in first }
        add(.get, "/v1/apps/:app", to: &routes) { [self] call throws(APIError) in
            try checkAccept(call.request)
            call.respond(descriptions[try application(of: call).name] ?? .json(.ok, []))
        }
        add(.get, "/v1/apps/:app/map", to: &routes) { [self] call throws(APIError) in
            call.respond(try map(of: try application(of: call), call.request))
        }
    }

    /// Returns a map in the form that the query names, or in the first one that the client accepts.
    private func map(of application: Application, _ request: HTTPRequest) throws(APIError) -> HTTPResponse {
        let format = request.target.parameters.first { $0.name == "format" }
        let forms = MapForm.allCases.filter { format == nil || $0.rawValue == format?.value }
        guard !forms.isEmpty else {
            throw .problem(.malformedRequest, "'format' must be json, svg, mermaid, dot or scxml.")
        }
        guard let form = forms.first(where: { request.accepts($0.mediaType) }) else { throw .problem(.notAcceptable) }
        return maps.withLock { maps in
            let key = MapKey(application: application.name, form: form)
            // Drawn once, under the lock: the map is that of the program, and takes a millisecond.
            if let response = maps[key] { return response }
            var response = form.response(of: application.map).reused
            response.fields.append(.vary, "Accept")
            maps[key] = response
            return response
        }
    }

    private func application(of call: APICall) throws(APIError) -> Application {
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
        if settings.hasDevelopmentRoutes { writer.member("inspector", "/inspector/") }
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

/// A map among those that were drawn.
struct MapKey: Hashable {
    let application: String
    let form: MapForm
}

/// A form of an application's map; the first one is the default.
enum MapForm: String, CaseIterable {
    case json, svg, mermaid, dot, scxml

    var mediaType: String {
        switch self {
        case .json: "application/json"
        case .svg: "image/svg+xml"
        case .mermaid: "text/plain"
        case .dot: "text/vnd.graphviz"
        case .scxml: "application/scxml+xml"
        }
    }

    func response(of map: ApplicationMap) -> HTTPResponse {
        let text: String
        switch self {
        case .json: return .json(.ok, map.json.json)
        case .svg: text = map.svg
        case .mermaid: text = map.mermaid
        case .dot: text = map.dot
        case .scxml: text = map.scxml
        }
        return HTTPResponse(.ok, fields: [.contentType: "\(mediaType); charset=utf-8"], body: .bytes(Array(text.utf8)))
    }
}
