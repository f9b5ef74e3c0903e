import Foundation

extension Session {
    /// Sends something that the user has done, after everything before it, and waits for its outcome.
    ///
    /// It takes effect once, however often the network loses it. Cancelling the task that waits does not take the tap
    /// back.
    ///
    /// ```swift
    /// switch await session.perform(.report("submit", ["code": "123456"], on: "k6")) {
    /// case .rejected(let messages): show(messages)
    /// case .unconfirmed(let question): ask(question)
    /// default: break
    /// }
    /// ```
    @discardableResult
    public func perform(_ tap: Tap) async -> Outcome {
        await submit(tap).value
    }

    /// Puts a tap behind all others, and returns without waiting for its outcome.
    ///
    /// Two taps of one task stay in their order.
    @discardableResult
    public func submit(_ tap: Tap) -> Task<Outcome, Never> {
        guard phase == .open, let shown else {
            let outcome: Outcome = phase == .ended ? .outdated : .gone
            return Task { outcome }
        }
        guard tap.offline == .waits || connection == .online else { return Task { .offline } }
        let (outcomes, reply) = AsyncStream<Outcome>.makeStream(bufferingPolicy: .bufferingOldest(1))
        queue.add(QueuedTap(tap, key: UUID().uuidString.lowercased(), seen: shown), reply: reply)
        publish()
        sendQueue()
        return Task {
            for await outcome in outcomes { return outcome }
            return .gone
        }
    }

    /// Sends the taps of the queue, unless that is done already.
    func sendQueue() {
        guard sending == nil, phase == .open, queue.next != nil else { return }
        storeSoon()
        sending = Task {
            while !Task.isCancelled, phase == .open, let tap = queue.next, await send(tap) {}
            sending = nil
            endResponse()
        }
    }

    /// Sends one tap until its outcome is known.
    ///
    /// - Returns: Whether the next tap can be sent. Otherwise the session was closed, and the tap stays in the queue.
    private func send(_ tap: QueuedTap) async -> Bool {
        if tap.tap.screen != nil { await untilIdle() }
        guard !Task.isCancelled, phase == .open, let state = confirmed else { return false }
        // A later value of the control may have taken the place of the tap meanwhile, with a key of its own.
        let tap = queue.next ?? tap
        switch tap.step(in: state) {
        case .end(let outcome): end(tap, outcome)
        case .send(let path, let body, let condition):
            queue.set(.sent(path: path, condition: condition), of: tap.key)
            let request = calls.event(path, body, key: tap.key, base: state.revision, condition: condition)
            do throws(SessionError) {
                let reply = try await send(request, persists: true)
                try await finish(tap, reply, from: state)
            } catch {
                return react(to: error, tap)
            }
            endResponse()
        }
        return true
    }

    /// Takes the state in the response to a tap.
    ///
    /// Its outcome is known when its effects are done, and the next tap is sent meanwhile.
    private func finish(_ tap: QueuedTap, _ reply: Reply, from base: NavigationState) async throws(SessionError) {
        let next = try await adopt(reply, from: base)
        queue.set(.answered, of: tap.key)
        publish()
        guard next.isBusy else { return end(tap, outcome(of: tap, in: next)) }
        Task {
            await untilIdle()
            end(tap, confirmed.map { outcome(of: tap, in: $0) } ?? .gone)
        }
    }

    private func outcome(of tap: QueuedTap, in state: NavigationState) -> Outcome {
        let messages = tap.tap.screen.flatMap { state.screens[$0] }?.messages.filter(\.asksOfUser) ?? []
        return messages.isEmpty ? .accepted : .rejected(messages)
    }

    /// Draws the conclusion from a response that is no state.
    ///
    /// - Returns: Whether the next tap can be sent.
    private func react(to error: SessionError, _ tap: QueuedTap) -> Bool {
        guard case .problem(let problem) = error else {
            // Without a response the tap stays in the queue. Any other error comes after one that says that it has
            // arrived.
            if error == .cancelled { return false }
            end(tap, .accepted)
            return true
        }
        if let state = problem.state { adopt(state) }
        switch problem.kind {
        case .revisionMismatch, .busy:
            // Nothing has happened. The tap is looked at again, in the new state, and keeps its key.
            queue.set(.waiting, of: tap.key)
        case .staleScreen, .staleTab, .ended: end(tap, .outdated)
        case _ where problem.losesSession:
            lose(by: error)
            return false
        default: end(tap, .refused(problem))
        }
        return true
    }

    private func end(_ tap: QueuedTap, _ outcome: Outcome) {
        queue.end(tap.key, outcome)
        publish()
        storeSoon()
    }

    /// Waits until no effect runs on which the screen in front waits.
    func untilIdle() async {
        guard confirmed?.isBusy == true else { return }
        let task = idling ?? Task { await waitWhileBusy() }
        idling = task
        await task.value
    }

    private func waitWhileBusy() async {
        while !Task.isCancelled, phase == .open, confirmed?.isBusy == true {
            let hasNews = try? await refresh(wait: timing.longPoll, persists: true)
            // A server that can't wait must not be flooded.
            if hasNews != true, confirmed?.isBusy == true { try? await clock.sleep(for: .seconds(1)) }
        }
        idling = nil
    }

    /// Waits until the tap on its way has a response, which may have a new token.
    func untilResponse() async {
        guard sending != nil else { return }
        await withCheckedContinuation { waitersForResponse.append($0) }
    }

    private func endResponse() {
        for waiter in waitersForResponse { waiter.resume() }
        waitersForResponse = []
    }
}
