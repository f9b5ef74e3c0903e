import Foundation

/// A response of the server that is no problem.
struct Reply: Sendable {
    let response: HTTPResponse
    /// The content, if it is JSON.
    let content: JSONValue?
}

extension Session {
    /// Sends a request until it has a response.
    ///
    /// A request that was lost is sent again unchanged, with the same idempotency key. A response to any request ends
    /// the pauses of all others, except those for which the server has asked.
    ///
    /// - Parameters:
    ///   - request: The request, without a token.
    ///   - persists: Whether it is sent again after a loss or a problem that passes by itself.
    ///   - wait: The time for which the request lets the server wait.
    ///   - isAuthorized: Whether it gets the token of the session.
    /// - Returns: A response with 2xx or 304.
    /// - Throws: ``SessionError/problem(_:)``, and if it does not persist ``SessionError/lost(_:)``.
    func send(
        _ request: HTTPRequest,
        persists: Bool,
        wait: Duration = .zero,
        isAuthorized: Bool = true
    ) async throws(SessionError) -> Reply {
        var earlierToken: String?
        var attempt = 0
        while true {
            let token = isAuthorized ? credential?.token : nil
            let (problem, failure): (Problem?, TransportFailure?)
            do throws(TransportFailure) {
                let reply = try await perform(request.authorized(by: token), within: timing.response + wait)
                let status = reply.response.status
                if (200..<300).contains(status) || status == 304 {
                    reached()
                    return reply
                }
                (problem, failure) = (Problem(reply.response), nil)
            } catch {
                guard error != .cancelled, !Task.isCancelled else { throw .cancelled }
                (problem, failure) = (nil, error)
            }
            // The token may have been replaced while the request was on its way. Then it gets the new one.
            if problem?.status == 401, let token, token != credential?.token, token != earlierToken {
                earlierToken = token
                continue
            }
            let asked = problem?.retryAfter
            let isTemporary = problem?.isTransient ?? true
            guard isTemporary, persists, asked ?? .zero <= timing.longestAskedPause else {
                if let problem {
                    reached()
                    throw .problem(problem)
                }
                throw .lost(failure ?? .cancelled)
            }
            await pause(before: attempt, asked: asked)
            guard !Task.isCancelled else { throw .cancelled }
            attempt += 1
        }
    }

    /// Sends a request once.
    ///
    /// If the JSON of a response is cut off, the response counts as lost.
    private func perform(_ request: HTTPRequest, within time: Duration) async throws(TransportFailure) -> Reply {
        let transport = transport
        let response = try await withDeadline(time, on: clock) { () async throws(TransportFailure) in
            try await transport.send(request)
        }
        learnTime(response.fields)
        let isJSON = response.fields["Content-Type"]?.contains("json") == true
        // The server has content of no other type, and redirects nothing. A page for a login to the network does.
        guard isJSON || [204, 304].contains(response.status) || response.status >= 400, response.status != 511 else {
            throw .lost("The response is not one of the server.")
        }
        guard isJSON, ![204, 304].contains(response.status) else { return Reply(response: response, content: nil) }
        guard let content = try? JSONValue(parsing: response.body) else { throw .lost("The response was cut off.") }
        return Reply(response: response, content: content)
    }

    /// The server has responded, so requests that wait for it may succeed, too.
    func reached() {
        for pause in pauses.values { pause.cancel() }
        change(connection: .online)
    }

    /// Waits before a further try, and tells the observers that the server did not respond.
    func pause(before attempt: Int, asked: Duration? = nil) async {
        let (duration, isLong) = timing.pause(before: attempt)
        change(connection: isLong ? .unreachable : .reconnecting)
        guard let asked else { return await pause(duration) }
        // The server has asked for this time, so a response to another request does not end it.
        try? await clock.sleep(for: asked)
    }

    /// Waits for a time, or until the server has responded to another request.
    func pause(_ duration: Duration) async {
        let id = UUID()
        let clock = clock
        let pause = Task { _ = try? await clock.sleep(for: duration) }
        pauses[id] = pause
        await withTaskCancellationHandler {
            await pause.value
        } onCancel: {
            pause.cancel()
        }
        pauses[id] = nil
    }

    /// Ends all pauses and tries at once, as when the system says that there is a network again.
    public func retry() {
        for pause in pauses.values { pause.cancel() }
    }

    private func change(connection new: Connection) {
        guard connection != new else { return }
        connection = new
        if new != .online { queue.endWaiting(.offline) { $0.tap.offline == .isRefused } }
        publish()
    }
}

extension HTTPRequest {
    func authorized(by token: String?) -> HTTPRequest {
        var request = self
        if let token { request.fields["Authorization"] = "Bearer \(token)" }
        return request
    }
}
