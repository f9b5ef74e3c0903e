import Coordination
import Documents
import HTTPCore
import JSON
import Sessions

/// The endpoints with which users see and end their sessions on all devices.
struct AccountEndpoints {
    let api: StateAPI

    var all: [Endpoint] {
        [
            Endpoint(
                method: .get,
                template: "/v1/sessions/:id/account/sessions",
                id: "listAccountSessions",
                tag: "account",
                summary: "All sessions of the user who has signed in to this one",
                responses: [.init(description: "The sessions.", content: .json("AccountSessions"))],
                problems: [.accountRequired],
                handler: .session { call, session, _ throws(APIError) in
                    _ = try countRequest(of: session)
                    api.registry.accountSessions.list(of: session, for: call.reply) { result in
                        call.attempt { () throws(APIError) in
                            call.respond(Self.list(try call.value(of: result), from: session.id))
                        }
                    }
                }
            ),
            Endpoint(
                method: .delete,
                template: "/v1/sessions/:id/account/sessions",
                id: "endOtherAccountSessions",
                tag: "account",
                summary: "Ends all sessions of the user but this one",
                responses: [.init(status: .noContent, description: "They have ended.")],
                problems: [.accountRequired],
                handler: .session { call, session, _ throws(APIError) in
                    let account = try countRequest(of: session)
                    let ended: @Sendable (SessionID) -> Void = { call.record(.sessionEnded, $0, of: account) }
                    api.registry.accountSessions.endOthers(of: session, for: call.reply, ended: ended) { result in
                        call.attempt { () throws(APIError) in
                            try call.value(of: result)
                            call.respond(HTTPResponse(.noContent))
                        }
                    }
                }
            ),
            Endpoint(
                method: .delete,
                template: "/v1/sessions/:id/account/sessions/:other",
                id: "endAccountSession",
                tag: "account",
                summary: "Ends one session of the user",
                responses: [.init(status: .noContent, description: "It has ended.")],
                problems: [.accountRequired, .notFound],
                handler: .session { call, session, _ throws(APIError) in
                    let other = SessionID(call.parameters["other"])
                    let account = try countRequest(of: session)
                    api.registry.accountSessions.end(other, of: session, for: call.reply) { result in
                        call.attempt { () throws(APIError) in
                            guard try call.value(of: result) else { throw .problem(.notFound) }
                            call.record(.sessionEnded, other, of: account)
                            call.respond(HTTPResponse(.noContent))
                        }
                    }
                }
            ),
        ]
    }

    /// Counts a request by the account of a session, and returns the account, or `nil` for the session of a guest.
    private func countRequest(of session: Session) throws(APIError) -> String? {
        guard let account = session.view.record.account else { return nil }
        if let rejection = api.accountRequests.count(account) {
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

    private static func list(_ sessions: [AccountSession], from current: SessionID) -> HTTPResponse {
        .json(.ok) { writer in
            writer.member("sessions", array: sessions) { session, writer in
                writer.object { writer in
                    writer.member("id", session.id.description)
                    writer.member("app", session.application)
                    writer.member(
                        "client",
                        object: { writer in
                            writer.member("platform", session.client.platform)
                            writer.member("version", session.client.version)
                            writer.member("locale", session.client.locale)
                        }
                    )
                    writer.member("createdAt", session.createdAt)
                    writer.member("lastUsedAt", session.usedAt)
                    writer.member("current", session.id == current)
                }
            }
        }
    }
}
