import Coordination
import HTTPCore
import JSON
import Sessions

extension StateAPI {
    /// Adds the route of a session's history, for its clients.
    func addHistoryRoute(to routes: inout RouteTable) {
        add(.get, "/v1/sessions/:id/history", to: &routes) { [self] call throws(APIError) in
            let page = try page(of: call)
            try withSession(of: call) { [self] session, credential throws(APIError) in
                try check(session.view, credential)
                try history(of: session, call, .client) { [self] history throws(APIError) in
                    // After the history was read: until then the user of the session may have changed.
                    try check(session.view, credential)
                    let document = HistoryDocument(history, of: session, page, renderer)
                    respond(call, document.json(upTo: Self.historyBytes) { call.reply.isCancelled })
                }
            }
        }
    }

    /// Adds the routes of earlier states and of forks for the clients of sessions, on a server for development.
    func addDevelopmentRoutes(to routes: inout RouteTable) {
        add(.get, "/v1/sessions/:id/revisions/:revision", to: &routes) { [self] call throws(APIError) in
            let revision = try revision(of: call)
            try withSession(of: call) { [self] session, _ throws(APIError) in
                try read(revision, of: session, call, .client)
            }
        }
        add(.get, "/v1/sessions/:id/revisions/:revision/snapshot", to: &routes) { [self] call throws(APIError) in
            let revision = try revision(of: call)
            try withSession(of: call) { [self] session, _ throws(APIError) in
                try readSnapshot(revision, of: session, call, .client)
            }
        }
        add(.post, "/v1/sessions/:id/forks", to: &routes) { [self] call throws(APIError) in
            let (revision, usesCookie) = try fork(of: call)
            try withSession(of: call) { [self] session, _ throws(APIError) in
                try fork(session, at: revision, usesCookie: usesCookie, call, .client)
            }
        }
    }

    /// Adds the routes of histories, earlier states and forks for operators, in place of a session's credential.
    ///
    /// - Parameters:
    ///   - routes: The table that gets the routes.
    ///   - access: The requests that are accepted.
    ///   - prefix: The path of a session, such as `/v1/sessions/:id`.
    ///   - showsPlaces: Whether an entry of the history has the place that it led to.
    func addOperatorHistoryRoutes(
        to routes: inout RouteTable,
        for access: OperatorAccess,
        at prefix: String,
        showsPlaces: Bool = false
    ) {
        add(.get, "\(prefix)/history", to: &routes) { [self] call throws(APIError) in
            let page = try page(of: call)
            try withSessionForOperator(of: call, access, .sessionRead) { [self] session throws(APIError) in
                try history(of: session, call, .operator) { [self] history throws(APIError) in
                    let document = HistoryDocument(history, of: session, page, renderer, showsPlaces: showsPlaces)
                    respond(call, document.json { call.reply.isCancelled })
                }
            }
        }
        add(.get, "\(prefix)/revisions/:revision", to: &routes) { [self] call throws(APIError) in
            let revision = try revision(of: call)
            try withSessionForOperator(of: call, access, .sessionRead) { [self] session throws(APIError) in
                try read(revision, of: session, call, .operator)
            }
        }
        add(.get, "\(prefix)/revisions/:revision/snapshot", to: &routes) { [self] call throws(APIError) in
            let revision = try revision(of: call)
            try withSessionForOperator(of: call, access, .sessionRead) { [self] session throws(APIError) in
                try readSnapshot(revision, of: session, call, .operator)
            }
        }
        add(.post, "\(prefix)/forks", to: &routes) { [self] call throws(APIError) in
            try checkOperator(call.request, access)
            let (revision, usesCookie) = try fork(of: call)
            try withSessionForOperator(of: call, access, .sessionForked) { [self] session throws(APIError) in
                try fork(session, at: revision, usesCookie: usesCookie, call, .operator)
            }
        }
    }

    // MARK: - Requests

    private func page(of call: APICall) throws(APIError) -> HistoryPage {
        try checkAccept(call.request)
        return try HistoryPage(call.request.target)
    }

    /// Returns the revision in the path; `nil` for a text that is not one.
    private func revision(of call: APICall) throws(APIError) -> UInt64? {
        try checkAccept(call.request)
        return UInt64(call.parameters["revision"])
    }

    private static let forkBody: JSONSchema = .object([
        .init("revision", JSONSchema(.integer(minimum: 1, maximum: nil)), isRequired: true),
        .init("credential", .enumeration(["token", "cookie"]), isRequired: false),
    ])

    /// Returns the revision that a fork continues from, and whether the new session's credential is a cookie.
    private func fork(of call: APICall) throws(APIError) -> (revision: UInt64, usesCookie: Bool) {
        try checkAccept(call.request)
        let body = try body(of: call.request, as: Self.forkBody)
        let usesCookie = body.text("credential") == "cookie"
        if usesCookie { try checkSameOrigin(call.request) }
        return (UInt64(clamping: body["revision"]?.integerValue ?? 0), usesCookie)
    }

    /// Finds a session for an operator's request, by default that in its path.
    ///
    /// - Throws: The errors of ``OperatorAccess/check(_:)``, and `crossSite` for a request that a page of another origin made a
    ///   browser send.
    func withSessionForOperator(
        _ id: SessionID? = nil,
        of call: APICall,
        _ access: OperatorAccess,
        _ action: AuditEvent.Action,
        _ body: @escaping @Sendable (Session) throws(APIError) -> Void
    ) throws(APIError) {
        try checkOperator(call.request, access)
        registry.sessionForOperator(id ?? SessionID(call.parameters["id"]), for: call.reply) { [self] result in
            call.attempt { () throws(APIError) in
                // There is no credential that could be wrong.
                if case .failure(.unauthorized) = result { throw .problem(.unknownSession) }
                let session = try call.value(of: result)
                record(action, session.id, of: session.view.record.account, call.request)
                try body(session)
            }
        }
    }

    // MARK: - Responses

    /// The size from which on the page of a history for a client ends.
    private static let historyBytes = 1 << 20

    private func respond(_ call: APICall, _ document: [UInt8]?) {
        if let document { call.respond(.json(.ok, document)) }
    }

    private func history(
        of session: Session,
        _ call: APICall,
        _ reader: CostlyWork.Reader,
        _ body: @escaping @Sendable (SessionHistory) throws(APIError) -> Void
    ) throws(APIError) {
        try withTurn(of: reader, for: session.id, call) { [registry] turn in
            let thread = reader == .client ? registry.historyThread : registry.inspectionThread
            registry.history(of: session, on: thread) { result in
                withExtendedLifetime(turn) {
                    call.attempt { () throws(APIError) in try body(try call.value(of: result)) }
                }
            }
        }
    }

    private func view(
        at revision: UInt64?,
        of session: Session,
        _ call: APICall,
        _ reader: CostlyWork.Reader,
        _ body: @escaping @Sendable (SessionView) throws(APIError) -> Void
    ) throws(APIError) {
        try history(of: session, call, reader) { history throws(APIError) in
            guard let revision, let view = history.view(at: revision) else { throw .problem(.unknownRevision) }
            try body(view)
        }
    }

    private func read(
        _ revision: UInt64?,
        of session: Session,
        _ call: APICall,
        _ reader: CostlyWork.Reader
    ) throws(APIError) {
        try view(at: revision, of: session, call, reader) { [self] view throws(APIError) in
            var writer = JSONWriter()
            writer.value(renderer.concealed(view))
            call.respond(.json(.ok, writer.finish()))
        }
    }

    /// Responds with a state and its stored form, from which `usher replay` can begin.
    private func readSnapshot(
        _ revision: UInt64?,
        of session: Session,
        _ call: APICall,
        _ reader: CostlyWork.Reader
    ) throws(APIError) {
        try view(at: revision, of: session, call, reader) { [self] view throws(APIError) in
            guard let snapshot = try? view.application.snapshotWithoutSecrets(of: view.record.state) else {
                throw .problem(.unknownRevision)
            }
            var writer = JSONWriter()
            writer.beginObject()
            writer.key("state")
            writer.value(renderer.concealed(view))
            writer.key("snapshot")
            writer.raw(snapshot)
            writer.endObject()
            call.respond(.json(.ok, writer.finish()))
        }
    }

    private func fork(
        _ session: Session,
        at revision: UInt64,
        usesCookie: Bool,
        _ call: APICall,
        _ reader: CostlyWork.Reader
    ) throws(APIError) {
        try view(at: revision, of: session, call, reader) { [self] view throws(APIError) in
            registry.fork(view, for: call.reply) { [self] result in
                call.attempt { () throws(APIError) in
                    let started = try call.value(of: result)
                    record(.sessionStarted, started.result.view.record.id, call.request)
                    call.respond(response(started, usesCookie: usesCookie))
                }
            }
        }
    }
}
