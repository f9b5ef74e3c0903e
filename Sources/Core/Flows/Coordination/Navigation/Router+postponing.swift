// Outputs that a coordinator can't handle yet.
extension Router {
    func postpone(for coordinator: Key) {
        guard isAttached(coordinator) else { return }
        let name = state.coordinators[coordinator]?.name ?? "A flow"
        guard let reported = reported?.report else {
            return record(bug: "\(name) calls postpone() without an output to postpone.")
        }
        guard !isSecret(reported) else {
            return record(bug: "\(name) postpones '\(reported.output)', whose payload is secret and can't be stored.")
        }
        draft.add(PostponedOutput(coordinator: coordinator, report: reported))
    }

    private func isSecret(_ report: PostponedOutput.Report) -> Bool {
        let outputs = application.screenType(report.screen).map { application.outputs(of: $0) } ?? []
        guard let output = outputs.first(where: { $0.name == report.output }) else { return true }
        return output.schema?.containsSecret ?? false
    }

    /// Removes and returns the postponed outputs of a coordinator, if it has any.
    func takePostponed(_ coordinator: Key) -> [PostponedOutput] {
        let taken = state.postponed.filter { $0.coordinator == coordinator }
        guard !taken.isEmpty else { return [] }
        draft.removePostponed { $0.coordinator == coordinator }
        return taken
    }

    /// Runs a body and undoes its changes when it throws.
    func attempt(_ body: () throws(NavigationError) -> Void) throws(NavigationError) {
        let (draft, undelivered) = (draft, undelivered)
        // Coordinator objects hold their states until the end of the step, so these are restored as well.
        let remembered = coordinators.map { ($0, $0.erasedState) }
        do throws(NavigationError) {
            try body()
        } catch {
            self.draft = draft
            self.undelivered = undelivered
            coordinators = remembered.map(\.0)
            for (coordinator, erasedState) in remembered { coordinator.erasedState = erasedState }
            throw error
        }
    }
}
