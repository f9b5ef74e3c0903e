import Concurrency
import Coordination
import Documents
import HTTPCore
import JSON
import Sessions

/// The endpoints that describe the hosted applications.
struct ApplicationEndpoints {
    let api: StateAPI

    var all: [Endpoint] {
        // The schemas of the screens are derived once, because that takes milliseconds.
        let described = api.registry.applications.all.map {
            ($0.name, Self.description(of: $0).reused)
        }
        let descriptions = Dictionary(described) { first, _ in first }
        return [
            Endpoint(
                method: .get,
                template: "/v1/apps",
                id: "listApplications",
                tag: "server",
                summary: "The applications of this server",
                responses: [.init(content: .json("Applications"))],
                handler: .open { call throws(APIError) in
                    var response = list(for: call.request)
                    response.fields.append(.vary, "Accept-Language")
                    call.respond(response)
                }
            ),
            Endpoint(
                method: .get,
                template: "/v1/apps/:app",
                id: "describeApplication",
                tag: "server",
                summary: "An application: its screens with their props, outputs and schemas, and its links",
                responses: [.init(content: .json("Application"))],
                problems: [.unknownApplication],
                handler: .open { call throws(APIError) in
                    call.respond(descriptions[try application(of: call).name] ?? .json(.ok, []))
                }
            ),
            Endpoint(
                method: .get,
                template: "/v1/apps/:app/map",
                id: "readMap",
                tag: "server",
                summary: "The flows of an application, from their wiring",
                parameters: [.format],
                responses: [
                    .init(
                        description: "The map, in the form that was asked for.",
                        content: .forms(
                            "ApplicationMap",
                            others: ["image/svg+xml", "text/plain", "text/vnd.graphviz", "application/scxml+xml"]
                        ),
                        fields: [.vary]
                    )
                ],
                problems: [.notAcceptable, .malformedRequest, .unknownApplication],
                handler: .open { call throws(APIError) in
                    call.respond(try map(of: try application(of: call), call.request))
                }
            ),
        ]
    }

    /// Returns a map in the form that the query names, or in the first one that the client accepts.
    private func map(of application: Application, _ request: HTTPRequest) throws(APIError) -> HTTPResponse {
        let format = request.target.parameters.first { $0.name == "format" }
        let forms = MapForm.allCases.filter { format == nil || $0.rawValue == format?.value }
        guard !forms.isEmpty else {
            throw .problem(.malformedRequest, "'format' must be json, svg, mermaid, dot or scxml.")
        }
        guard let form = forms.first(where: { request.accepts($0.mediaType) }) else { throw .problem(.notAcceptable) }
        return api.maps.withLock { maps in
            let key = MapKey(application: application.name, form: form)
            // The map of a program never changes, so it is drawn once, in a millisecond, under the lock.
            if let response = maps[key] { return response }
            var response = form.response(of: application.map).reused
            response.fields.append(.vary, "Accept")
            maps[key] = response
            return response
        }
    }

    private func application(of call: APICall) throws(APIError) -> Application {
        guard let application = api.registry.applications[call.parameters["app"]] else {
            throw .session(.unknownApplication(call.parameters["app"]))
        }
        return application
    }

    private func list(for request: HTTPRequest) -> HTTPResponse {
        .json(.ok) { writer in
            writer.member("apps", array: api.registry.applications.all) { application, writer in
                writer.object { writer in
                    writer.member("name", application.name)
                    writer.member("title", title(of: application, for: request))
                    writer.member("href", "/v1/apps/\(application.name)")
                    writer.flag("agents", application.hasAgentAccess)
                    writer.flag("notifications", application.notifiesUsers && !api.registry.notificationSenders.isEmpty)
                }
            }
            writer.member("default", api.registry.applications.default.name)
            guard api.settings.hasDevelopmentRoutes else { return }
            for option in api.settings.options {
                guard let page = option.page else { continue }
                writer.key(named: option.name)
                writer.string(page)
            }
        }
    }

    /// Returns the title of an application in the language that the client accepts.
    private func title(of application: Application, for request: HTTPRequest) -> String {
        guard let catalog = application.catalog, let language = request.language(among: catalog.languages) else {
            return application.title
        }
        return catalog.text(of: application.title, in: language)
    }

    private static func description(of application: Application) -> HTTPResponse {
        let links = ["usher://\(application.name)/"] + application.hosts.map { "https://\($0)/" }
        return .json(.ok) { writer in
            writer.member("name", application.name)
            writer.member("title", application.title)
            writer.member("links", array: links) { $1.string($0) }
            writer.member("linkPatterns", array: application.linkPatterns) { $1.string($0) }
            writer.member(
                "flows",
                object: { writer in
                    for (name, version) in application.flowVersions.sorted(by: { $0.key < $1.key }) {
                        writer.key(named: name)
                        writer.integer(version)
                    }
                }
            )
            let interface = application.interface
            writer.member("input", interface.input)
            writer.flag("inputOptional", interface.input != nil && interface.isInputOptional)
            writer.member("result", interface.result)
            writer.member("screens", array: application.screens) { screen, writer in
                ScreenDescription(screen).write(outputs: application.outputs(of: screen), to: &writer)
            }
        }
    }
}

/// A map among those that were drawn.
struct MapKey: Hashable {
    let application: String
    let form: MapForm
}

/// A form of an application's map, by default the first case.
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
