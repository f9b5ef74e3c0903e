import Coordination
import Documents
import HTTPCore
import JSON
package import Sessions

/// The endpoints with which a session is used on several devices.
struct DeviceEndpoints {
    let api: StateAPI

    var all: [Endpoint] {
        [
            Endpoint(
                method: .post,
                template: "/v1/sessions/:id/handoffs",
                id: "makeHandoff",
                tag: "devices",
                summary: "Makes a code with which another device joins the session",
                description: "A code works once, within two minutes.",
                body: .ref("Nothing"),
                responses: [
                    .init(
                        status: .created,
                        description: "The code.",
                        content: .json("Handoff"),
                        fields: [.cacheControl],
                        links: ["joinSession": ["code": "$response.body#/code"]]
                    )
                ],
                problems: [.rejected, .ended],
                handler: .session(handOff)
            ),
            Endpoint(
                method: .post,
                template: "/v1/handoffs/:code",
                id: "joinSession",
                tag: "devices",
                summary: "Joins the session of a code",
                parameters: [.creationKey],
                body: .ref("JoiningDevice"),
                responses: [
                    .init(
                        description: "The state, with a token of the device's own unless it wants a cookie.",
                        content: .json("State"),
                        fields: [.contentLocation, .entityTag, .setCookie, .idempotencyReplayed, .cacheControl]
                    )
                ],
                problems: [
                    .handoffUnusable, .rejected, .idempotencyKeyReused, .idempotencyKeyInUse, .idempotencyKeyTooShort,
                ],
                handler: .open(.none, join)
            ),
            Endpoint(
                method: .get,
                template: "/v1/sessions/:id/credentials",
                id: "listCredentials",
                tag: "devices",
                summary: "The devices of the session",
                responses: [
                    .init(
                        description: "The devices.",
                        content: .json("Credentials"),
                        links: [
                            "revokeCredential": [
                                "id": "$request.path.id", "credential": "$response.body#/credentials/0/id",
                            ]
                        ]
                    )
                ],
                handler: .session { call, session, credential throws(APIError) in
                    let (list, current) = api.registry.devices(of: session, current: credential)
                    call.respond(Self.list(list, current: current))
                }
            ),
            Endpoint(
                method: .delete,
                template: "/v1/sessions/:id/credentials/:credential",
                id: "revokeCredential",
                tag: "devices",
                summary: "Ends the access of one device",
                responses: [.init(status: .noContent, description: "The access has ended.")],
                problems: [.notFound, .rejected],
                handler: .session { call, session, _ throws(APIError) in
                    api.registry.revokeDevice(call.parameters["credential"], of: session, for: call.reply) { result in
                        call.attempt { () throws(APIError) in
                            try call.value(of: result)
                            call.record(.deviceRevoked, session.id, of: session.view.record.account)
                            call.respond(HTTPResponse(.noContent))
                        }
                    }
                }
            ),
        ]
    }

    private func handOff(_ call: APICall, _ session: Session, _ credential: Credential) throws(APIError) {
        _ = try api.body(of: call.request, as: .object([:]))
        try api.countHandoff(of: session)
        api.registry.handOff(session, for: call.reply) { result in
            call.attempt { () throws(APIError) in
                let handoff = try call.value(of: result)
                call.record(.handoffMade, session.id, of: session.view.record.account)
                var response = Self.created(handoff, of: session)
                response.fields.append(.cacheControl, .untransformed)
                call.respond(response)
            }
        }
    }

    private static let joiningDevice: JSONSchema = .object([
        .init("credential", .enumeration(["token", "cookie"]), isRequired: false)
    ])

    private func join(_ call: APICall) throws(APIError) {
        let request = call.request
        var body = try api.body(of: request) ?? .object([:])
        let client = try api.client(&body)
        body = try StateAPI.canonical(body, as: Self.joiningDevice)
        let usesCookie = body.text("credential") == "cookie"
        // A page of another site could give its visitors a session that it watches.
        if usesCookie || !api.isFromListedOrigin(request) { try request.checkSameOrigin() }
        let code = try call.handoffCode()
        api.registry.join(
            code,
            platform: client.platform,
            idempotency: try api.creationIdempotency(request),
            for: call.reply
        ) { [api] result in
            if case .failure(.handoffUnusable) = result { api.countUnknownSession(request) }
            call.attempt { () throws(APIError) in
                let (result, credential) = try call.value(of: result)
                let view = result.view
                let id = view.record.id
                call.record(.deviceJoined, id, of: view.record.account)
                var response = api.state(.ok, view, token: usesCookie ? nil : credential.exposed)
                if usesCookie { response.fields.append(.setCookie, api.setCookie(credential, of: id)) }
                response.fields.append(.contentLocation, "/v1/sessions/\(id)")
                if result.isReplay { response.fields.append(.idempotencyReplayed, "true") }
                call.respond(response)
            }
        }
    }

    private static func created(_ handoff: NewHandoff, of session: Session) -> HTTPResponse {
        let application = PercentEncoding.encode(session.application.name)
        return .json(.created) { writer in
            // The code is in the fragment, which browsers send to no server, so it is in no log.
            writer.member("url", "/?app=\(application)#handoff=\(handoff.code)")
            writer.member("code", handoff.code)
            writer.member("expiresAt", handoff.expiresAt)
        }
    }

    private static func list(_ devices: [Devices.Device], current: String?) -> HTTPResponse {
        .json(.ok) { writer in
            writer.member("credentials", array: devices) { device, writer in
                writer.object { writer in
                    writer.member("id", device.id)
                    writer.member("platform", device.platform)
                    writer.flag("agent", device.isAgent)
                    writer.member("createdAt", device.createdAt)
                    writer.member("lastUsedAt", device.usedAt)
                    writer.member("current", device.id == current)
                }
            }
        }
    }
}

extension StateAPI {
    /// Counts a hand-off of a session.
    ///
    /// - Throws: `ProblemType.tooManyRequests` for a session that is handed over too often.
    package func countHandoff(of session: Session) throws(APIError) {
        guard let rejection = handoffs.count(session.id) else { return }
        throw .limit(
            rejection.problem(
                .tooManyRequests,
                policy: "session-handoffs",
                detail: "The session is handed over too often."
            )
        )
    }
}

extension APICall {
    /// The code of a hand-off as people copy it.
    private static let codeSchema: JSONSchema = .string(pattern: .asciiToken(255))

    /// Returns the code of a hand-off in the path.
    ///
    /// - Throws: A problem for an address that too often had no valid code or credential, because guesses at codes count as
    ///   guesses at sessions do.
    package func handoffCode() throws(APIError) -> String {
        let typed = parameters["code"]
        let code = Self.codeSchema.canonical(.string(typed)).stringValue ?? typed
        if let address = request.client { try api.checkUnknownSessions(of: address) }
        return code
    }
}

extension HTTPFieldName {
    fileprivate static let contentLocation: HTTPFieldName = "Content-Location"
}
