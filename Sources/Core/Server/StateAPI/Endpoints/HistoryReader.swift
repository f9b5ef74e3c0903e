import Coordination
import HTTPCore
import JSON
package import Sessions

/// The reading of histories and earlier states, and their continuation, for a party.
package struct HistoryReader {
    let api: StateAPI
    let party: CostlyWork.Reader

    package init(api: StateAPI, party: CostlyWork.Reader) {
        self.api = api
        self.party = party
    }

    /// The body of a request for a fork.
    package struct Fork: Sendable {
        let revision: UInt64
        /// Whether the new session's credential is a cookie.
        let usesCookie: Bool
    }

    // MARK: - Requests

    /// Returns the revision in the path, or `nil` for a text that is not one.
    package func revision(of call: APICall) -> UInt64? { UInt64(call.parameters["revision"]) }

    private static let forkBody: JSONSchema = .object([
        .init("revision", JSONSchema(.integer(minimum: 1, maximum: nil)), isRequired: true),
        .init("credential", .enumeration(["token", "cookie"]), isRequired: false),
    ])

    /// Reads the body of a request for a fork.
    package func fork(of call: APICall) throws(APIError) -> Fork {
        let body = try api.body(of: call.request, as: Self.forkBody)
        let usesCookie = body.text("credential") == "cookie"
        if usesCookie { try call.request.checkSameOrigin() }
        return Fork(revision: UInt64(clamping: body["revision"]?.integerValue ?? 0), usesCookie: usesCookie)
    }

    // MARK: - Responses

    /// Reads the history of a session at the turn of the party.
    package func history(
        of session: Session,
        _ call: APICall,
        _ body: @escaping @Sendable (SessionHistory) throws(APIError) -> Void
    ) throws(APIError) {
        try call.withTurn(of: party, for: session.id) { [registry = api.registry, party] turn in
            let thread = party == .client ? registry.historyThread : registry.inspectionThread
            registry.history(of: session, on: thread) { result in
                withExtendedLifetime(turn) {
                    call.attempt { () throws(APIError) in try body(try call.value(of: result)) }
                }
            }
        }
    }

    /// Responds with a page of a history, which is `nil` if the client has gone.
    package func respond(_ call: APICall, _ document: [UInt8]?) {
        if let document { call.respond(.json(.ok, document)) }
    }

    private func view(
        at revision: UInt64?,
        of session: Session,
        _ call: APICall,
        _ body: @escaping @Sendable (SessionView) throws(APIError) -> Void
    ) throws(APIError) {
        try history(of: session, call) { history throws(APIError) in
            guard let revision, let view = history.view(at: revision) else { throw .problem(.unknownRevision) }
            try body(view)
        }
    }

    /// Responds with a state.
    package func readState(at revision: UInt64?, of session: Session, _ call: APICall) throws(APIError) {
        try view(at: revision, of: session, call) { [api] view throws(APIError) in
            call.respond(.json(.ok, api.renderer.concealed(view).json))
        }
    }

    /// Responds with a state and its stored form, from which `usher replay` can begin.
    package func readSnapshot(at revision: UInt64?, of session: Session, _ call: APICall) throws(APIError) {
        try view(at: revision, of: session, call) { [api] view throws(APIError) in
            guard let snapshot = try? view.application.snapshotWithoutSecrets(of: view.record.state) else {
                throw .problem(.unknownRevision)
            }
            let response = HTTPResponse.json(.ok) { writer in
                writer.member("state", api.renderer.concealed(view))
                writer.key("snapshot")
                writer.raw(snapshot)
            }
            call.respond(response)
        }
    }

    /// Starts a session that continues from a state.
    package func start(_ fork: Fork, of session: Session, _ call: APICall) throws(APIError) {
        try view(at: fork.revision, of: session, call) { [api] view throws(APIError) in
            api.registry.fork(view, for: call.reply) { [api] result in
                call.attempt { () throws(APIError) in
                    let started = try call.value(of: result)
                    call.record(.sessionStarted, started.result.view.record.id)
                    call.respond(api.response(started, usesCookie: fork.usesCookie))
                }
            }
        }
    }
}
