import Coordination
import HTTPCore
import JSON
import Sessions

extension StateAPI {
    /// What users do: outputs, gestures, tabs, links.
    func addEventRoutes(to routes: inout RouteTable) {
        addEvent("/v1/sessions/:id/screens/:key/outputs/:name", to: &routes) {
            request,
            parameters throws(APIError) in
            let payload = try body(of: request)
            guard let key = Key(parameters["key"]) else { return nil }
            return .output(parameters["name"], screen: key, payload: payload)
        }
        addEvent("/v1/sessions/:id/back", to: &routes) { request, parameters throws(APIError) in
            let body = try body(of: request, as: Self.backBody)
            guard let text = body.text("to") else { return .back(to: nil) }
            // A key that is none names no screen, and going back to an absent screen changes nothing.
            return .back(to: Key(text) ?? Key(0))
        }
        addEvent("/v1/sessions/:id/dismiss", to: &routes) { request, parameters throws(APIError) in
            .dismiss(all: try body(of: request, as: Self.dismissBody)["all"] == .bool(true))
        }
        addEvent("/v1/sessions/:id/tabs/:key", to: &routes) { request, parameters throws(APIError) in
            _ = try body(of: request, as: .object([:]))
            return Key(parameters["key"]).map { .tab($0) }
        }
        addEvent("/v1/sessions/:id/links", to: &routes) { request, parameters throws(APIError) in
            .link(try body(of: request, as: Self.linkBody).text("url") ?? "")
        }
    }

    private static let backBody: JSONSchema = .object([
        .init("to", .string(minLength: 1, maxLength: 16), isRequired: false)
    ])
    private static let dismissBody: JSONSchema = .object([.init("all", .boolean, isRequired: false)])
    private static let linkBody: JSONSchema = .object(["url": .string(minLength: 1, maxLength: 2_048)])

    /// Registers what a request asks for; `nil` stands for a key that never was in any session.
    private func addEvent(
        _ template: String,
        to routes: inout RouteTable,
        _ event: @escaping @Sendable (HTTPRequest, PathParameters) throws(APIError) -> Event?
    ) {
        add(
            .post,
            template,
            to: &routes,
            answering: { request, parameters throws(APIError) in
                if let session = try liveSession(for: request, parameters) {
                    return try submit(try submission(event, request, parameters, to: session), to: session, request)
                }
                return .pending { () async throws(APIError) in
                    let session = try await self.session(for: request, parameters)
                    let submission = try self.submission(event, request, parameters, to: session)
                    return try await submit(submission, to: session, request).response
                }
            }
        )
    }

    private func submission(
        _ event: (HTTPRequest, PathParameters) throws(APIError) -> Event?,
        _ request: HTTPRequest,
        _ parameters: PathParameters,
        to session: Session
    ) throws(APIError) -> Submission {
        try checkAccept(request)
        guard let event = try event(request, parameters) else {
            // Key 0 is never given, so it stands for every key that could not have been.
            throw .session(.navigation(.staleScreen(Key(0)), session.view))
        }
        return try submission(event, request)
    }

    /// Submits, and has the answer right away where nobody has to be waited for.
    private func submit(
        _ submission: Submission,
        to session: Session,
        _ request: HTTPRequest
    ) throws(APIError) -> APIAnswer {
        do throws(SessionError) {
            guard let answer = try session.submitAtOnce(submission) else {
                return .pending { () async throws(APIError) in
                    do throws(SessionError) {
                        return response(try await session.submit(submission), request)
                    } catch {
                        throw .session(error)
                    }
                }
            }
            guard answer.isBusy, submission.wait > .zero else { return .ready(response(answer, request)) }
            return .pending { () async throws(APIError) in
                response(await session.settled(answer, within: submission.wait), request)
            }
        } catch {
            throw .session(error)
        }
    }
}
