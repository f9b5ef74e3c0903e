import HTTPCore
import JSON

extension OpenAPIOperation {
    /// The operations with which a user's events are reported.
    static let events: [OpenAPIOperation] = [
        event(
            "/v1/sessions/:id/screens/:key/outputs/:name",
            "reportOutput",
            "Reports an output of the screen in focus",
            description:
                "The body is the payload, which must match the output's schema: the one in the state, and the component {app}.{screen}.{output}. An output without a schema takes no body.",
            body: .any,
            parameters: [.ifMatch, .idempotencyKey, .preferOnOutput],
            problems: [
                .staleScreen, .busy, .unknownOutput, .outputUnavailable, .rejected, .effectQueueFull,
            ]
        ),
        event(
            "/v1/sessions/:id/back",
            "goBack",
            "Goes back: the back button, or a swipe",
            description: "At the root of a stack it changes nothing and is no error.",
            body: .ref("Back")
        ),
        event(
            "/v1/sessions/:id/dismiss",
            "dismissModal",
            "Dismisses the modal in front, or all of them",
            description: "Without a modal that can be dismissed it changes nothing and is no error.",
            body: .ref("Dismiss")
        ),
        event(
            "/v1/sessions/:id/tabs/:key",
            "selectTab",
            "Selects a tab; the selected one goes to its root",
            body: .ref("Nothing"),
            problems: [.staleTab, .staleScreen]
        ),
        event(
            "/v1/sessions/:id/links",
            "openLink",
            "Opens a link: a deep link, a push notification, a search result",
            body: .ref("Link"),
            isBodyRequired: true,
            problems: [.unknownLink, .rejected, .effectQueueFull]
        ),
    ]

    private static func event(
        _ template: String,
        _ id: String,
        _ summary: String,
        description: String? = nil,
        body: OpenAPISchema,
        isBodyRequired: Bool = false,
        parameters: [OpenAPIParts.Parameter] = [.ifMatch, .idempotencyKey, .prefer],
        problems: [ProblemType] = []
    ) -> OpenAPIOperation {
        let fields: [OpenAPIParts.ResponseField] = [
            .entityTag, .idempotencyReplayed, .preferenceApplied, .setCookie, .credentialRenewed, .vary, .cacheControl,
        ]
        return OpenAPIOperation(
            method: .post,
            template: template,
            id: id,
            tag: "events",
            summary: summary,
            description: description,
            parameters: parameters,
            body: body,
            isBodyRequired: isBodyRequired,
            responses: [
                Response(
                    status: .ok,
                    description: "The state that follows, or a patch; with a new token if the request had a secret.",
                    content: .state,
                    fields: fields,
                    links: [
                        "reportOutput": ["id": "$request.path.id", "key": "$response.body#/focus"],
                        "readSession": ["id": "$request.path.id"], "goBack": ["id": "$request.path.id"],
                    ]
                ),
                Response(
                    status: .accepted,
                    description: "The state while an effect outlasts the wait.",
                    content: .state,
                    fields: fields
                ),
                Response(
                    status: .noContent,
                    description: "The event was accepted; the client prefers no state.",
                    content: .none,
                    fields: [.entityTag, .idempotencyReplayed, .preferenceApplied, .vary]
                ),
            ],
            problems: ofBody + ofSession + [
                .ended, .revisionMismatch, .idempotencyKeyReused, .idempotencyKeyInUse,
            ] + problems
        )
    }
}
