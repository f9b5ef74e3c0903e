/// The permission of agents to report an output.
public struct AgentAccess: Equatable, Sendable {
    /// The effect of the output in a sentence, for the agent.
    public let purpose: String
    /// The question that the user has to say yes to first, or `nil` if the agent needs no confirmation.
    public let question: LocalizedText?
}

extension Wire {
    /// Lets agents report the output that this wire handles.
    ///
    /// An agent is a program that a user has let into the session, usually one with a language model. It sees the state as the
    /// user does, without secrets, and can report only outputs that are wired with this:
    ///
    /// ```swift
    /// .on(Cities.citySelected) { $0.select($1) }.forAgents("Chooses a city."),
    /// .on(CartPage.order) { $0.perform(PlaceOrder()) }.forAgents("Orders what is in the cart.", asking: "Order this?"),
    /// .on(UserEdit.selectCity) { $0.showCities() },  // no agent can do this
    /// ```
    ///
    /// With a question, the user decides: the report waits in an alert on the user's own screen (``AgentRequest``) with what the
    /// agent wants to report, and takes effect once the user has allowed it.
    ///
    /// The permission is the wiring's, and not the screen's. If several flows show one screen, each of them decides for itself.
    ///
    /// - Parameters:
    ///   - purpose: The effect of the output in a sentence, for the agent. It is not translated.
    ///   - question: The question that the user has to say yes to first, or `nil` for outputs that need no confirmation.
    /// - Returns: The same wire with the permission. A wire that handles no output stays as it is.
    public func forAgents(_ purpose: String, asking question: LocalizedText? = nil) -> Self {
        var wire = self
        wire.agentAccess = AgentAccess(purpose: purpose, question: question)
        return wire
    }

    /// Lets agents go back, dismiss modals and select tabs, as the user can by a gesture.
    ///
    /// ```swift
    /// static let wiring: Wiring<RootCoordinator> = [
    ///     .letsAgentsNavigate(), .runs(MainCoordinator.self),
    /// ]
    /// ```
    public static func letsAgentsNavigate() -> Self where Flow: ApplicationCoordinating {
        var wire = Self(nil)
        wire.letsAgentsNavigate = true
        return wire
    }
}

extension Application {
    /// Whether agents may do anything in the application.
    package var hasAgentAccess: Bool {
        letsAgentsNavigate || flowTypes.contains { !$0.agentAccess.isEmpty }
    }

    /// Whether agents may go back, dismiss modals and select tabs.
    package var letsAgentsNavigate: Bool { root.letsAgentsNavigate }

    /// Returns the outputs that an agent may report now, in the order of the wiring.
    ///
    /// While an effect keeps the screen in focus waiting, there are only those that are wired with ``Wire/whileBusy()``.
    package func agentOutputs(in state: NavigationState) -> [(output: any ScreenOutput, access: AgentAccess)] {
        guard let node = state.focus else { return [] }
        return reportableOutputs(in: state).compactMap { declared in
            agentAccess(to: declared.name, of: node, in: state).map { (declared.output, $0) }
        }
    }

    /// Returns the permission to report an output of a screen, or `nil` if the flow that handles it gives none.
    func agentAccess(to output: String, of node: ScreenNode, in state: NavigationState) -> AgentAccess? {
        let trigger = Trigger.output(ObjectIdentifier(type(of: node.screen)), output)
        return handlingFlow(of: trigger, from: node.owner, in: state)?.agentAccess[trigger]
    }
}
