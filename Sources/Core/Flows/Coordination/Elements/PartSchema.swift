/// The members of a part of a view with their schemas, for the description of the API.
package struct PartSchema: MemberVisitor {
    /// A member with its schema.
    package struct Member {
        package let name: String
        package let schema: MemberSchema
        package let isRequired: Bool
        package let description: String?
    }

    /// The name among the components of the API, such as `Row`.
    package let component: String
    /// An explanation of the part, or `nil` for none.
    package let explanation: String?
    /// The members in the order of the JSON.
    package private(set) var members: [Member] = []

    private init<Part: ViewPart>(_ part: Part) {
        component = Part.component
        explanation = Part.explanation
        part.visit(&self)
    }

    mutating func value<Value: MemberValue>(
        _ name: StaticString,
        _ value: @autoclosure () -> Value,
        as schema: @autoclosure () -> MemberSchema,
        _ description: String?
    ) {
        members.append(
            Member(name: "\(name)", schema: schema(), isRequired: Value.isRequired, description: description)
        )
    }
}

/// The schemas are made from examples with any values, because a schema depends on the types of the members alone.
extension PartSchema {
    /// The schemas of the kinds of elements of the contract: the kinds of version 1, and later ones with a fallback.
    package static var elements: [(kind: String, schema: PartSchema)] {
        let turn = Output<UpdateRequired, Bool>("")
        let choose = Output<UpdateRequired, Int>("")
        let find = Output<UpdateRequired, String>("")
        let examples: [any ContractElement] = [
            Heading(""), Text(""), Image(.symbol("")), button, Toggle("", turn, value: true),
            Stepper("", choose, value: 0, in: 0...0), Search("", find), List(sections: []), Map([]),
            Form(find, submit: "", fields: []), Confirm("", actions: []), Progress(), Empty(""), Card(""),
            Grid(cards: []), Hero(""), Gallery("", pictures: []), Segments("", []), Chips("", []), Swatches("", []),
            Timeline(steps: []), Pinned(button),
        ]
        return examples.map { (type(of: $0).kind, PartSchema($0)) }
    }

    /// The schemas of the parts of elements.
    package static var parts: [PartSchema] {
        let examples: [any ViewPart] = [
            ImageSource.symbol(""), Price(0, ""), button.report, Section(rows: []), Row(""),
            RowSourceReference(name: "", version: ""), RowPage([]), Marker("", latitude: 0, longitude: 0),
            Field("", ""),
            Field.Choice("", ""), Field.FileRules(types: [], bytes: 0, count: 0), button, Empty(""), Card(""),
            ChoiceOption(""), TimelineStep("", status: .done),
        ]
        return examples.map { part in
            var schema = PartSchema(part)
            if part is any KeyedPart { schema.members.insert(key, at: 0) }
            return schema
        }
    }

    private static let button = Button("", Output<UpdateRequired, Nothing>(""))

    private static let key = Member(
        name: "key",
        schema: .value(.string),
        isRequired: true,
        description:
            "Unique among the parts of its kind in the element, and the same while the part shows the same thing."
    )
}
