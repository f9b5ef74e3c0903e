import JSON
import StateAPI

/// The schemas of what renderers send and get.
enum A2UISchemas {
    static let all: KeyValuePairs<String, OpenAPISchema> = [
        "A2UIMessages": .array(of: .ref("A2UIMessage")),
        "A2UIMessage": .object([
            .always("version", .string, "The version of the protocol, such as v0.9."),
            .maybe("createSurface", .object, "The surface of the session, before its first components."),
            .maybe("updateComponents", .object, "The components of the screen in focus."),
            .maybe("updateDataModel", .object, "The values of its fields, and the payloads that are objects."),
        ]),
        "A2UIClientMessage": .object([
            .maybe("version", .string, "The version of the protocol, such as v0.9."),
            .maybe("action", .object, "What the user did: `name`, and `context` as the component has it."),
            .maybe("userAction", .object, "The name of `action` in version 0.8."),
            .maybe("error", .object, "What the renderer could not draw. It is logged."),
        ]).with("oneOf", [["required": ["action"]], ["required": ["userAction"]], ["required": ["error"]]]),
    ]
}
