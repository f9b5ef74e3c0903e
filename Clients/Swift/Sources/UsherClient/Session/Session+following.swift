import Foundation

/// The end of a stream.
private struct StreamEnd {
    /// Whether the header of a stream has come.
    var isOpen = false
    /// Whether an event or a comment has come.
    var isUseful = false
    /// The reason that the server has given.
    var reason: String?
    /// The error that has ended it.
    var failure: SessionError?

    /// Whether it was open and nothing came for too long, as behind a proxy that holds streams back.
    var isHeldBack: Bool { isOpen && !isUseful && failure == .lost(.timedOut) }
}

extension Session {
    /// Follows the states of the session: by a stream of events, or by long polling where streams do not arrive.
    func follow() async {
        var (losses, heldBack) = (0, 0)
        while isFollowed {
            await untilResponse()
            // The storage may have lost the state of a stored session.
            if confirmed == nil { _ = try? await readWholeState() }
            guard isFollowed else { return }
            let end = await stream()
            guard isFollowed else { return }
            if end.isUseful { (losses, heldBack) = (0, 0) }
            if end.isHeldBack { heldBack += 1 }
            switch (end.reason, end.failure) {
            case ("credentialRenewed", _): continue
            case ("replaced", _): try? await clock.sleep(for: timing.replaced)
            case ("ended", _), ("expired", _): _ = try? await refresh(persists: true)
            case (nil, .problem(let problem)?) where problem.isTransient:
                try? await clock.sleep(for: problem.retryAfter ?? .seconds(1))
            // The server or a proxy has no streams.
            case (nil, .problem?): await poll()
            case (nil, _) where heldBack >= 2:
                await poll()
                heldBack = 0
            default:
                await pause(before: losses)
                losses += 1
            }
        }
    }

    private var isFollowed: Bool { !Task.isCancelled && phase == .open }

    /// Adopts the states of a stream until it ends.
    private func stream() async -> StreamEnd {
        var end = StreamEnd()
        guard var base = confirmed else { return end }
        let request = calls.events(of: base.id, since: base.revision).authorized(by: credential?.token)
        do throws(SessionError) {
            let stream = try await opened(request)
            end.isOpen = true
            guard stream.status == 200 else { throw await refusal(stream) }
            var parser = ServerSentEventParser()
            while let part = try await nextPart(of: stream) {
                if !end.isUseful { reached() }
                end.isUseful = true
                for event in parser.parse(part) {
                    end.reason = try await take(event, &base)
                    if end.reason != nil { return end }
                }
            }
        } catch {
            lose(by: error)
            end.failure = error
        }
        return end
    }

    /// Takes an event of a stream, and returns the reason if the event ends the stream.
    private func take(
        _ event: ServerSentEvent,
        _ base: inout NavigationState
    ) async throws(SessionError) -> String? {
        guard case .event(let name, let data) = event else { return nil }
        guard let content = try? JSONValue(parsing: data) else { throw .malformed }
        switch name {
        case "end": return content["reason"]?.string ?? ""
        case "patch":
            let isFit = content["from"]?.int == base.revision
            let patch = isFit ? try? JSONPatch(content["patch"] ?? .null) : nil
            if let state = patch.flatMap({ try? base.applying($0) }) {
                base = state
            } else {
                base = try await readWholeState()
            }
            adopt(base)
        case "state":
            guard let state = try? NavigationState(content) else { throw .malformed }
            base = state
            adopt(state)
        default: break
        }
        return nil
    }

    /// Reads the states by long polling, until it is time to try a stream again.
    private func poll() async {
        let (clock, time) = (clock, timing.polling)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await clock.sleep(for: time) }
            group.addTask { await self.pollForEver() }
            await group.next()
            group.cancelAll()
        }
    }

    private func pollForEver() async {
        var losses = 0
        while isFollowed {
            await untilResponse()
            do throws(SessionError) {
                try await refresh(wait: timing.longPoll, persists: false)
                losses = 0
            } catch {
                guard isFollowed else { return }
                await pause(before: losses)
                losses += 1
            }
        }
    }

    private func opened(_ request: HTTPRequest) async throws(SessionError) -> HTTPStream {
        let transport = transport
        do throws(TransportFailure) {
            return try await withDeadline(timing.response, on: clock) { () async throws(TransportFailure) in
                try await transport.open(request)
            }
        } catch {
            throw SessionError(error)
        }
    }

    /// The next part of a stream, or `nil` at its end.
    private func nextPart(of stream: HTTPStream) async throws(SessionError) -> Data? {
        do throws(TransportFailure) {
            return try await withDeadline(timing.silence, on: clock) { () async throws(TransportFailure) in
                do {
                    // All iterators of a stream read the same parts.
                    var parts = stream.content.makeAsyncIterator()
                    return try await parts.next()
                } catch {
                    throw error as? TransportFailure ?? .lost("\(error)")
                }
            }
        } catch {
            throw SessionError(error)
        }
    }

    /// The problem in a response that is no stream, or a loss if its content is lost.
    private func refusal(_ stream: HTTPStream) async -> SessionError {
        var body = Data()
        while let part = try? await nextPart(of: stream) { body.append(part) }
        let problem = Problem(HTTPResponse(status: stream.status, fields: stream.fields, body: body))
        let isWhole = problem.kind != .unknown("") || problem.status != 401
        return isWhole ? .problem(problem) : .lost(.lost("The response was cut off."))
    }
}

extension SessionError {
    fileprivate init(_ failure: TransportFailure) {
        self = failure == .cancelled || Task.isCancelled ? .cancelled : .lost(failure)
    }
}
