#if canImport(Observation)
import Foundation
import UsherClient

extension RenderingModel {
    /// The values that the user has entered into a form, and the errors at its fields.
    public func values(of form: ControlID) -> FormState { forms[form] ?? FormState() }

    /// The schema of a form's output, or `nil` while the output can't be reported.
    public func schema(of form: FormElement, at control: ControlID) -> PayloadSchema? {
        PayloadSchema(state?.screens[control.screen]?.output(form.output)?.schema)
    }

    /// Reads the values that were typed into a form before the app was closed, or before another screen of its kind.
    public func restoreDraft(of form: FormElement, at control: ControlID) async {
        guard forms[control] == nil, let id = formID(form, control) else { return }
        guard let draft = await session.session.draft(of: id), !draft.isEmpty else { return }
        // The user may have typed something meanwhile.
        if forms[control] == nil { forms[control] = FormState(draft: draft, of: form) }
    }

    /// Changes the values of a form by what the user has typed, and keeps them as a draft.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - control: The name of the form.
    ///   - change: Sets a value. If it types the last digit of a code, the code is sent at once.
    public func edit(_ form: FormElement, at control: ControlID, _ change: (inout FormState) -> Void) {
        var values = values(of: control)
        change(&values)
        guard values != forms[control] else { return }
        forms[control] = values
        keepDraft(of: form, control)
        if values.isComplete(form, schema(of: form, at: control)) { submit(form, at: control) }
    }

    private func keepDraft(of form: FormElement, _ control: ControlID) {
        guard let id = formID(form, control) else { return }
        let draft = values(of: control).draft(of: form)
        Task { [session] in await session.session.keepDraft(draft, of: id) }
    }

    private func formID(_ form: FormElement, _ control: ControlID) -> FormID? {
        state?.screens[control.screen].map { FormID($0, output: form.output) }
    }

    /// Sends a form, unless a value would be rejected by its schema: then the first such field gets the keyboard.
    public func submit(_ form: FormElement, at control: ControlID) {
        guard availability(of: form.output, at: control) == .possible else { return }
        let schema = schema(of: form, at: control)
        var values = values(of: control)
        let isValid = values.validate(form, schema, words)
        forms[control] = values
        guard isValid else {
            focusFault(of: form, at: control)
            if let fault = values.faults.first { announce(Announcement(text: fault.text, isUrgent: true)) }
            return
        }
        chosen[control.screen] = control
        var tap = Tap.report(form.output, values.payload(of: form, schema), on: control.screen)
        tap.repetition = .isIgnored
        tap.control = control.path
        tap.isSecret = form.fields.contains(where: \.isSecret)
        send(tap, at: control) { [weak self] in self?.finish(form, at: control, $0) ?? true }
    }

    /// Takes the outcome of a form, and returns whether the form itself shows it.
    private func finish(_ form: FormElement, at control: ControlID, _ outcome: Outcome) -> Bool {
        let end: FormState.End
        switch outcome {
        case .accepted:
            end = state?.stack.contains(control.screen) == true && state?.focus != control.screen ? .covered : .done
        case .refused(let problem): end = .refused(problem.violations)
        default: end = .rejected
        }
        let isThere = state?.screens[control.screen] != nil
        var values = values(of: control)
        values.finish(end, form, next: current(form, at: control))
        forms[control] = isThere ? values : nil
        if isThere { keepDraft(of: form, control) }
        if end != .done, end != .covered { focusFault(of: form, at: control) }
        if case .refused(let problem) = outcome { return isThere && !problem.violations.isEmpty }
        return false
    }

    /// The form as the state has it now.
    private func current(_ form: FormElement, at control: ControlID) -> FormElement? {
        content(of: control.screen)?.elements.lazy.compactMap { element in
            if case .form(let current) = element.element, current.output == form.output { current } else { nil }
        }.first
    }

    /// The errors at a field, or about the form as a whole for no field.
    ///
    /// - Parameters:
    ///   - field: The field, or `nil` for the form as a whole.
    ///   - form: The form.
    ///   - control: The name of the form.
    /// - Returns: The messages of the screen that point at it, and the errors that the client or a problem has.
    public func messages(of field: Field?, in form: FormElement, at control: ControlID) -> [FieldMessage] {
        let ofScreen = content(of: control.screen)?.messages(of: control) ?? []
        let own = values(of: control).faults.filter { $0.field == field?.name }
        return ofScreen.filter { FormState.field(of: $0.pointer, in: form) == field?.name }.map {
            FieldMessage(text: $0.text, isError: $0.asksOfUser)
        } + own.map { FieldMessage(text: $0.text, isError: true) }
    }

    /// The field to which the user has to go: the first one with an error, or the first secret, which was emptied.
    private func focusFault(of form: FormElement, at control: ControlID) {
        let fields = form.visibleFields
        let wrong = fields.first { field in messages(of: field, in: form, at: control).contains(where: \.isError) }
        guard let field = wrong ?? fields.first(where: \.isSecret) else { return }
        focus = FieldFocus(form: control, field: field.name)
    }

    /// The note about the length of a text: the characters that are left, when there are few, or that are too many.
    public func lengthNote(of field: Field, _ schema: PayloadSchema?, at control: ControlID) -> String? {
        guard [.text, .multiline].contains(field.input), let limit = schema?.greatestLength, limit > 0 else {
            return nil
        }
        let left = limit - values(of: control).text(of: field).unicodeScalars.count
        guard Double(left) <= Double(limit) / 5 else { return nil }
        return left < 0 ? words.charactersOver(-left) : words.charactersLeft(left)
    }
}

/// A message at a field.
public struct FieldMessage: Sendable, Hashable {
    /// The words of the message.
    public let text: String
    /// Whether the user has to change something.
    public let isError: Bool
}
#endif
