import JSON

/// Applies events to an application and checks the invariants after each step.
///
/// Each step runs three times: twice on the state, and once on a copy that was encoded and restored. All three must give the
/// same bytes. A log to which each step adds only its changes must give the same state, too. The coordinator objects must be
/// released when the step is over, because a flow keeps data in its state only. The step must also keep the rules of going back
/// (``BackRules``).
struct InvariantChecker {
    let application: Application
    private var copy: NavigationState?
    /// The bytes of the last state, as it is stored.
    private(set) var bytes: [UInt8] = []
    private var log: StateLog?
    /// The number of steps after which the log begins again.
    private static let longestLog = 8
    private var highestKey: Key?
    private var seen: [Key: ScreenNode] = [:]
    private let leakDetector = LeakDetector()
    private var observer: StepObserver { StepObserver(created: leakDetector.track) }

    init(_ application: Application) {
        self.application = application
    }

    mutating func start(_ launch: SessionLaunch, at context: StepContext) throws -> Step {
        let step = try application.start(launch, at: context, observer: observer)
        let again = try application.start(launch, at: context, observer: observer)
        log = nil
        try check(step, again: again, copy: nil, before: nil, at: context)
        return step
    }

    mutating func apply(_ event: Event, to state: NavigationState, at context: StepContext) throws -> Step {
        let first = result(of: event, on: state, at: context)
        let again = result(of: event, on: state, at: context)
        let onCopy = result(of: event, on: copy ?? state, at: context)
        switch (first, again, onCopy) {
        case (.success(let step), .success(let again), .success(let onCopy)):
            try check(step, again: again, copy: onCopy, before: state, at: context)
            let rules = BackRules(
                application: application,
                before: state,
                event: event,
                after: step.state,
                context: context
            )
            let violations = try rules.violations()
            guard violations.isEmpty else {
                throw InvariantViolation(violations: violations, layout: step.state.layout)
            }
            return step
        case (.failure(let error), .failure(let second), .failure(let third)) where error == second && error == third:
            try checkLeaks(state)
            throw error
        default:
            throw InvariantViolation(
                violations: ["The same event on the same state, or on a restored copy, has different results."],
                layout: state.layout
            )
        }
    }

    /// Continues the session in a new one, as after its expiry.
    mutating func resume(_ state: NavigationState, at context: StepContext) throws -> Step {
        let step = try application.resume(state, at: context, observer: observer)
        let again = try application.resume(state, at: context, observer: observer)
        let onCopy = try application.resume(copy ?? state, at: context, observer: observer)
        (log, seen, highestKey) = (nil, [:], nil)
        try check(step, again: again, copy: onCopy, before: nil, at: context)
        return step
    }

    private func result(
        of event: Event,
        on state: NavigationState,
        at context: StepContext
    ) -> Result<Step, NavigationError> {
        do throws(NavigationError) {
            return .success(try application.apply(event, to: state, at: context, observer: observer))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the last state after encoding and restoring it.
    func restored(_ state: NavigationState, at context: StepContext) throws -> NavigationState {
        try copy ?? application.decode(application.encode(state), at: context).state
    }

    /// Restores a state that another release may have stored, and checks that restoring it again gives the same.
    mutating func restore(_ bytes: [UInt8], at context: StepContext) throws -> RestoredState {
        let restored = try application.decode(bytes, at: context)
        let again = try application.decode(bytes, at: context)
        let encoded = try application.encode(restored.state)
        var violations = restored.state.violations
        if try application.encode(again.state) != encoded || again.changes != restored.changes {
            violations.append("Decoding the same bytes twice gives two different states.")
        }
        let copy = try application.decode(encoded, at: context)
        if copy.state != restored.state || !copy.changes.isEmpty {
            violations.append("A restored state differs after it is encoded and restored again.")
        }
        for screen in restored.state.screens { violations += application.viewBugs(of: screen.screen) }
        guard violations.isEmpty else {
            throw InvariantViolation(violations: violations, layout: restored.state.layout)
        }
        seen = Dictionary(uniqueKeysWithValues: restored.state.screens.map { ($0.key, $0) })
        highestKey = restored.state.instances.max()
        self.copy = copy.state
        self.bytes = encoded
        log = StateLog(whole: encoded)
        return restored
    }

    private mutating func check(
        _ step: Step,
        again: Step,
        copy onCopy: Step?,
        before: NavigationState?,
        at context: StepContext
    ) throws {
        let state = step.state
        var violations = state.violations
        let encoded = try application.encode(state)
        var log = StateLog(whole: encoded)
        if let changes = step.changes, let known = self.log, known.changes.count < Self.longestLog {
            log = known
            log.append(try application.encode(state, changes: changes).bytes)
            if try log.document() != JSONValue(parsing: encoded) {
                violations.append("The log with the change of the step gives a different state.")
            }
        }
        if try application.encode(again.state) != encoded { violations.append("The same step gives different bytes.") }
        if let onCopy, try application.encode(onCopy.state) != encoded {
            violations.append("The same step on a restored copy gives a different state.")
        }
        let decoded = try application.decode(encoded, at: context)
        let restored = decoded.state
        violations += decoded.changes.map(\.description)
        if restored != state { violations.append("The restored state differs from the encoded one.") }
        if try application.encode(restored) != encoded {
            violations.append("Encoding the restored state gives different bytes.")
        }
        if before != nil, step.isChange != (step.renewsCredential || encoded != bytes) {
            violations.append(
                step.isChange
                    ? "A step that changed nothing is marked as a change."
                    : "A step that changed something is not marked as a change."
            )
        }
        if let onCopy, onCopy.isChange != step.isChange || onCopy.effects.map(\.key) != step.effects.map(\.key) {
            violations.append("The same step on a restored copy performs different effects.")
        }
        violations += changeViolations(step, since: before)
        violations += leakDetector.violations
        violations += keyViolations(state, before: before)
        for screen in state.screens { violations += screenViolations(screen, in: state) }
        if before == nil || step.isChange { violations += linkViolations(state, at: context) }
        guard violations.isEmpty else { throw InvariantViolation(violations: violations, layout: state.layout) }
        seen = Dictionary(uniqueKeysWithValues: state.screens.map { ($0.key, $0) })
        highestKey = [highestKey, state.instances.max()].compactMap(\.self).max()
        copy = restored
        bytes = encoded
        self.log = log
    }

    /// Compares what a step has recorded with the difference between the two states.
    private func changeViolations(_ step: Step, since before: NavigationState?) -> [String] {
        guard let before, let changes = step.changes else { return [] }
        let difference = StateChanges(comparing: before, to: step.state)
        guard !changes.agrees(with: difference) else { return [] }
        return ["The step has recorded the changes \(changes), but the states differ by \(difference)."]
    }

    private func linkViolations(_ state: NavigationState, at context: StepContext) -> [String] {
        let rules = LinkRules(application: application, state: state, context: context)
        // The reports of a screen that has not changed were compared when it was shown.
        let isNew = state.focus.map { seen[$0.key]?.version != $0.version } ?? false
        return (rules.ofPlace() + (isNew ? rules.ofReports() : [])).map(\.description)
    }

    private func checkLeaks(_ state: NavigationState) throws {
        let violations = leakDetector.violations
        guard violations.isEmpty else { throw InvariantViolation(violations: violations, layout: state.layout) }
    }

    private func keyViolations(_ state: NavigationState, before: NavigationState?) -> [String] {
        guard let before, let highestKey else { return [] }
        let old = Set(before.instances)
        return state.instances.filter { !old.contains($0) && $0 <= highestKey }.map { "The key \($0) is reused." }
    }

    private func screenViolations(_ node: ScreenNode, in state: NavigationState) -> [String] {
        if let known = seen[node.key], known.version == node.version {
            return known == node ? [] : ["'\(node.name)' has changed, but its version has not."]
        }
        let unhandled = application.unhandledOutputs(of: node, in: state)
        return unhandled.map { "'\(node.name)' offers '\($0)', which neither its flow nor a flow above handles." }
            + application.viewBugs(of: node.screen)
    }
}

extension ScreenView {
    /// The reports of all elements and of their fallbacks.
    var allReports: [Report] {
        elements.flatMap { element in
            sequence(first: element) { $0.fallback }.flatMap(\.reports)
        }
    }
}
