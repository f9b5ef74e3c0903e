import Coordination
import HTTPCore
import JSON
import Sessions

extension StateAPI {
    /// What users do: outputs, gestures, tabs, links.
    func addEventRoutes(to routes: inout RouteTable) {
        add(.post, "/v1/sessions/:id/screens/:key/outputs/:name", to: &routes) {
            request,
            parameters async throws(APIError) in
            try await submit(request, parameters) { () throws(APIError) in
                let payload = try body(of: request)
                guard let key = Key(parameters["key"]) else { return nil }
                return .output(parameters["name"], screen: key, payload: payload)
            }
        }
        add(.post, "/v1/sessions/:id/back", to: &routes) { request, parameters async throws(APIError) in
            try await submit(request, parameters) { () throws(APIError) in
                let body = try body(of: request, as: Self.backBody)
                guard let text = body.text("to") else { return .back(to: nil) }
                // A key that is none names no screen, and going back to an absent screen changes nothing.
                return .back(to: Key(text) ?? Key(0))
            }
        }
        add(.post, "/v1/sessions/:id/dismiss", to: &routes) { request, parameters async throws(APIError) in
            try await submit(request, parameters) { () throws(APIError) in
                .dismiss(all: try body(of: request, as: Self.dismissBody)["all"] == .bool(true))
            }
        }
        add(.post, "/v1/sessions/:id/tabs/:key", to: &routes) { request, parameters async throws(APIError) in
            try await submit(request, parameters) { () throws(APIError) in
                _ = try body(of: request, as: .object([:]))
                return Key(parameters["key"]).map { .tab($0) }
            }
        }
        add(.post, "/v1/sessions/:id/links", to: &routes) { request, parameters async throws(APIError) in
            try await submit(request, parameters) { () throws(APIError) in
                .link(try body(of: request, as: Self.linkBody).text("url") ?? "")
            }
        }
    }

    private static let backBody: JSONSchema = .object([
        .init("to", .string(minLength: 1, maxLength: 16), isRequired: false)
    ])
    private static let dismissBody: JSONSchema = .object([.init("all", .boolean, isRequired: false)])
    private static let linkBody: JSONSchema = .object(["url": .string(minLength: 1, maxLength: 2_048)])

    /// Submits what a request asks for; `nil` stands for a key that never was in any session.
    private func submit(
        _ request: HTTPRequest,
        _ parameters: PathParameters,
        _ event: () throws(APIError) -> Event?
    ) async throws(APIError) -> HTTPResponse {
        let session = try await session(for: request, parameters)
        try checkAccept(request)
        guard let event = try event() else {
            // Key 0 is never given, so it stands for every key that could not have been.
            throw .session(.navigation(.staleScreen(Key(0)), session.view))
        }
        let submission = try submission(event, request)
        do throws(SessionError) {
            return response(try await session.submit(submission), request)
        } catch {
            throw .session(error)
        }
    }
}
