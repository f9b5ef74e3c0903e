#if canImport(Observation)
import Foundation
import UsherClient

/// A value that waits for a further input.
struct PausedValue {
    let task: Task<Void, Never>
    /// Sends the value.
    let send: @MainActor () -> Void
}

extension RenderingModel {
    /// The way in which a control can be used now.
    ///
    /// - Parameters:
    ///   - output: The output that it reports.
    ///   - control: The name of the control.
    /// - Returns: The availability, apart from what the element itself says, such as `enabledAt`.
    public func availability(of output: String, at control: ControlID) -> Availability {
        if pending.contains(control) { return .pending }
        guard let state, let screen = state.screens[control.screen] else {
            return hasDeparted(control.screen) ? .paused : .disabled
        }
        if screen.output(output) != nil { return .possible }
        let isInFront = state.focus == control.screen && !state.isBusy
        guard !isInFront, offers[control.screen]?.outputs.contains(output) ?? true else { return .disabled }
        // The covered screen beside the one in front can be used, by going back to it first.
        return isBeside(control.screen, in: state) ? .possible : .paused
    }

    /// The way in which a button can be used now, and the time that is left until it is enabled.
    public func availability(
        of button: ButtonElement,
        at control: ControlID
    ) -> (availability: Availability, countdown: String?) {
        let countdown = figures.countdown(to: button.enabledAt, from: serverTime)
        return (countdown == nil ? availability(of: button.report.output, at: control) : .disabled, countdown)
    }

    /// The way in which a control with a value can be used now: also while an earlier value is on its way.
    public func availability(ofValueOf output: String, at control: ControlID) -> Availability {
        values.value(of: control) != nil ? .possible : availability(of: output, at: control)
    }

    private func isBeside(_ screen: String, in state: NavigationState) -> Bool {
        isWide && state.modals.isEmpty && state.stack.dropLast().last == screen && !state.isBusy
    }

    /// Whether the user has chosen this part last, and so got to the screen that is beside its own.
    public func isChosen(_ control: ControlID) -> Bool {
        isWide && state?.focus != control.screen && chosen[control.screen] == control
    }

    /// Reports a press of a button, a row, a card, a marker or an option at once.
    ///
    /// A press that is not possible now, and a second one before the first has its outcome, does nothing.
    public func press(_ report: Report, at control: ControlID) {
        guard availability(of: report.output, at: control) == .possible else { return }
        chosen[control.screen] = control
        var tap = Tap.report(report.output, report.payload, on: control.screen)
        tap.repetition = .isIgnored
        tap.control = control.path
        send(tap, at: control)
    }

    /// Reports a press of a button, unless it is not enabled yet.
    public func press(_ button: ButtonElement, at control: ControlID) {
        guard availability(of: button, at: control).availability == .possible else { return }
        press(button.report, at: control)
    }

    /// Reports a press of an option, unless it is the chosen one already.
    public func press(_ option: ChoiceOption, of choice: ChoiceElement, at control: ControlID) {
        guard let report = option.report, choice.isReported(option) else { return }
        press(report, at: control)
    }

    /// The options of a choice that are on, as the user sees them.
    public func selection(of choice: ChoiceElement, at control: ControlID) -> Set<String> {
        choice.selection(pressed: choice.options.map(\.key).first { pending.contains(control.part($0)) })
    }

    /// Whether a switch is on, as the user has set it.
    public func value(of toggle: ToggleElement, at control: ControlID) -> Bool {
        values.value(of: control)?.bool ?? toggle.value
    }

    /// The number of a stepper, as the user has set it.
    public func value(of stepper: StepperElement, at control: ControlID) -> Double {
        values.value(of: control)?.double ?? stepper.value
    }

    /// The text of a search, as the user has typed it.
    public func value(of search: SearchElement, at control: ControlID) -> String {
        values.value(of: control)?.string ?? search.value
    }

    /// Whether a progress is paused, as the user has set it.
    public func isPaused(_ progress: ProgressElement, at control: ControlID) -> Bool {
        values.value(of: control)?.bool ?? progress.isPaused
    }

    /// Sets a switch, and reports it at once.
    public func set(_ value: Bool, of toggle: ToggleElement, at control: ControlID) {
        set(.bool(value), of: toggle.output, at: control, after: .zero) { schema in
            PayloadSchema.payload(
                .bool(value),
                member: toggle.member,
                rest: toggle.payload,
                schema: schema,
                fallback: "value"
            )
        }
    }

    /// Increases or decreases the number of a stepper, and reports the last number after a pause.
    public func step(_ stepper: StepperElement, isIncrease: Bool, at control: ControlID) {
        let shown = value(of: stepper, at: control)
        guard let next = stepper.value(after: shown, isIncrease: isIncrease) else { return }
        let number = JSONValue(number: next)
        set(number, of: stepper.output, at: control, after: timing.stepper) { schema in
            PayloadSchema.payload(
                number,
                member: stepper.member,
                rest: stepper.payload,
                schema: schema,
                fallback: "value"
            )
        }
    }

    /// Sets the text of a search, and reports the last text after a pause.
    public func set(_ text: String, of search: SearchElement, at control: ControlID) {
        guard text != value(of: search, at: control) else { return }
        // A cleared field shows all rows again at once.
        report(text, of: search, at: control, after: text.isEmpty ? .zero : timing.search)
    }

    /// Reports the text of a search at once, as on Enter.
    public func submit(_ search: SearchElement, at control: ControlID) {
        if let pause = pauses.removeValue(forKey: control) {
            pause.task.cancel()
            pause.send()
        } else {
            report(value(of: search, at: control), of: search, at: control, after: .zero)
        }
    }

    private func report(_ text: String, of search: SearchElement, at control: ControlID, after pause: Duration) {
        set(.string(text), of: search.output, at: control, after: pause) { schema in
            PayloadSchema.payload(.string(text), member: nil, rest: nil, schema: schema, fallback: "query")
        }
    }

    /// Pauses a progress or lets it go on, and reports it at once.
    public func setPaused(_ isPaused: Bool, _ progress: ProgressElement, at control: ControlID) {
        guard let output = progress.output else { return }
        set(.bool(isPaused), of: output, at: control, after: .zero) { schema in
            PayloadSchema.payload(.bool(isPaused), member: nil, rest: nil, schema: schema, fallback: "value")
        }
    }

    private func set(
        _ value: JSONValue,
        of output: String,
        at control: ControlID,
        after pause: Duration,
        _ payload: @escaping (PayloadSchema?) -> JSONValue
    ) {
        guard [.possible, .paused].contains(availability(ofValueOf: output, at: control)) else { return }
        let number = values.set(value, of: control)
        pauses.removeValue(forKey: control)?.task.cancel()
        let send: @MainActor () -> Void = { [weak self] in
            self?.sendValue(number, of: output, at: control, payload)
        }
        guard pause > .zero else { return send() }
        let clock = clock
        let task = Task { [weak self] in
            do { try await clock.sleep(for: pause) } catch { return }
            guard self?.pauses[control] != nil, !Task.isCancelled else { return }
            self?.pauses[control] = nil
            send()
        }
        pauses[control] = PausedValue(task: task, send: send)
    }

    private func sendValue(
        _ number: Int,
        of output: String,
        at control: ControlID,
        _ payload: (PayloadSchema?) -> JSONValue
    ) {
        let schema = state?.screens[control.screen]?.output(output)?.schema
        var tap = Tap.report(output, payload(PayloadSchema(schema)), on: control.screen)
        tap.repetition = .replaces
        tap.control = control.path
        sendInFront(tap) { [weak self] outcome in
            guard let self else { return }
            values.confirm(number, of: control)
            if outcome != .replaced { conclude(outcome) }
        }
    }

    /// Sends the report of a control, which works until the outcome is there.
    ///
    /// - Parameters:
    ///   - tap: The report.
    ///   - control: The name of the control.
    ///   - finish: Takes the outcome, and returns whether it has told the user about it.
    func send(_ tap: Tap, at control: ControlID, _ finish: @escaping @MainActor (Outcome) -> Bool = { _ in false }) {
        pending.insert(control)
        sendInFront(tap) { [weak self] outcome in
            guard let self else { return }
            pending.remove(control)
            if outcome.isNo { rejections += 1 }
            if !finish(outcome) { tell(outcome) }
        }
    }

    /// Sends a report, after the screen that covers its own is left.
    private func sendInFront(_ tap: Tap, _ observe: @escaping @MainActor (Outcome) -> Void) {
        guard let state, let screen = tap.screen, screen != state.focus, isBeside(screen, in: state) else {
            return perform(tap, observe)
        }
        perform(.back(to: screen)) { [weak self] outcome in
            guard let self else { return }
            guard outcome == .accepted else {
                observe(outcome)
                if case .unconfirmed(let question) = outcome { ask(question, before: .back(to: screen)) }
                return
            }
            perform(tap, observe)
        }
    }

    /// Sends a tap, behind the values that wait for a further input: they were made before it.
    func perform(_ tap: Tap, _ observe: @escaping @MainActor (Outcome) -> Void) {
        for (control, pause) in pauses where control.path != tap.control || control.screen != tap.screen {
            pauses[control] = nil
            pause.task.cancel()
            pause.send()
        }
        notice = nil
        unanswered += 1
        session.perform(tap) { [weak self] outcome in
            self?.unanswered -= 1
            observe(outcome)
        }
    }

    /// Takes the outcome of a tap that is no report of a form.
    func conclude(_ outcome: Outcome) {
        if outcome.isNo { rejections += 1 }
        tell(outcome)
    }

    /// Tells the user about an outcome that no screen shows.
    private func tell(_ outcome: Outcome) {
        guard let news = Notice(outcome, words) else { return }
        notice = news
        announce(Announcement(text: news.text, isUrgent: news.isError))
    }
}

extension Outcome {
    /// Whether the server has said no.
    fileprivate var isNo: Bool {
        switch self {
        case .rejected, .refused: true
        default: false
        }
    }
}

extension JSONValue {
    /// A number, which is an integer if it has no fraction.
    init(number: Double) {
        self = Int(exactly: number).map(JSONValue.integer) ?? .number(number)
    }
}
#endif
