import HTTPCore
import Sessions

extension StateAPI {
    /// Adds the route of the OpenAPI document, which describes all routes that were added before, and itself.
    ///
    /// The document is made here, once; a request gets the same bytes each time.
    func addDescriptionRoute(to routes: inout RouteTable) {
        let path = "/openapi.json"
        let described = routes.routes + [RouteTable.Route(method: .get, template: path)]
        let document = OpenAPIDocument(routes: described, applications: registry.applications.all)
        let content = StaticContent(document.json, type: "application/json")
        add(.get, path, to: &routes) { call throws(APIError) in
            guard let response = content.response(to: call.request) else { throw .problem(.preconditionFailed) }
            call.respond(response)
        }
    }
}
