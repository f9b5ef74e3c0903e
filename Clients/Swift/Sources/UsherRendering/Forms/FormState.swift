import Foundation
import UsherClient

/// The values that a user has entered into a form, and the errors at its fields.
///
/// It is a value without a clock or a network. The server makes each text canonical, so what is sent is what was typed.
///
/// ```swift
/// var state = FormState()
/// state.set("123 456", of: code)
/// if state.validate(form, schema, words) { send(state.payload(of: form, schema)) }
/// state.finish(.refused(problem), form, next: form)
/// ```
public struct FormState: Sendable, Hashable {
    /// An error at a field, or of the form as a whole.
    public struct Fault: Sendable, Hashable {
        /// The name of the field, or `nil` for the form as a whole.
        public let field: String?
        /// The error in words.
        public let text: String
    }

    /// The ends of a form on its way.
    enum End: Sendable, Hashable {
        /// The form was accepted, and its screen is in front or gone.
        case done
        /// The form was accepted, and another screen covers its own.
        case covered
        /// The screen asks something of the user now.
        case rejected
        /// The server has refused the payload, with the reasons by their pointers.
        case refused([Problem.Violation])
    }

    /// The values by the names of their fields, as the user has entered them: texts, and truth values of switches.
    private var values: [String: JSONValue] = [:]
    /// The errors that the client or the server has found.
    public private(set) var faults: [Fault] = []

    /// Creates a form without changes.
    public init() {}

    /// Creates a form with the values of a draft.
    ///
    /// - Parameters:
    ///   - draft: The values by the names of their fields.
    ///   - form: The form. Its secret fields take no values of a draft.
    public init(draft: [String: JSONValue], of form: FormElement) {
        let names = Set(form.fields.filter { !$0.isSecret }.map(\.name))
        values = draft.filter { names.contains($0.key) }
    }

    /// The values to keep for a restart of the app, without secrets.
    public func draft(of form: FormElement) -> [String: JSONValue] {
        let names = Set(form.fields.filter { !$0.isSecret }.map(\.name))
        return values.filter { names.contains($0.key) }
    }

    /// Whether the user has entered something that is not sent.
    public var isEdited: Bool { !values.isEmpty }

    /// The text of a field as the user sees it.
    public func text(of field: Field) -> String { (values[field.name] ?? field.value)?.plainText ?? "" }

    /// Whether the switch of a field is on.
    public func flag(of field: Field) -> Bool {
        let value = values[field.name] ?? field.value
        return value == true || value == "true"
    }

    /// The choice of a field, or `nil` as long as the user has made none.
    public func choice(of field: Field) -> FieldChoice? {
        let text = text(of: field)
        return field.choices.first { $0.value.plainText == text }
    }

    /// The day of a field, at noon in the zone of the calendar, or `nil` for none.
    public func day(of field: Field, in calendar: Calendar) -> Date? { Day(text(of: field))?.date(in: calendar) }

    /// Sets the text of a field.
    public mutating func set(_ text: String, of field: Field) { set(.string(text), of: field) }

    /// Sets the switch of a field.
    public mutating func set(_ flag: Bool, of field: Field) { set(.bool(flag), of: field) }

    /// Sets the choice of a field.
    public mutating func set(_ choice: FieldChoice?, of field: Field) {
        set(.string(choice?.value.plainText ?? ""), of: field)
    }

    /// Sets the day of a field.
    public mutating func set(_ day: Date?, of field: Field, in calendar: Calendar) {
        set(.string(day.map { Day($0, in: calendar).text } ?? ""), of: field)
    }

    private mutating func set(_ value: JSONValue, of field: Field) {
        faults.removeAll { $0.field == field.name }
        let isInitial =
            field.input == .toggle
            ? value.bool == (field.value?.bool ?? false) : value.plainText == field.value?.plainText ?? ""
        values[field.name] = isInitial ? nil : value
    }

    /// Whether a field must have a value.
    ///
    /// - Returns: `nil` if neither the field nor the schema says so.
    public static func isRequired(_ field: Field, _ schema: PayloadSchema?) -> Bool? {
        field.isRequired ?? (schema?.isObject == true ? schema?.requires(field.name) : nil)
    }

    /// Whether the form is to be sent as soon as its only field has the last digit of a code.
    public func isComplete(_ form: FormElement, _ schema: PayloadSchema?) -> Bool {
        guard form.visibleFields.count == 1, let field = form.visibleFields.first, field.input == .oneTimeCode,
            let digits = schema?.schema(of: field.name)?.digits
        else { return false }
        let code = CanonicalText.code(text(of: field))
        return code.count == digits && code.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Looks for values that the server would reject, and keeps the errors.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - schema: The schema of its output.
    ///   - words: The client's own words.
    /// - Returns: Whether the form can be sent.
    public mutating func validate(_ form: FormElement, _ schema: PayloadSchema?, _ words: Words) -> Bool {
        faults = form.visibleFields.compactMap { field in
            fault(in: field, schema, words).map { Fault(field: field.name, text: $0) }
        }
        return faults.isEmpty
    }

    private func fault(in field: Field, _ schema: PayloadSchema?, _ words: Words) -> String? {
        guard field.input != .toggle else { return nil }
        let text = text(of: field)
        guard !text.isEmpty else { return Self.isRequired(field, schema) == true ? words.fieldMissing : nil }
        guard field.input != .choice, let schema = schema?.schema(of: field.name) else { return nil }
        if schema.type == .integer || schema.type == .number { return faultOfNumber(text, schema, words) }
        guard schema.type == .string || schema.type == nil else { return nil }
        // A password is sent as it was typed, and its length is the server's business in any form.
        let canonical = CanonicalText(text)
        if let most = schema.greatestLength, canonical.length.lowerBound > most {
            return words.charactersOver(canonical.length.lowerBound - most)
        }
        if let least = schema.leastLength, canonical.length.upperBound < least { return words.fieldTooShort(least) }
        if let pattern = schema.pattern, !canonical.matches(pattern) { return words.fieldInvalid }
        if field.input == .date, Day(text) == nil { return words.fieldInvalid }
        return nil
    }

    private func faultOfNumber(_ text: String, _ schema: PayloadSchema, _ words: Words) -> String? {
        guard let number = Double(text), number.isFinite else { return words.fieldInvalid }
        if schema.type == .integer, number.rounded() != number { return words.fieldInvalid }
        if let least = schema.least, number < least { return words.fieldTooSmall(least.short) }
        if let greatest = schema.greatest, number > greatest { return words.fieldTooGreat(greatest.short) }
        if let factor = schema.factor, factor > 0 {
            let count = number / factor
            if abs(count - count.rounded()) > 1e-9 { return words.fieldInvalid }
        }
        return nil
    }

    /// The payload of the form: an object by the names of the fields, or the value of the only field.
    ///
    /// An empty field is left out, unless the schema requires a text there.
    ///
    /// - Returns: The payload, or `nil` if there is nothing to send.
    public func payload(of form: FormElement, _ schema: PayloadSchema?) -> JSONValue? {
        guard schema == nil || schema?.isObject == true else {
            return form.fields.first.map { value(of: $0, schema) }
        }
        guard !form.fields.isEmpty || schema != nil else { return nil }
        var payload: [String: JSONValue] = [:]
        for field in form.fields {
            let member = schema?.schema(of: field.name)
            if field.input != .toggle, field.input != .hidden, text(of: field).isEmpty {
                let isText = member?.type == .string || member?.type == nil
                guard isText, schema?.requires(field.name) == true else { continue }
            }
            payload[field.name] = value(of: field, member)
        }
        return .object(payload)
    }

    private func value(of field: Field, _ schema: PayloadSchema?) -> JSONValue {
        switch field.input {
        case .toggle: schema?.type == .string ? .string("\(flag(of: field))") : .bool(flag(of: field))
        case .hidden: field.value ?? .string("")
        default: schema?.typed(text(of: field)) ?? .string(text(of: field))
        }
    }

    /// Takes the end of the form on its way.
    ///
    /// A secret is emptied at each end. A field for which the server has stored a value shows that value.
    ///
    /// - Parameters:
    ///   - end: The end.
    ///   - form: The form as it was sent.
    ///   - next: The form as it is now, or `nil` if it is gone.
    mutating func finish(_ end: End, _ form: FormElement, next: FormElement?) {
        faults = []
        for field in form.fields where field.isSecret { values[field.name] = nil }
        switch end {
        case .done: values = [:]
        case .covered: dropStored(form, next: next)
        case .rejected: dropStored(form, next: next)
        case .refused(let violations):
            faults = violations.map { violation in
                Fault(field: Self.field(of: violation.pointer, in: form), text: violation.detail)
            }
        }
    }

    private mutating func dropStored(_ form: FormElement, next: FormElement?) {
        let before = Dictionary(form.fields.map { ($0.name, $0.value) }) { $1 }
        for field in next?.fields ?? [] where field.value != before[field.name] ?? nil { values[field.name] = nil }
    }

    /// The name of the field that a JSON Pointer of a payload is about.
    ///
    /// - Returns: `nil` for the form as a whole. In a form with one field a pointer to the payload is about that field.
    static func field(of pointer: String?, in form: FormElement) -> String? {
        guard let pointer else { return nil }
        let names = form.visibleFields.map(\.name)
        let name = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().first.map {
            $0.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
        }
        if name == nil, names.count == 1 { return names[0] }
        return name.flatMap { names.contains($0) ? $0 : nil }
    }
}

extension Double {
    /// The number without a fraction if it has none.
    fileprivate var short: String { rounded() == self && abs(self) < 1e15 ? String(Int(self)) : String(self) }
}
