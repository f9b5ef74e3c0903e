import JSON

/// A field of a request, or a part of its query, as a component that operations refer to.
package struct OpenAPIParameter: Sendable {
    /// The name of the component.
    let name: String
    let json: JSONValue

    var reference: JSONValue { ["$ref": .string("#/components/parameters/\(name)")] }

    /// Describes a part of the query.
    ///
    /// - Parameters:
    ///   - name: The name in the query.
    ///   - component: The name of the component, or `nil` for the name in the query.
    ///   - text: A sentence about it.
    ///   - schema: The schema of its value.
    /// - Returns: A parameter that requests may leave out.
    package static func query(
        _ name: String,
        component: String? = nil,
        _ text: String,
        _ schema: OpenAPISchema
    ) -> Self {
        Self(
            name: component ?? name,
            json: ["name": .string(name), "in": "query", "description": .string(text), "schema": schema.value]
        )
    }

    private static func field(
        _ name: String,
        component: String? = nil,
        _ text: String,
        _ example: String,
        pattern: String? = nil
    ) -> Self {
        var schema: JSONObject = ["type": "string"]
        if let pattern { schema["pattern"] = .string(pattern) }
        return Self(
            name: component ?? name,
            json: [
                "name": .string(name), "in": "header", "description": .string(text), "schema": .object(schema),
                "example": .string(example),
            ]
        )
    }
}

// MARK: - Fields

extension OpenAPIParameter {
    /// `*`, or a list of entity tags, in which elements may be empty (RFC 9110 §13.1 and §5.6.1).
    private static let entityTags =
        #"^[ \t]*(\*|[ \t,]*(W/)?"[!#-~]*"([ \t]*,[ \t,]*(W/)?"[!#-~]*")*[ \t,]*)[ \t]*$"#

    private static let keyExample = "3f0e2a52-6c1f-4d55-9c1c-0f7c0f6f1a10"

    package static let ifMatch = field(
        "If-Match",
        "The ETag of the state that the request is about: 412 with the state if it has moved on.",
        "\"17\"",
        pattern: entityTags
    )

    package static let ifScreen = field(
        "If-Screen",
        "The key of the screen that the request is about, and the revision of the state that the user has seen if the content of the screen matters: 412 with the state if another screen is in front, or if the screen has changed since.",
        "k4;revision=17",
        pattern: #"^[ \t]*[!#$%&'*+.^_`|~0-9A-Za-z-]+( *; *revision=(0|[1-9][0-9]{0,18}))?[ \t]*$"#
    )

    static let ifNoneMatch = field(
        "If-None-Match",
        "The ETag of what the client has: 304 if it is current.",
        "\"17\"",
        pattern: entityTags
    )

    package static let idempotencyKey = field(
        "Idempotency-Key",
        "1 to 255 printable ASCII characters. The same request with the same key acts once.",
        keyExample,
        pattern: "^[ -~]{1,255}$"
    )

    package static let creationKey = field(
        "Idempotency-Key",
        component: "Idempotency-Key-New",
        "16 to 255 printable ASCII characters, as hard to guess as a UUID. The same request with the same key acts once.",
        keyExample,
        pattern: "^[ -~]{16,255}$"
    )

    package static let prefer = field(
        "Prefer",
        "RFC 7240: `wait=N` seconds for effects or for the next revision, `return=minimal` for 204 without the state, `patch-from=\"N\"` for a patch from that revision.",
        "wait=25, patch-from=\"17\""
    )

    package static let preferOnOutput = field(
        "Prefer",
        component: "Prefer-Output",
        "As for other requests; and `messages` to get the reasons why a payload is rejected as messages of the screen.",
        "messages, wait=5"
    )

    package static let lastEventID = field(
        "Last-Event-ID",
        "The id of the last event that the client has received.",
        "17"
    )
}

// MARK: - Parts of the query

extension OpenAPIParameter {
    /// The schema of a text without control characters, which the query of a request can't have.
    package static func text(maxLength: Int64 = 100) -> OpenAPISchema {
        OpenAPISchema([
            "type": "string", "maxLength": .integer(maxLength), "pattern": "^[^\\u0000-\\u001f\\u007f]*$",
        ])
    }

    package static let before = query(
        "before",
        "The revision before which the page ends.",
        .integer(min: 0, max: .max)
    )

    static let after = query(
        "after",
        "The place after which the page begins, from `next` of the page before.",
        text(maxLength: 64)
    )

    package static let limit = query(
        "limit",
        "The largest number of entries or rows.",
        .integer(min: 1, max: Int64(PageLimit.largest))
    )

    static let format = query(
        "format",
        "The form of the map.",
        .oneOf(["json", "svg", "mermaid", "dot", "scxml"])
    )
}
