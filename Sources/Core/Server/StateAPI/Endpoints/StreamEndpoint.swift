package import HTTPCore
import JSON
import Sessions

/// The endpoint of the event stream.
package struct StreamEndpoint {
    let api: StateAPI

    var declaration: Endpoint {
        var endpoint = followSession
        endpoint.isStream = true
        return endpoint
    }

    private var followSession: Endpoint {
        Endpoint(
            method: .get,
            template: "/v1/sessions/:id/events",
            id: "followSession",
            tag: "sessions",
            summary: "The states as they follow, as server-sent events",
            description: """
                Events have one of three types. `state`: its data is a State, its id the revision. `patch`: its data is an \
                object with `from`, a revision, and `patch`, a Patch from that revision to the one in its id. `end`: its \
                data is an object with the `reason`, one of ended, expired, credentialRenewed, stopping and replaced; it is \
                the last event. A comment comes every 15 seconds in which there is no event.
                """,
            parameters: [.lastEventID, .prefer],
            responses: [
                .init(
                    description: "A stream of events that ends with the session or the credential.",
                    content: .other(
                        type: "text/event-stream",
                        OpenAPISchema.string.example(
                            "event: patch\nid: 18\ndata: {\"from\":17,\"patch\":[{\"op\":\"replace\",\"path\":\"/revision\",\"value\":18}]}\n\n"
                        )
                    ),
                    fields: [.preferenceApplied, .vary, .cacheControl]
                )
            ],
            handler: .session(reading: preferredBase, open)
        )
    }

    private func open(
        _ call: APICall,
        _ session: Session,
        _ credential: Credential,
        after preferred: UInt64?
    ) throws(APIError) {
        try api.check(session.view, credential)
        guard call.request.method != .head else { return call.respond(HTTPResponse(.ok, fields: Self.fields)) }
        let form = api.forms.form(for: call.request, api)
        let stream = SessionStream(
            session,
            credential,
            after: preferred ?? call.request.fields[.lastEventID].flatMap { UInt64(revision: $0) },
            form?.streamContent() ?? StateStreamContent(renderer: api.renderer),
            api.registry,
            on: call.reply.queue
        )
        try api.streams.add(stream, of: session.id, call.request.client)
        let first = stream.firstUpdate()
        var response = HTTPResponse(.ok, fields: Self.fields, body: .stream(stream.body))
        if form == nil, let preferred, first.events.first?.name != "state" {
            response.fields.append(.preferenceApplied, StateAPI.patchFrom(preferred))
        }
        call.respond(response)
        stream.begin(with: first) { [streams = api.streams, id = session.id] in streams.remove(stream, of: id) }
    }

    /// Returns the revision after which the client prefers the stream to begin.
    ///
    /// `Last-Event-ID` takes the place of the preference: a client that connects again repeats the fields of its first request
    /// and adds the ID of the last event, which is newer.
    private func preferredBase(_ call: APICall) -> UInt64? {
        call.request.fields.contains(.lastEventID) ? nil : call.preferences.patchFrom
    }

    /// The fields of a stream of events.
    package static let fields: HTTPFields = [
        .contentType: "text/event-stream",
        .vary: "Accept, Last-Event-ID, Prefer",
        // nginx would collect the events in its buffer.
        .accelBuffering: "no",
    ]
}

extension HTTPFieldName {
    fileprivate static let accelBuffering: HTTPFieldName = "X-Accel-Buffering"
}
