import JSON

// The end of a session.

extension RunningStep {
    /// Ends a session whose user goes back to the app that it is a part of.
    func leave() {
        guard router.state.canLeave, let root = router.coordinator(router.state.root) else { return }
        router.finish(root.key, with: application.root.cancellation(root) ?? Nothing())
    }

    /// Ends the session with the result of the application coordinator.
    ///
    /// Effects that have begun are performed, and nothing else is left to do.
    func end(with result: any Sendable) throws(NavigationError) {
        let json: JSONValue?
        do { json = try application.interface.encoded(result) } catch {
            throw .bug("The result of \(application.root.name) can't be written as JSON: \(error)")
        }
        let root = router.state.root
        router.draft.removePending(where: \.isScheduled)
        if application.root.effects.contains(where: { $0 == SessionResult.self }) {
            let effect = SessionResult(of: application.name, account: router.state.identity?.account, json)
            let (key, now) = (router.draft.makeKey(), router.context.now)
            router.draft.add(PendingEffect(key: key, coordinator: root, since: now, work: .perform(effect)))
        }
        router.draft.updatePending(where: { !$0.isAbandoned }) { $0 = $0.abandoned(to: root) }
        router.draft.end(with: json)
    }
}
