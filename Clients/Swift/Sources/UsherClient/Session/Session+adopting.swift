import Foundation

extension Session {
    /// Takes the state in a response, and the new token if there is one.
    ///
    /// - Parameters:
    ///   - reply: The response.
    ///   - base: The state from which a patch was asked for.
    /// - Returns: The state in the response, which may be older than the one at hand.
    /// - Throws: ``SessionError/malformed`` if it has none, and ``SessionError/storage(_:)`` if its token can't be
    ///   stored.
    @discardableResult
    func adopt(_ reply: Reply, from base: NavigationState) async throws(SessionError) -> NavigationState {
        guard let content = reply.content else { throw .malformed }
        if reply.response.fields["Content-Type"]?.hasPrefix(Calls.patchType) == true {
            guard let patch = try? JSONPatch(content), let state = try? base.applying(patch) else {
                return try await readWholeState()
            }
            adopt(state)
            return state
        }
        guard let state = try? NavigationState(content) else { throw .malformed }
        if let token = content["token"]?.string, state.id == credential?.id {
            credential?.token = token
            try storeCredential()
        }
        adopt(state)
        return state
    }

    /// Takes a state, unless there is a later one of the same session: responses may arrive out of order.
    func adopt(_ state: NavigationState) {
        guard state.id == credential?.id else { return }
        if let confirmed, confirmed.id == state.id, state.revision <= confirmed.revision { return }
        confirmed = state
        rememberOffers(of: state)
        drafts.follow(state, cause: queue.sent)
        if state.status == .ended, phase == .open {
            phase = .ended
            // Nothing changes any more, so the stream is of no use.
            following?.cancel()
        }
        publish()
        storeSoon()
        sendQueue()
    }

    /// Reads the state if it is newer than the one at hand.
    ///
    /// - Returns: Whether there was a newer one.
    @discardableResult
    func refresh(wait: Duration = .zero, persists: Bool) async throws(SessionError) -> Bool {
        guard let base = confirmed else { return false }
        let request = calls.state(of: base.id, since: base.revision, wait: wait)
        do throws(SessionError) {
            let reply = try await send(request, persists: persists, wait: wait)
            guard reply.response.status != 304 else { return false }
            try await adopt(reply, from: base)
            return true
        } catch {
            lose(by: error)
            throw error
        }
    }

    /// Reads the state if it is newer than the one at hand, as when the user asks for it.
    public func refresh() async {
        _ = try? await refresh(persists: false)
    }

    @discardableResult
    func readWholeState() async throws(SessionError) -> NavigationState {
        guard let id = credential?.id else { throw .notOpen }
        do throws(SessionError) {
            let reply = try await send(calls.state(of: id), persists: true)
            guard let state = reply.content.flatMap({ try? NavigationState($0) }) else { throw .malformed }
            adopt(state)
            return state
        } catch {
            lose(by: error)
            throw error
        }
    }

    /// Ends the session if an error says that it is gone for this device.
    func lose(by error: SessionError) {
        guard case .problem(let problem) = error, problem.losesSession, phase == .open || phase == .ended else {
            return
        }
        phase = problem.kind == .unauthorized ? .gone(problem) : .expired(problem)
        following?.cancel()
        queue.endAll(.gone)
        // An expired session needs its token once more, to go on.
        if problem.kind == .unauthorized { forget() }
        publish()
    }

    private func rememberOffers(of state: NavigationState) {
        offers = offers.filter { state.screens[$0.key] != nil }
        guard !state.isBusy, let front = state.front else { return }
        offers[front.key] = front.document["outputs"]
    }

    /// Learns the clock of the server from the `Date` of a response, which has whole seconds only.
    func learnTime(_ fields: HTTPFields) {
        guard let date = fields["Date"].flatMap(Date.init(httpDate:)) else { return }
        let ahead = date.timeIntervalSinceNow
        clockAhead = abs(ahead) < 2 ? 0 : ahead
    }
}

extension Date {
    /// Reads a date as HTTP writes it (RFC 9110 section 5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    init?(httpDate text: String) {
        let parts = text.split { " :,".contains($0) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count == 8, parts[7] == "GMT", let month = months.firstIndex(of: String(parts[2])),
            let day = Int(parts[1]), let year = Int(parts[3]), let hour = Int(parts[4]), let minute = Int(parts[5]),
            let second = Int(parts[6])
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(
            year: year,
            month: month + 1,
            day: day,
            hour: hour,
            minute: minute,
            second: second
        )
        guard let date = calendar.date(from: components) else { return nil }
        self = date
    }
}
