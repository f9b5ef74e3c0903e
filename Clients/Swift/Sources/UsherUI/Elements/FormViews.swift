#if canImport(SwiftUI) && !os(macOS) && !os(tvOS) && !os(watchOS)
import SwiftUI
import UsherRendering

/// The fields of a form, its messages, and the button that sends it.
struct FormElementView: View {
    let form: FormElement
    let id: ControlID
    let focus: FocusState<RenderingModel.FieldFocus?>.Binding
    @Environment(RenderingModel.self) private var model

    var body: some View {
        let availability = model.availability(of: form.output, at: id)
        Section {
            ForEach(model.messages(of: nil, in: form, at: id), id: \.self) { FieldMessageView(message: $0) }
            ForEach(form.visibleFields) { field in
                FieldView(field: field, form: form, id: id, focus: focus) { next(after: field) }
                    .disabled(!availability.looksEnabled)
            }
        }
        Button {
            model.submit(form, at: id)
        } label: {
            HStack {
                if availability == .pending { ProgressView() }
                Text(verbatim: form.submit ?? model.words.send)
            }
            .frame(maxWidth: .infinity)
        }
        .prominent(form.role == .primary)
        .disabled(!availability.looksEnabled)
        .accessibilityValue(Text(verbatim: availability == .pending ? model.words.loading : ""))
        .clearRow()
        // A modifier of the section would be one of each of its rows.
        .task(id: id) { await model.restoreDraft(of: form, at: id) }
    }

    /// Goes to the next field that is typed into, or sends the form behind the last one.
    private func next(after field: Field) {
        let typed = form.visibleFields.filter(\.isTyped)
        guard let index = typed.firstIndex(of: field), index + 1 < typed.count else {
            return model.submit(form, at: id)
        }
        model.focus = RenderingModel.FieldFocus(form: id, field: typed[index + 1].name)
    }
}

/// A field with its label, its help and the messages about it.
struct FieldView: View {
    let field: Field
    let form: FormElement
    let id: ControlID
    let focus: FocusState<RenderingModel.FieldFocus?>.Binding
    let submit: () -> Void
    @Environment(RenderingModel.self) private var model
    @State private var isRevealed = false

    var body: some View {
        let schema = model.schema(of: form, at: id)
        let member = schema?.schema(of: field.name)
        let messages = model.messages(of: field, in: form, at: id)
        let description = AccessibilityDescription(
            field,
            faults: messages.map(\.text),
            isRequired: FormState.isRequired(field, schema),
            model.words
        )
        VStack(alignment: .leading, spacing: 4) {
            if field.isTyped { Text(verbatim: description.label).style(.help).accessibilityHidden(true) }
            control(member, description)
                .accessibilityLabel(Text(verbatim: description.label))
                .accessibilityHint(Text(verbatim: description.hint ?? ""))
            if FieldTraits(field, member).canReveal { reveal }
            if let help = field.help { Text(verbatim: help).style(.help).accessibilityHidden(true) }
            if sendsAtOnce(member) { Text(verbatim: model.words.sentAtOnce).style(.help) }
            if let note = model.lengthNote(of: field, member, at: id) { Text(verbatim: note).style(.help) }
            ForEach(messages, id: \.self) { FieldMessageView(message: $0) }
        }
    }

    private func sendsAtOnce(_ schema: PayloadSchema?) -> Bool {
        field.input == .oneTimeCode && form.visibleFields.count == 1 && schema?.digits != nil
    }

    private var reveal: some View {
        Toggle(isOn: $isRevealed) {
            let isPassword = field.autocomplete?.contains("password") ?? true
            Text(verbatim: isPassword ? model.words.showPassword : model.words.showCharacters).style(.help)
        }
    }

    @ViewBuilder
    private func control(_ schema: PayloadSchema?, _ description: AccessibilityDescription) -> some View {
        let values = model.values(of: id)
        switch field.input {
        case .toggle:
            Toggle(isOn: Binding(get: { values.flag(of: field) }, set: { flag in edit { $0.set(flag, of: field) } })) {
                Text(verbatim: description.label)
            }
        case .choice:
            Picker(
                selection: Binding(
                    get: { values.choice(of: field) },
                    set: { choice in edit { $0.set(choice, of: field) } }
                )
            ) {
                Text(verbatim: field.placeholder ?? model.words.choose).tag(FieldChoice?.none)
                ForEach(field.choices) { choice in Text(verbatim: choice.label).tag(Optional(choice)) }
            } label: {
                Text(verbatim: description.label)
            }
        case .date: DayField(field: field, form: form, id: id, label: description.label)
        default: typed(schema)
        }
    }

    @ViewBuilder
    private func typed(_ schema: PayloadSchema?) -> some View {
        let traits = FieldTraits(field, schema)
        Group {
            if traits.isHidden, !isRevealed {
                SecureField(text: text, prompt: prompt) { Text(verbatim: field.label) }
            } else if field.input == .multiline {
                TextField(text: text, prompt: prompt, axis: .vertical) { Text(verbatim: field.label) }.lineLimit(3...8)
            } else {
                TextField(text: text, prompt: prompt) { Text(verbatim: field.label) }
            }
        }
        .traits(traits)
        .submitLabel(form.visibleFields.filter(\.isTyped).last == field ? .send : .next)
        .onSubmit(submit)
        .focused(focus, equals: RenderingModel.FieldFocus(form: id, field: field.name))
    }

    private var prompt: Text? { field.placeholder.map { Text(verbatim: $0) } }

    /// The text as the user types it, with the decimal separator of their language in a number.
    private var text: Binding<String> {
        let isNumber = field.input == .number
        let locale = model.figures.locale
        return Binding(
            get: {
                let text = model.values(of: id).text(of: field)
                return isNumber ? NumberText.local(text, locale) : text
            },
            set: { text in
                edit { $0.set(isNumber ? NumberText.canonical(text, locale) : text, of: field) }
            }
        )
    }

    private func edit(_ change: (inout FormState) -> Void) {
        model.edit(form, at: id, change)
    }
}

/// A field for a day, which may have none.
private struct DayField: View {
    let field: Field
    let form: FormElement
    let id: ControlID
    let label: String
    @Environment(RenderingModel.self) private var model

    var body: some View {
        let calendar = model.figures.calendar
        let day = model.values(of: id).day(of: field, in: calendar)
        HStack {
            if let day {
                DatePicker(
                    selection: Binding(get: { day }, set: { set($0) }),
                    displayedComponents: .date
                ) {
                    Text(verbatim: label)
                }
                Button {
                    set(nil)
                } label: {
                    SymbolView(name: "close")
                }
                .buttonStyle(.borderless)
                .accessibilityLabel(Text(verbatim: model.words.none))
            } else {
                Text(verbatim: label).frame(maxWidth: .infinity, alignment: .leading)
                Button {
                    set(model.serverTime)
                } label: {
                    Text(verbatim: field.placeholder ?? model.words.choose)
                }
                .buttonStyle(.bordered)
            }
        }
    }

    private func set(_ day: Date?) {
        let calendar = model.figures.calendar
        model.edit(form, at: id) { $0.set(day, of: field, in: calendar) }
    }
}

/// A message at a field or of a form.
struct FieldMessageView: View {
    let message: FieldMessage

    var body: some View {
        Label {
            Text(verbatim: message.text)
        } icon: {
            SymbolView(name: message.isError ? "warning" : "info")
        }
        .font(.footnote)
        .foregroundStyle(message.isError ? Color.red : Color.secondary)
    }
}

extension Field {
    /// Whether the user types the value.
    fileprivate var isTyped: Bool { ![.toggle, .choice, .date, .hidden].contains(input) }
}
#endif
