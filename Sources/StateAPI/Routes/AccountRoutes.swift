import Coordination
import Documents
import HTTPCore
import JSON
import Sessions

extension StateAPI {
    /// Adds the routes with which users see and end their sessions on all devices.
    func addAccountRoutes(to routes: inout RouteTable) {
        add(.get, "/v1/sessions/:id/account/sessions", to: &routes) { [self] call throws(APIError) in
            try withSession(of: call) { [self] session, _ throws(APIError) in
                try checkAccept(call.request)
                _ = try countAccountRequest(of: session)
                registry.accountSessions(of: session, for: call.reply) { result in
                    call.attempt { () throws(APIError) in
                        call.respond(.json(.ok, Self.list(try call.value(of: result), from: session.id)))
                    }
                }
            }
        }
        add(.delete, "/v1/sessions/:id/account/sessions", to: &routes) { [self] call throws(APIError) in
            try withSession(of: call) { [self] session, _ throws(APIError) in
                let account = try countAccountRequest(of: session)
                let ended: @Sendable (SessionID) -> Void = { [self] in
                    record(.sessionEnded, $0, of: account, call.request)
                }
                registry.endOtherAccountSessions(of: session, for: call.reply, ended: ended) { result in
                    call.attempt { () throws(APIError) in
                        try call.value(of: result)
                        call.respond(HTTPResponse(.noContent))
                    }
                }
            }
        }
        add(.delete, "/v1/sessions/:id/account/sessions/:other", to: &routes) { [self] call throws(APIError) in
            try withSession(of: call) { [self] session, _ throws(APIError) in
                let other = SessionID(call.parameters["other"])
                let account = try countAccountRequest(of: session)
                registry.endAccountSession(other, of: session, for: call.reply) { [self] result in
                    call.attempt { () throws(APIError) in
                        guard try call.value(of: result) else { throw .problem(.notFound) }
                        record(.sessionEnded, other, of: account, call.request)
                        call.respond(HTTPResponse(.noContent))
                    }
                }
            }
        }
    }

    /// Counts a request by the account of a session, and returns the account; `nil` for the session of a guest.
    private func countAccountRequest(of session: Session) throws(APIError) -> String? {
        guard let account = session.view.record.account else { return nil }
        if let rejection = accountRequests.count(account) {
            throw .limit(
                rejection.problem(
                    .tooManyRequests,
                    policy: "account-requests",
                    detail: "Your account lists or ends its sessions too often."
                )
            )
        }
        return account
    }

    private static func list(_ sessions: [AccountSession], from current: SessionID) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("sessions")
        writer.beginArray()
        for session in sessions {
            writer.beginObject()
            writer.member("id", session.id.description)
            writer.member("app", session.application)
            writer.key("client")
            writer.beginObject()
            if let platform = session.client.platform { writer.member("platform", platform) }
            if let version = session.client.version { writer.member("version", version) }
            if let locale = session.client.locale { writer.member("locale", locale) }
            writer.endObject()
            writer.key("createdAt")
            session.createdAt.write(to: &writer)
            writer.key("lastUsedAt")
            session.usedAt.write(to: &writer)
            writer.key("current")
            writer.bool(session.id == current)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }
}
