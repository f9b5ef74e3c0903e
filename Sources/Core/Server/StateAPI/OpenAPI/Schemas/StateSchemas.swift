import Coordination
import JSON

/// The components of the state: containers, routes, modals, screens, messages and gestures.
enum StateSchemas {
    static let all: KeyValuePairs<String, OpenAPISchema> = [
        "State": state,
        "Key": key,
        "LinkAddress": OpenAPISchema(["type": "string", "format": "uri", "maxLength": 2_048])
            .described("A link of the application: usher://APP/PATH.").example("usher://market/product/milk"),
        "Container": .union(by: "type", [("stack", "Stack"), ("tabs", "Tabs")]),
        "Stack": stack,
        "Tabs": tabs,
        "ScreenRoute": .object([
            .always("key", .ref("Key")),
            .always("name", .string, "The kind of screen, unique in its application."),
            .maybe("transition", .ref("Transition")),
        ]),
        "TabRoute": tabRoute,
        "Modal": modal,
        "Transition": .string.described(
            "The animation with which a container or a screen has appeared: none, fade, crossDissolve, push, coverVertical, or a name of the application's own."
        ),
        "Screen": screen,
        "Message": message,
        "Output": output,
        "Gestures": gestures,
        "Busy": .object([
            .always("effect", .string, "The name of the effect that runs."),
            .always("since", .time, "The time at which it was asked for."),
        ]),
    ]

    private static let state = OpenAPISchema.object([
        .always("id", .string.with("format", "uuid"), "The session. It is not a credential."),
        .always("app", .string, "The name of the application."),
        .maybe("appTitle", .string, "The name of the application that users see."),
        .maybe("language", .string, "The language of the texts, a tag of BCP 47, if the application has several."),
        .maybe("direction", .oneOf(["rtl"]), "Whether the texts run from right to left."),
        .always(
            "revision",
            .integer(min: 1),
            "The number of this state. The higher of two revisions is the newer state."
        ),
        .always("status", .oneOf(["active", "busy", "ended"])),
        .maybe("busy", .ref("Busy"), "The effect that the session waits for; there if the status is busy."),
        .maybe("result", .any, "The result of an ended session, if it has one; its schema is {app}.result."),
        .always("expiresAt", .time),
        .maybe("token", .string, "A new credential, in this response only."),
        .always("stack", .array(of: .ref("Key")), "The screens of the stack in front, root first."),
        .always("focus", .nullable(.ref("Key")), "The top of the stack in front: the only screen that may report."),
        .maybe(
            "link",
            .ref("LinkAddress"),
            "The link that leads to the place in front, for an address bar and to share; absent if the application gives none."
        ),
        .always("navigation", .ref("Container")),
        .always("modals", .array(of: .ref("Modal")), "The containers over the navigation, lowest first."),
        .always(
            "screens",
            OpenAPISchema.dictionary(of: .ref("Screen")).with("propertyNames", OpenAPISchema.ref("Key").value),
            "Every screen on any stack, by its key."
        ),
        .always("gestures", .ref("Gestures")),
    ])
    .described("The whole state of a session: one document that draws the app.")

    private static let key = OpenAPISchema(["type": "string", "pattern": "^k[0-9]+$"])
        .described("The name of one instance for its whole life; never used again in its session.")
        .example("k6")

    private static let stack = OpenAPISchema.object([
        .always("type", .const("stack")),
        .always("key", .ref("Key")),
        .always("index", .integer(min: 0), "The index of the route in front, always the last one."),
        .maybe("transition", .ref("Transition")),
        .always("routes", .array(of: .ref("ScreenRoute")), "The screens on top of each other, root first."),
    ])

    private static let tabs = OpenAPISchema.object([
        .always("type", .const("tabs")),
        .always("key", .ref("Key")),
        .always("index", .integer(min: 0), "The index of the selected tab."),
        .maybe("transition", .ref("Transition")),
        .always("routes", .array(of: .ref("TabRoute"))),
    ])

    private static let tabRoute = OpenAPISchema.object([
        .always("key", .ref("Key")),
        .always("name", .string),
        .always("title", .string),
        .maybe("image", .ref("Picture")),
        .maybe("badge", .string),
        .maybe("state", .ref("Container"), "The content; absent for a tab that was never selected."),
    ])

    private static let modal = OpenAPISchema.object([
        .always("key", .ref("Key")),
        .always("presentation", .cases(of: Presentation.self)),
        .always("dismissible", .boolean, "Whether the user can swipe it down."),
        .always("transition", .ref("Transition")),
        .always("state", .ref("Container")),
    ])

    private static let screen = OpenAPISchema.object([
        .always("name", .string),
        .always("title", .string),
        .maybe("variant", .string, "The look of a screen that has several."),
        .always(
            "props",
            .object,
            "The typed inputs, for clients with a view of their own; their schema is the component {app}.{screen}.props."
        ),
        .maybe(
            "view",
            .array(of: .ref("Element")),
            "The same in semantic elements; absent if the client asked for none."
        ),
        .always("messages", .array(of: .ref("Message"))),
        .maybe("hides", .array(of: .cases(of: Bar.self)), "The bars that are hidden while the screen is in front."),
        .always("outputs", .array(of: .ref("Output")), "The outputs that the screen may report now."),
    ])

    private static let message = OpenAPISchema.object([
        .always("code", .string, "Stable, for programs."),
        .always("level", .cases(of: Message.Level.self)),
        .maybe("pointer", .string, "The field, as a JSON Pointer into the payload that the screen last reported."),
        .maybe("params", .object, "The values in the text."),
        .always("text", .string, "Ready to show."),
    ])
    .example([
        "code": "code.wrong", "level": "error", "pointer": "/code", "params": ["left": 4], "text": "Incorrect code.",
    ])

    private static let output = OpenAPISchema.object([
        .always("name", .string),
        .always("href", .string, "The path to POST the payload to."),
        .maybe(
            "schema",
            .object,
            "The JSON Schema 2020-12 of the payload, the same as the component {app}.{screen}.{output}; absent for an output without a payload."
        ),
    ])

    private static let gestures = OpenAPISchema.object([
        .maybe("back", .string, "The path to POST to for the back button and a swipe back."),
        .maybe(
            "leave",
            .string,
            "The path to POST to for going back to the app that the session is a part of; the session ends."
        ),
        .maybe("dismiss", .string, "The path to POST to for swiping a modal down."),
        .maybe("confirm", .ref("GestureQuestion"), "The question to ask before a gesture that discards input."),
    ])
    .described("The gestures that are possible now.")

    /// The question before a gesture, which has its own component.
    static let question = OpenAPISchema.object([
        .always("title", .string),
        .maybe("text", .string),
        .always("gestures", .array(of: .oneOf(["back", "leave", "dismiss"])), "The gestures to ask before."),
    ])
}
