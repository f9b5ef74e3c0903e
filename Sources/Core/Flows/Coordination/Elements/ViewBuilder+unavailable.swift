// Overloads for common slips, so that the compiler says what to write.
extension ViewBuilder {
    /// Unavailable: a row is a part of a list.
    @available(*, unavailable, message: "A row must be in a list: List(sections: [Section(rows: [Row(…)])])")
    public static func buildExpression(_ row: Row) -> [any ViewElement] {
        fatalError("Unavailable functions are never called.")
    }

    /// Unavailable: a section is a part of a list.
    @available(*, unavailable, message: "A section must be in a list: List(sections: [Section(…)])")
    public static func buildExpression(_ section: Section) -> [any ViewElement] {
        fatalError("Unavailable functions are never called.")
    }

    /// Unavailable: a field is a part of a form.
    @available(*, unavailable, message: "A field must be in a form: Form(output, submit: “Send”, fields: [Field(…)])")
    public static func buildExpression(_ field: Field) -> [any ViewElement] {
        fatalError("Unavailable functions are never called.")
    }

    /// Unavailable: a string is not an element.
    @available(*, unavailable, message: "A string must be in an element: Text(…) or Heading(…)")
    public static func buildExpression(_ text: String) -> [any ViewElement] {
        fatalError("Unavailable functions are never called.")
    }
}

extension Row {
    /// Unavailable: an output with a payload needs a value.
    @available(*, unavailable, message: "This output has a payload; pass the value: .reports(output, value)")
    public func reports<Source, Value: Payload>(_ output: Output<Source, Value>) -> Row {
        fatalError("Unavailable functions are never called.")
    }
}
