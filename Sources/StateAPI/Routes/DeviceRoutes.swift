import Coordination
import Documents
import HTTPCore
import JSON
import Sessions

extension StateAPI {
    /// Adds the routes with which a session is used on several devices.
    func addDeviceRoutes(to routes: inout RouteTable) {
        add(.post, "/v1/sessions/:id/handoffs", to: &routes, makeHandoff)
        add(.post, "/v1/handoffs/:code", to: &routes, useHandoff)
        add(.get, "/v1/sessions/:id/credentials", to: &routes) { [self] call throws(APIError) in
            try withSession(of: call) { [self] session, credential throws(APIError) in
                try checkAccept(call.request)
                let (list, current) = registry.devices(of: session, current: credential)
                call.respond(.json(.ok, Self.document(list, current: current)))
            }
        }
        add(.delete, "/v1/sessions/:id/credentials/:credential", to: &routes) { [self] call throws(APIError) in
            try withSession(of: call) { [self] session, _ throws(APIError) in
                let id = call.parameters["credential"]
                registry.revokeDevice(id, of: session, for: call.reply) { [self] result in
                    call.attempt { () throws(APIError) in
                        try call.value(of: result)
                        record(.deviceRevoked, session.id, of: session.view.record.account, call.request)
                        call.respond(HTTPResponse(.noContent))
                    }
                }
            }
        }
    }

    private func makeHandoff(_ call: APICall) throws(APIError) {
        try withSession(of: call) { [self] session, _ throws(APIError) in
            try checkAccept(call.request)
            _ = try body(of: call.request, as: .object([:]))
            if let rejection = handoffs.count(session.id) {
                throw .limit(
                    rejection.problem(
                        .tooManyRequests,
                        policy: "session-handoffs",
                        detail: "The session is handed over too often."
                    )
                )
            }
            registry.handOff(session, for: call.reply) { [self] result in
                call.attempt { () throws(APIError) in
                    let handoff = try call.value(of: result)
                    record(.handoffMade, session.id, of: session.view.record.account, call.request)
                    var response = HTTPResponse.json(.created, Self.document(handoff, of: session))
                    response.fields.append(.cacheControl, .untransformed)
                    call.respond(response)
                }
            }
        }
    }

    private static let joiningDevice: JSONSchema = .object([
        .init("credential", .enumeration(["token", "cookie"]), isRequired: false)
    ])

    /// The code of a hand-off as people copy it.
    private static let handoffCode: JSONSchema = .string(pattern: .asciiToken(255))

    private func useHandoff(_ call: APICall) throws(APIError) {
        let request = call.request
        try checkAccept(request)
        var body = try body(of: request) ?? .object([:])
        let client = try client(&body)
        body = try Self.canonical(body, as: Self.joiningDevice)
        let usesCookie = body.text("credential") == "cookie"
        // A page of another site could give its visitors a session that it watches.
        if usesCookie || !isFromListedOrigin(request) { try checkSameOrigin(request) }
        let typed = call.parameters["code"]
        let code = Self.handoffCode.canonical(.string(typed)).stringValue ?? typed
        // Guesses at codes count as guesses at sessions do.
        if let address = request.client { try checkUnknownSessions(of: address) }
        registry.join(
            code,
            platform: client.platform,
            idempotency: try creationIdempotency(request),
            for: call.reply
        ) { [self] result in
            if case .failure(.handoffUnusable) = result, let address = request.client {
                _ = unknownSessions.count(address.network)
            }
            call.attempt { () throws(APIError) in
                let (result, credential) = try call.value(of: result)
                let view = result.view
                let id = view.record.id
                record(.deviceJoined, id, of: view.record.account, request)
                var response = state(.ok, view, token: usesCookie ? nil : credential.exposed)
                if usesCookie { response.fields.append(.setCookie, setCookie(credential, of: id)) }
                response.fields.append(.contentLocation, "/v1/sessions/\(id)")
                if result.isReplay { response.fields.append(.idempotencyReplayed, "true") }
                call.respond(response)
            }
        }
    }

    private static func document(_ handoff: NewHandoff, of session: Session) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        // In the fragment, which browsers send to no server, so that the code is in no log.
        let application = PercentEncoding.encode(session.application.name)
        writer.member("url", "/?app=\(application)#handoff=\(handoff.code)")
        writer.member("code", handoff.code)
        writer.key("expiresAt")
        handoff.expiresAt.write(to: &writer)
        writer.endObject()
        return writer.bytes
    }

    private static func document(_ devices: [Devices.Device], current: String?) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("credentials")
        writer.beginArray()
        for device in devices {
            let id = device.id
            writer.beginObject()
            writer.member("id", id)
            if let platform = device.platform { writer.member("platform", platform) }
            writer.key("createdAt")
            device.createdAt.write(to: &writer)
            writer.key("lastUsedAt")
            device.usedAt.write(to: &writer)
            writer.key("current")
            writer.bool(id == current)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }
}

extension HTTPFieldName {
    fileprivate static let contentLocation: HTTPFieldName = "Content-Location"
}
