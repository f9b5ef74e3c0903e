import Coordination
import JSON

/// The components of a view: one for each kind of element, and those of their parts.
enum ElementSchemas {
    /// The components by name.
    static var all: [(name: String, schema: OpenAPISchema)] {
        ElementKind.allCases.map { (name(of: $0), schema(of: $0)) }
            + [("Element", element), ("CustomElement", custom), ("RowControl", rowControl)]
            + parts.map { ($0.key, $0.value) }
    }

    /// Returns the name of the component of a kind, such as `ButtonElement`.
    static func name(of kind: ElementKind) -> String {
        "\(kind.rawValue.prefix(1).uppercased())\(kind.rawValue.dropFirst())Element"
    }

    private static var element: OpenAPISchema {
        let mapping = ElementKind.allCases.map {
            ($0.rawValue, .string("#/components/schemas/\(name(of: $0))") as JSONValue)
        }
        let components = ElementKind.allCases.map(name) + ["CustomElement"]
        return OpenAPISchema([
            "oneOf": .array(components.map { OpenAPISchema.ref($0).value }),
            "discriminator": ["propertyName": "kind", "mapping": .object(JSONObject(mapping))],
        ])
        .described("An element of a screen's view, by its kind. Draw the fallback of one whose kind you don't know.")
    }

    private static var custom: OpenAPISchema {
        let known = ElementKind.allCases.map { JSONValue.string($0.rawValue) }
        return .object([
            .always("kind", OpenAPISchema(["type": "string", "not": ["enum": .array(known)]])),
            .maybe("fallback", .ref("Element"), "An equivalent element of a known kind."),
        ])
        .with("additionalProperties", true)
        .described("An element of an application's own kind, with members of any name.")
    }

    private static var rowControl: OpenAPISchema {
        .union(
            by: "kind",
            [
                ElementKind.toggle.rawValue: name(of: .toggle), ElementKind.stepper.rawValue: name(of: .stepper),
                ElementKind.button.rawValue: name(of: .button),
            ]
        )
    }

    /// Returns the schema of the elements of a kind; the compiler asks for that of a new kind here.
    private static func schema(of kind: ElementKind) -> OpenAPISchema {
        switch kind {
        case .heading: element(kind, [.always("text", .string), .always("level", .integer(min: 1, max: 3)), language])
        case .text:
            element(
                kind,
                [.always("text", .string), .maybe("style", .cases(of: Text.Style.self), "Absent for body."), language]
            )
        case .image: element(kind, picture + [.maybe("aspect", .number, "The width divided by the height.")])
        case .button: element(kind, button)
        case .toggle: element(kind, toggle)
        case .stepper: element(kind, stepper)
        case .search: element(kind, search)
        case .list: element(kind, list)
        case .map: element(kind, [.always("markers", .array(of: .ref("Marker")))])
        case .form: element(kind, form)
        case .confirm:
            element(
                kind,
                [.always("title", .string), .maybe("text", .string), .always("actions", .array(of: .ref("Button")))]
            )
        case .progress:
            element(
                kind,
                [
                    .maybe("label", .string),
                    .maybe("value", .number, "The completed part from 0 to 1; absent if unknown."),
                    .maybe("output", .string, "Reported with true to pause what goes on by itself, false to go on."),
                    .maybe("paused", .boolean, "Whether it is paused; there if it can be."),
                ]
            )
        case .empty: element(kind, empty)
        case .card: element(kind, card)
        case .grid: element(kind, grid)
        case .hero: element(kind, hero)
        case .gallery: element(kind, gallery)
        case .segments, .swatches: element(kind, options)
        case .chips:
            element(kind, options + [.maybe("several", .boolean, "Whether any number of options can be chosen.")])
        case .timeline: element(kind, timeline)
        case .pinned: element(kind, pinned)
        }
    }

    private static func element(_ kind: ElementKind, _ members: [OpenAPISchema.Member]) -> OpenAPISchema {
        .object([.always("kind", .const(kind.rawValue))] + members + [.maybe("fallback", .ref("Element"))])
    }
}

extension ElementSchemas {
    private typealias Member = OpenAPISchema.Member

    private static let parts: KeyValuePairs<String, OpenAPISchema> = [
        "Picture": .object(picture).described("An image, a symbol or some characters."),
        "Price": .object([
            .always("amount", .integer, "In the minor unit of the currency, such as cents."),
            .always("currency", .string, "The code in ISO 4217."),
        ]),
        "Report": .object(report).described("The output to report when the user chooses the thing."),
        "ListSection": .object([
            key, .maybe("header", .string), .maybe("footer", .string), .always("rows", .array(of: .ref("Row"))),
        ]),
        "Row": .object(row),
        "RowSource": .object([
            .always("name", .string, "The last part of the address: GET /v1/sessions/{id}/screens/{key}/rows/{name}."),
            .always("version", .string, "Another text when the rows are others, and must be read again."),
        ]),
        "RowPage": .object([
            .always("rows", .array(of: .ref("Row"))),
            .maybe("next", .string, "The address of the next page; absent at the end."),
        ]),
        "Marker": .object(marker),
        "Field": .object(field),
        "Choice": .object([.always("value", .string), .always("label", .string)]),
        "Button": .object(button),
        "Empty": .object(empty),
        "Card": .object([key] + card),
        "Option": .object(option),
        "TimelineStep": .object(step),
    ]

    private static let report: [Member] = [
        .always(
            "output",
            .string,
            "The name of one of the screen's outputs. It may be missing in `outputs`, and is then disabled."
        ),
        .maybe("payload", .any, "The payload to send, unless the user enters it."),
        .maybe(
            "link",
            .ref("LinkAddress"),
            "The link that leads to the same screen as the report, to be drawn as a link that can be copied and opened elsewhere."
        ),
    ]

    private static let picture: [Member] = [
        .maybe("url", .string), .maybe("symbol", .string), .maybe("characters", .string, "To be drawn large."),
        .always("alt", .string, "A description in words; empty for a decoration."), language,
    ]

    private static let button: [Member] =
        [.always("label", .string)] + report + [
            .maybe("role", .cases(of: Button.Role.self)),
            .maybe("placement", .cases(of: Button.Placement.self), "Absent for body."),
            .maybe("symbol", .string),
            .maybe("enabledAt", .time, "The time from which it can be pressed."),
            .maybe("badge", .string),
            .maybe("selected", .boolean, "Whether the option that it stands for is on."),
        ]

    private static let toggle: [Member] =
        [.always("label", .string)] + report + [
            .maybe(
                "member",
                .string,
                "The member of `payload` that gets the new value; without it the value is the payload."
            ),
            .always("value", .boolean),
            .maybe("help", .string),
        ]

    private static let stepper: [Member] =
        [.always("label", .string)] + report + [
            .maybe(
                "member",
                .string,
                "The member of `payload` that gets the new value; without it the value is the payload."
            ),
            .always("value", .integer), .always("min", .integer), .always("max", .integer), .always("step", .integer),
        ]

    private static let search: [Member] =
        [.always("placeholder", .string)] + report + [.always("value", .string, "The text that was searched for.")]

    private static let list: [Member] = [
        .always("style", .cases(of: List.Style.self)),
        .always("sections", .array(of: .ref("ListSection"))),
        .maybe("source", .ref("RowSource"), "The source of the rows, which are not in the state."),
        .maybe(
            "more",
            .ref("Button"),
            "Its output asks for further rows: report it at the end of the list, or show a button."
        ),
        .maybe("empty", .ref("Empty"), "The notice to show if there are no rows."),
    ]

    /// The key of a part of an element.
    private static let key = Member.always(
        "key",
        .string,
        "Unique among the parts of its kind in the element, and the same while the part shows the same thing."
    )

    /// The language of a text.
    private static let language = Member.maybe(
        "lang",
        .string,
        "The language of the text (BCP 47), if it is not that of the application."
    )

    private static let row: [Member] = [
        key, .always("title", .string), language, .maybe("subtitle", .string), .maybe("image", .ref("Picture")),
        .maybe("badge", .string), .maybe("price", .ref("Price")),
        .maybe("accessory", .cases(of: Row.Accessory.self), "Absent for none."),
        .maybe("time", .time), .maybe("report", .ref("Report")),
        .maybe("control", .ref("RowControl"), "A control at the end of the row."),
    ]

    private static let marker: [Member] = [
        key, .always("title", .string), .always("latitude", .number, "Degrees north (WGS 84)."),
        .always("longitude", .number, "Degrees east (WGS 84)."), .maybe("selected", .boolean),
        .maybe("report", .ref("Report")),
    ]

    private static let form: [Member] =
        report + [.always("submit", .string, "The text on its button."), .always("fields", .array(of: .ref("Field")))]

    private static let field: [Member] = [
        .always(
            "name",
            .string,
            "The member of the payload; if the payload is not an object, the value is the payload."
        ),
        .always("label", .string), .always("input", .cases(of: Field.Input.Kind.self)),
        .maybe("value", .any, "The initial value."), .maybe("placeholder", .string),
        .maybe("autocomplete", .string, "A token of HTML's autocomplete attribute."),
        .maybe("help", .string), .maybe("secret", .boolean, "Whether clients must hide the value and never store it."),
        .maybe("choices", .array(of: .ref("Choice"))),
    ]

    private static let empty: [Member] = [
        .always("title", .string), .maybe("text", .string), .maybe("symbol", .string),
        .maybe("action", .ref("Button")),
    ]

    private static let card: [Member] = [
        .always("title", .string), language, .maybe("subtitle", .string), .maybe("image", .ref("Picture")),
        .maybe("badge", .string), .maybe("price", .ref("Price")), .maybe("report", .ref("Report")),
        .maybe("control", .ref("RowControl"), "A control below the text."),
    ]

    private static let grid: [Member] = [
        .maybe("header", .string), .always("cards", .array(of: .ref("Card"))),
        .maybe("more", .ref("Button"), "As for a list."), .maybe("empty", .ref("Empty"), "As for a list."),
    ]

    private static let hero: [Member] = [
        .always("title", .string), language, .maybe("subtitle", .string), .maybe("text", .string),
        .maybe("image", .ref("Picture"), "To be drawn large."), .maybe("badge", .string),
        .maybe("price", .ref("Price")),
        .maybe("action", .ref("Button")),
    ]

    private static let gallery: [Member] = [
        .always("label", .string, "The name of what the pictures show."),
        .always("images", .array(of: .ref("Picture"))),
        .maybe("aspect", .number, "The width of each picture divided by its height."),
    ]

    private static let options: [Member] = [
        .always("label", .string, "The name of the choice."), .always("options", .array(of: .ref("Option"))),
    ]

    private static let option: [Member] = [
        key, .always("label", .string), .maybe("image", .ref("Picture")),
        .maybe(
            "color",
            .string,
            "The color that the option stands for, as `#rrggbb`; content, no color of the design."
        ),
        .maybe("badge", .string), .maybe("selected", .boolean), .maybe("report", .ref("Report")),
    ]

    private static let timeline: [Member] = [
        .maybe("label", .string), .always("steps", .array(of: .ref("TimelineStep"))),
    ]

    private static let step: [Member] = [
        key, .always("title", .string), .maybe("text", .string), .maybe("time", .time),
        .always("status", .cases(of: TimelineStep.Status.self)),
    ]

    private static let pinned: [Member] = [
        .maybe("title", .string, "A short text beside the control."), .maybe("price", .ref("Price")),
        .always(
            "control",
            .ref("RowControl"),
            "The control at the bottom edge of the screen; a screen has at most one."
        ),
    ]
}
