/// The rules of going back, which every application keeps.
///
/// The first four are the rules of a money transfer with input, authorization and confirmation, which users of Spring Web Flow
/// asked for (spring-projects/spring-webflow#184). The fifth is missing there when history is cut off (#245). The sixth tells
/// what going back may rewind.
///
/// 1. A screen that has been left can't report again, so nothing is submitted twice.
/// 2. A reversible transition can be gone back over, and leads to the same screen.
/// 3. Going back never leads to a screen that the user has passed.
/// 4. The screen after a barrier can be read again and again, also after a restart.
/// 5. A late gesture leads to the newest legal screen and is no error.
/// 6. Going back changes no fact: no user, no effect, and no state of a flow that stays.
struct BackRules {
    let application: Application
    /// The state before the step.
    let before: NavigationState
    let event: Event
    let after: NavigationState
    let context: StepContext
    /// Applies an event to a state at the revision after the step.
    var apply: (Event, NavigationState) -> Result<NavigationState, NavigationError>

    init(
        application: Application,
        before: NavigationState,
        event: Event,
        after: NavigationState,
        context: StepContext
    ) {
        self.application = application
        self.before = before
        self.event = event
        self.after = after
        self.context = context
        apply = { event, state in
            var context = context
            context.revision += 1
            do throws(NavigationError) {
                return .success(try application.apply(event, to: state, at: context).state)
            } catch {
                return .failure(error)
            }
        }
    }

    /// The violated rules, each in a sentence.
    func violations() throws -> [String] {
        guard !after.isEnded else { return [] }
        return repeatedReport() + reversal() + passedScreens() + (try reading()) + lateGestures() + facts()
    }

    /// Whether the step has passed a barrier.
    private var passesBarrier: Bool { after.barrier != before.barrier }

    // MARK: Rule 1

    private func repeatedReport() -> [String] {
        guard case .output(let output, let screen, _) = event, after.focus?.key != screen else { return [] }
        if case .failure(.staleScreen(screen)) = apply(event, after) { return [] }
        return ["The output '\(output)' was accepted again from a screen that has been left."]
    }

    // MARK: Rule 2

    private func reversal() -> [String] {
        guard case .output = event, !passesBarrier, before.front.key == after.front.key,
            after.stack.count == before.stack.count + 1, after.stack.starts(with: before.stack),
            after.modals.count == before.modals.count, after.suspendedScreens == before.suspendedScreens
        else { return [] }
        switch apply(.back(to: nil), after) {
        case .success(let back) where back.stack == before.stack: return []
        case .success(let back): return ["Going back leads to \(back.layout) instead of \(before.layout)."]
        case .failure(let error): return ["Going back over a reversible transition fails: \(error)."]
        }
    }

    // MARK: Rule 3

    private func passedScreens() -> [String] {
        var violations: [String] = []
        if let focus = after.focus, focus.isPassed {
            violations.append("'\(focus.name)' is in focus, but the user has passed it.")
        }
        if let target = after.backTarget, after.screens[target]?.isPassed ?? true {
            violations.append("Going back leads to a screen that the user has passed.")
        }
        let targets = after.stack.filter { after.screens[$0]?.isPassed ?? false }.map { Event.back(to: $0) }
        // Without passed screens on the stack there is nothing to try, as in most steps.
        guard !targets.isEmpty else { return violations }
        for gesture in targets + [.back(to: nil)] {
            guard case .success(let back) = apply(gesture, after), let focus = back.focus else { continue }
            if after.screens[focus.key]?.isPassed ?? false {
                violations.append("A gesture leads back to '\(focus.name)', which the user has passed.")
            }
        }
        return violations
    }

    // MARK: Rule 4

    private func reading() throws -> [String] {
        guard passesBarrier else { return [] }
        let bytes = try application.encode(after)
        let restored = try application.decode(bytes, at: context).state
        return try restored.focus == after.focus && application.encode(restored) == bytes
            ? [] : ["The screen after a barrier differs when it is read again."]
    }

    // MARK: Rule 5

    private func lateGestures() -> [String] {
        guard passesBarrier else { return [] }
        let gone = before.screens.map(\.key).filter { after.screens[$0] == nil }
        let passed = after.screens.filter(\.isPassed).map(\.key)
        var violations: [String] = []
        for key in gone + passed {
            switch apply(.back(to: key), after) {
            case .success(let state):
                // Asked of the state before the gesture, because every step makes the screen legal that it leaves in focus.
                guard let focus = state.focus, after.screens[focus.key]?.isPassed ?? false else { continue }
                violations.append("A late gesture leads to a screen that is not legal.")
            case .failure(let error):
                violations.append("A late gesture fails: \(error).")
            }
        }
        return violations
    }

    // MARK: Rule 6

    private func facts() -> [String] {
        guard case .back = event else { return [] }
        var violations: [String] = []
        if after.identity != before.identity { violations.append("Going back has changed the user.") }
        let effects = Set(after.pending.map(\.key))
        if before.pending.contains(where: { $0.due == nil && !effects.contains($0.key) }) {
            violations.append("Going back has dropped an effect.")
        }
        // A flow that leaves tells its parent, which may then change its state.
        guard after.coordinators.count == before.coordinators.count else { return violations }
        for flow in after.coordinators where before.coordinators[flow.key].map({ $0 != flow }) ?? true {
            // The number of screens that a flow shows is navigation.
            guard let old = before.coordinators[flow.key], !isEqual(old.state, flow.state) else { continue }
            violations.append("Going back has changed the state of \(flow.name).")
        }
        return violations
    }
}

private func isEqual<First: Equatable, Second: Equatable>(_ first: First, _ second: Second) -> Bool {
    (second as? First) == first
}
