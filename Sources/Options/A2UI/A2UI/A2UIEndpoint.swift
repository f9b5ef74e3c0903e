import HTTPCore
import JSON
import Logging
import Sessions
import StateAPI

/// The endpoint for the messages of renderers.
struct A2UIEndpoint {
    let api: StateAPI

    var all: [Endpoint] {
        [
            Endpoint(
                method: .post,
                template: "/v1/sessions/:id/a2ui",
                id: "reportA2UIAction",
                tag: "a2ui",
                summary: "A message of a renderer of A2UI",
                description: """
                    An action reports an output, goes back, dismisses a modal or selects a tab. The response has the messages that \
                    lead to the next screen, in the version of the action. The response to an error has no content.
                    """,
                parameters: [.ifMatch, .ifScreen, .idempotencyKey, .preferOnOutput],
                body: .ref("A2UIClientMessage"),
                isBodyRequired: true,
                // A renderer that posts JSON may accept nothing else by name.
                isNegotiated: false,
                responses: EventEndpoints.responses(.other(type: "application/a2ui+json", .ref("A2UIMessages"))),
                problems: [
                    .ended, .revisionMismatch, .idempotencyKeyReused, .idempotencyKeyInUse,
                    .staleScreen,
                    .staleTab, .busy, .unknownOutput, .outputUnavailable, .rejected, .effectQueueFull,
                ],
                handler: .session(receive)
            )
        ]
    }

    private func receive(_ call: APICall, _ session: Session, _ credential: Credential) throws(APIError) {
        let body = try api.body(of: call.request, types: A2UIForm.mediaTypes)
        guard let action = try A2UIAction(body) else {
            try StateAPI.checkConditions(of: call.request)
            // Its message may have texts of the screen.
            let code = body?["error"]?["code"]?.stringValue ?? ""
            api.log.debug("A renderer reported an error", metadata: ["code": "\(code.prefix(64))"])
            return call.respond(HTTPResponse(.noContent))
        }
        let view = session.view
        let drawing = A2UIDrawing(action.version, api.renderer)
        let form = A2UIForm(drawing, known: view.withCrashAttribution { drawing.screen(of: view) })
        guard let event = try action.event(in: view) else { return call.respond(.state(.ok, view, in: form)) }
        // A gesture names no target of its own, so it is for this revision alone.
        let revision = action.name == A2UIAction.dismiss ? view.record.revision : nil
        try EventEndpoints(api: api).submit(event, to: session, call, credential, at: revision, in: form)
    }
}
