import HTTPCore
import Sessions

/// The endpoints of a session's history, for its clients.
struct HistoryEndpoints {
    let api: StateAPI

    private var reader: HistoryReader { HistoryReader(api: api, party: .client) }

    /// The size from which on a page ends.
    private static let pageBytes = 1 << 20

    /// The latest transitions.
    var list: Endpoint {
        Endpoint(
            method: .get,
            template: "/v1/sessions/:id/history",
            id: "readHistory",
            tag: "history",
            summary: "The latest transitions of the session",
            parameters: [.before, .limit],
            responses: [.init(description: "The transitions.", content: .json("History"))],
            handler: .session(
                reading: { call throws(APIError) in try HistoryPage(call.request.target) }
            ) { [api, reader] call, session, credential, page throws(APIError) in
                try api.check(session.view, credential)
                try reader.history(of: session, call) { history throws(APIError) in
                    // The check follows the reading, because the user of the session may have changed by then.
                    try api.check(session.view, credential)
                    let document = HistoryDocument(history, of: session, page, api.renderer)
                    reader.respond(call, document.json(upTo: Self.pageBytes) { call.reply.isCancelled })
                }
            }
        )
    }

    /// Earlier states and forks, on a server for development.
    var earlierStates: [Endpoint] {
        let reader = reader
        return [
            Endpoint(
                method: .get,
                template: "/v1/sessions/:id/revisions/:revision",
                id: "readRevision",
                tag: "history",
                summary: "The state at a revision",
                responses: [.init(description: "The state, without secrets.", content: .json("State"))],
                problems: [.unknownRevision],
                handler: .session(reading: reader.revision) { call, session, _, revision throws(APIError) in
                    try reader.readState(at: revision, of: session, call)
                }
            ),
            Endpoint(
                method: .get,
                template: "/v1/sessions/:id/revisions/:revision/snapshot",
                id: "readSnapshot",
                tag: "history",
                summary: "The state at a revision with its stored form",
                responses: [.init(description: "The state.", content: .json("StoredState"))],
                problems: [.unknownRevision],
                handler: .session(reading: reader.revision) { call, session, _, revision throws(APIError) in
                    try reader.readSnapshot(at: revision, of: session, call)
                }
            ),
            Endpoint(
                method: .post,
                template: "/v1/sessions/:id/forks",
                id: "forkSession",
                tag: "history",
                summary: "Starts a session that continues from a revision",
                body: .ref("Fork"),
                isBodyRequired: true,
                responses: [.created],
                problems: [.unknownRevision, .tooManySessions],
                handler: .session(reading: reader.fork) { call, session, _, fork throws(APIError) in
                    try reader.start(fork, of: session, call)
                }
            ),
        ]
    }
}
