import Coordination
import JSON

/// The components of a view: one for each kind of element, and one for each kind of part.
enum ElementSchemas {
    /// The components by name.
    static var all: [(name: String, schema: OpenAPISchema)] {
        let kinds = PartSchema.elements
        return kinds.map { ($0.schema.elementName, element($0.kind, $0.schema)) }
            + [("Element", any(of: kinds)), ("CustomElement", custom(besides: kinds)), ("RowControl", rowControl)]
            + PartSchema.parts.map { ($0.component, .object($0.openAPIMembers).described($0.explanation)) }
    }

    private static func element(_ kind: String, _ schema: PartSchema) -> OpenAPISchema {
        .object([.always("kind", .const(kind))] + schema.openAPIMembers + [.maybe("fallback", .ref("Element"))])
    }

    private static func any(of kinds: [(kind: String, schema: PartSchema)]) -> OpenAPISchema {
        .union(by: "kind", kinds.map { ($0.kind, $0.schema.elementName) }, others: "CustomElement")
            .described(
                "An element of a screen's view, by its kind. Draw the fallback of one whose kind you don't know."
            )
    }

    private static func custom(besides kinds: [(kind: String, schema: PartSchema)]) -> OpenAPISchema {
        let known = kinds.map { JSONValue.string($0.kind) }
        return .object([
            .always("kind", OpenAPISchema(["type": "string", "not": ["enum": .array(known)]])),
            .maybe("fallback", .ref("Element"), "An equivalent element of a known kind."),
        ])
        .with("additionalProperties", true)
        .described("An element of an application's own kind, with members of any name.")
    }

    private static let rowControl = OpenAPISchema.union(
        by: "kind",
        [("toggle", "ToggleElement"), ("stepper", "StepperElement"), ("button", "ButtonElement")]
    )
}

extension PartSchema {
    /// The name of the component of an element, such as `ButtonElement`, because `Button` is one that is a part of another element.
    fileprivate var elementName: String { "\(component)Element" }

    fileprivate var openAPIMembers: [OpenAPISchema.Member] {
        members.map {
            let schema = OpenAPISchema($0.schema)
            return $0.isRequired ? .always($0.name, schema, $0.description) : .maybe($0.name, schema, $0.description)
        }
    }
}

extension OpenAPISchema {
    fileprivate init(_ schema: MemberSchema) {
        switch schema {
        case .value(let schema): self.init(schema)
        case .component(let name): self = .ref(name)
        case .array(let name): self = .array(of: .ref(name))
        }
    }
}
