import Foundation

extension Session {
    /// Continues the stored session, or starts one if there is none, and follows it from then on.
    ///
    /// With a stored session it returns at once, with the last state and before the server was asked, so an app can
    /// show something without a network. ``Display/phase`` tells later if that session is gone.
    ///
    /// - Parameter link: The link to open, such as the link of a notification.
    /// - Throws: ``SessionError`` if a new session can't be started. While the network is away it waits.
    public func open(link: String? = nil) async throws(SessionError) {
        guard try restore() else { return try await start(link: link) }
        begin()
        if let link { submit(.link(link)) }
    }

    /// Starts a new session, in place of the one at hand.
    ///
    /// - Parameter link: The place at which it starts.
    /// - Throws: ``SessionError/problem(_:)`` for an unknown application or link. The session at hand stays then.
    public func start(link: String? = nil) async throws(SessionError) { try await start(SessionLaunch(link: link)) }

    /// Starts a new session with what the application needs to know, in place of the one at hand.
    ///
    /// ```swift
    /// try await session.start(SessionLaunch(input: ["iban": "DE75512108001245126199"], identity: token, isEmbedded: true))
    /// ```
    ///
    /// - Parameter launch: The input, the token and the link for the application.
    /// - Throws: ``SessionError/problem(_:)`` for an input or a token that the server does not accept. The session at hand
    ///   stays then.
    public func start(_ launch: SessionLaunch) async throws(SessionError) {
        var body = launch.members
        body["app"] = app.map(JSONValue.string)
        try await create(at: "/v1/sessions", body, isAuthorized: false)
    }

    /// Continues the expired session or starts its application again, as the server has proposed.
    ///
    /// - Throws: ``SessionError/notOpen`` if the session has not expired, or an error of the server.
    public func resume() async throws(SessionError) {
        guard case .expired(let problem) = phase else { throw .notOpen }
        guard let resumption = problem.resumption else { return try await start() }
        let expired = credential?.id
        try await create(at: resumption.href, resumption.body.object ?? [:], isAuthorized: resumption.continuesSession)
        if resumption.continuesSession, let expired, let confirmed { drafts.handOver(from: expired, to: confirmed) }
    }

    /// Joins the session of another device by the code of its hand-off, in place of the one at hand.
    ///
    /// - Throws: ``SessionError/problem(_:)`` with ``ProblemKind/handoffUnusable`` if the code was used or is too old.
    public func join(code: String) async throws(SessionError) {
        try await create(at: "/v1/handoffs/\(Calls.escaped(code))", [:], isAuthorized: false)
    }

    /// Stops following and sending, and stores everything for the next ``open(link:)``.
    ///
    /// Taps that wait, and the one on its way, are stored with their keys and sent by the next start of the app.
    public func close() async {
        await halt()
        store()
        phase = .closed
        queue.endAll(.gone)
        publish()
    }

    /// Ends the session at the server, for all devices, and forgets it.
    ///
    /// - Throws: ``SessionError`` if the server has not ended it. It is forgotten all the same.
    public func end() async throws(SessionError) {
        guard let id = credential?.id else { throw .notOpen }
        await halt()
        queue.endAll(.gone)
        phase = .closed
        publish()
        let result: Result<Void, SessionError>
        do {
            _ = try await send(calls.remove(Calls.path(of: id)), persists: false)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        forget()
        try result.get()
    }

    /// Starts a session by a request.
    ///
    /// The response has the first state and a token.
    private func create(
        at path: String,
        _ members: [String: JSONValue],
        isAuthorized: Bool
    ) async throws(SessionError) {
        var members = members
        members["client"] = client.document
        let request = calls.post(path, .object(members), key: UUID().uuidString.lowercased())
        let reply = try await send(request, persists: true, isAuthorized: isAuthorized)
        guard let content = reply.content, let state = try? NavigationState(content),
            let token = content["token"]?.string
        else { throw .malformed }
        await halt()
        queue.endAll(.gone)
        forget()
        credential = Credential(id: state.id, token: token)
        try storeCredential()
        confirmed = nil
        adopt(state)
        begin()
    }

    /// Sends and follows the session at hand.
    private func begin() {
        phase = confirmed?.status == .ended ? .ended : .open
        publish()
        guard phase == .open else { return }
        following = Task { await follow() }
        sendQueue()
    }

    /// Ends all tasks of the session at hand, and waits for their end.
    private func halt() async {
        let tasks = [sending, idling, following].compactMap(\.self)
        (idling, following) = (nil, nil)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        sending = nil
    }
}
