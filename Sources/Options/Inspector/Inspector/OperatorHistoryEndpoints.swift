import HTTPCore
import Sessions
import StateAPI

/// The endpoints of histories, earlier states and forks for operators, in place of a session's credential.
struct OperatorHistoryEndpoints {
    let api: StateAPI
    /// The requests that are accepted.
    let access: OperatorAccess
    /// The path of a session, such as `/v1/sessions/:id`.
    let session: String
    /// Whether an entry of the history has the place that it led to.
    var showsPlaces = false

    /// The problems of a request for a session without its credential.
    static let problems: [ProblemType] = [.notFound, .unknownSession, .expired, .unreadable, .crossSite]

    var all: [Endpoint] {
        let reader = HistoryReader(api: api, party: .operator)
        return [
            Endpoint(
                method: .get,
                template: "\(session)/history",
                id: "inspectHistory",
                tag: "inspector",
                summary: "The latest transitions of a session, each with the place that it led to",
                parameters: [.before, .limit],
                responses: [.init(.json("History"))],
                problems: [.malformedRequest] + Self.problems,
                handler: .session(
                    for: access,
                    .sessionRead,
                    reading: { call throws(APIError) in try HistoryPage(call.request.target) }
                ) { [renderer = api.renderer, showsPlaces] call, session, page throws(APIError) in
                    try reader.history(of: session, call) { history throws(APIError) in
                        let document = HistoryDocument(history, of: session, page, renderer, showsPlaces: showsPlaces)
                        reader.respond(call, document.json { call.reply.isCancelled })
                    }
                }
            ),
            Endpoint(
                method: .get,
                template: "\(session)/revisions/:revision",
                id: "inspectRevision",
                tag: "inspector",
                summary: "The state of a session at a revision",
                responses: [.init(.json("State"))],
                problems: [.unknownRevision] + Self.problems,
                handler: .session(for: access, .sessionRead, reading: reader.revision) {
                    call,
                    session,
                    revision throws(APIError) in
                    try reader.readState(at: revision, of: session, call)
                }
            ),
            Endpoint(
                method: .get,
                template: "\(session)/revisions/:revision/snapshot",
                id: "inspectSnapshot",
                tag: "inspector",
                summary: "The state of a session at a revision with its stored form",
                responses: [.init(.json("StoredState"))],
                problems: [.unknownRevision] + Self.problems,
                handler: .session(for: access, .sessionRead, reading: reader.revision) {
                    call,
                    session,
                    revision throws(APIError) in
                    try reader.readSnapshot(at: revision, of: session, call)
                }
            ),
            Endpoint(
                method: .post,
                template: "\(session)/forks",
                id: "forkInspectedSession",
                tag: "inspector",
                summary: "Starts a session that continues from a revision of another one",
                body: .ref("Fork"),
                isBodyRequired: true,
                responses: [.created],
                problems: Self.problems + [.unknownRevision, .tooManySessions],
                handler: .session(for: access, .sessionForked, reading: reader.fork) {
                    call,
                    session,
                    fork throws(APIError) in
                    try reader.start(fork, of: session, call)
                }
            ),
        ]
    }
}
