import JSON

// The reports of agents, and the user's decisions about them.

extension RunningStep {
    /// Reports an output for an agent, or asks the user about it.
    ///
    /// - Throws: ``NavigationError``. An output that the application does not allow to agents is as unknown to them as one that does
    ///   not exist.
    func request(
        _ name: String,
        _ key: Key,
        _ payload: JSONValue?,
        of agent: String
    ) throws(NavigationError) {
        let node = try reportingScreen(key, name)
        guard let access = application.agentAccess(to: name, of: node, in: router.state) else {
            let allowed = application.agentOutputs(in: router.state).map(\.output.name)
            throw .unknownOutput(name, screen: node.name, declared: allowed)
        }
        guard let question = access.question else { return try report(name, key, payload) }
        // The user is only asked about what could be reported now.
        _ = try value(of: name, node, payload)
        let output = application.declaredOutput(name, of: node)?.output
        guard payload == nil || !(output?.schema?.containsSecret ?? true) else {
            throw .rejected(Rejection("agent.secret", "A request with a secret can't wait for the user."))
        }
        let request = AgentRequest(agent: agent, question: question, screen: key, output: name, payload: payload)
        guard request.details.joined().count <= AgentRequest.longestDetails else {
            throw .rejected(Rejection("agent.tooLong", "The request is too long for the user to read it first."))
        }
        let alert = router.present(over: node.owner, as: .alert, isDismissible: true, transition: .none)
        router.push(request, owner: node.owner, on: alert, hides: [], transition: nil, back: .reversible)
        router.handledBy = router.name(of: node.owner)
    }

    /// Carries out what the user has decided.
    ///
    /// If the agent's report has become impossible in the meantime, the screen shows why, and nothing else changes.
    func decide(_ decision: String, _ request: AgentRequest, of alert: ScreenNode) throws(NavigationError) {
        router.handledBy = router.name(of: alert.owner)
        router.dismissModals(from: router.state.modals.count - 1)
        guard decision == AgentRequest.allow.name else { return }
        do throws(NavigationError) {
            try router.attempt { () throws(NavigationError) in
                try report(request.output, request.screen, request.payload)
            }
        } catch .rejected(let rejection) {
            showReason(rejection, to: alert.owner)
        } catch .bug(let bug) {
            throw .bug(bug)
        } catch {
            let rejection = Rejection("agent.outdated", "That can't be done any more, because this page has changed.")
            showReason(rejection, to: alert.owner)
        }
    }
}
