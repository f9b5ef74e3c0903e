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
        let stream = SessionStream(
            session,
            credential,
            after: call.request.fields[.lastEventID].flatMap { UInt64($0) },
            documents,
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
        call.respond(HTTPResponse(.ok, fields: Self.streamFields, body: .stream(stream.body)))
        stream.begin { [streams, id = session.id, client = call.request.client] in
            streams.remove(stream, of: id, client)
        }
    }

    private static let streamFields: HTTPFields = [
        .contentType: "text/event-stream",
        // nginx would collect the events in its buffer.
        .accelBuffering: "no",
    ]
}

extension HTTPFieldName {
    fileprivate static let lastEventID: HTTPFieldName = "Last-Event-ID"
    fileprivate static let accelBuffering: HTTPFieldName = "X-Accel-Buffering"
}
