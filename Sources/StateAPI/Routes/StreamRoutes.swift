import HTTPCore
import Sessions

extension StateAPI {
    /// Adds the route of the event stream.
    func addStreamRoutes(to routes: inout RouteTable) {
        add(.get, "/v1/sessions/:id/events", to: &routes) { [self] call throws(APIError) in
            guard call.request.accepts("text/event-stream") else { throw .problem(.notAcceptable) }
            try withSession(of: call) { [self] session, credential throws(APIError) in
                try check(session.view, credential)
                try openStream(call, session, credential)
            }
        }
    }

    private func openStream(_ call: APICall, _ session: Session, _ credential: Credential) throws(APIError) {
        guard call.request.method != .head else { return call.respond(HTTPResponse(.ok, fields: Self.streamFields)) }
        let preferred = preferredBase(call)
        let stream = SessionStream(
            session,
            credential,
            after: preferred ?? call.request.fields[.lastEventID].flatMap { UInt64(revision: $0) },
            renderer,
            registry,
            on: call.reply.queue
        )
        guard streams.add(stream, of: session.id, call.request.client) else {
            throw .limit(
                QuotaRejection(quota: settings.limits.addressStreams, retryAfter: 1).problem(
                    .tooManyRequests,
                    policy: "address-streams",
                    detail: "Your address has too many event streams."
                )
            )
        }
        let first = stream.firstUpdate()
        var response = HTTPResponse(.ok, fields: Self.streamFields, body: .stream(stream.body))
        if let preferred, first.event?.name != "state" {
            response.fields.append(.preferenceApplied, Self.patchFrom(preferred))
        }
        call.respond(response)
        stream.begin(with: first) { [streams, id = session.id] in streams.remove(stream, of: id) }
    }

    /// Returns the revision after which the client prefers the stream to begin.
    ///
    /// `Last-Event-ID` takes the place of the preference: a client that connects again repeats the fields of its first request
    /// and adds the ID of the last event, which is newer.
    private func preferredBase(_ call: APICall) -> UInt64? {
        call.request.fields.contains(.lastEventID) ? nil : call.preferences.patchFrom
    }

    static let streamFields: HTTPFields = [
        .contentType: "text/event-stream",
        .vary: "Accept, Last-Event-ID, Prefer",
        // nginx would collect the events in its buffer.
        .accelBuffering: "no",
    ]
}

extension HTTPFieldName {
    fileprivate static let accelBuffering: HTTPFieldName = "X-Accel-Buffering"
}
