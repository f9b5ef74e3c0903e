public import StateAPI

extension APIOption {
    /// Agents in sessions: a user lets a program into the session, which then acts by the Model Context Protocol at `/mcp`.
    ///
    /// An agent can do what the application allows to agents (`Wire.forAgents`), and nothing in an application that allows nothing.
    ///
    /// ```swift
    /// settings.api.options = [.agents]
    /// ```
    public static var agents: APIOption {
        APIOption(
            name: "agents",
            summary: "Programs that act in a session of the user, by the Model Context Protocol.",
            schemas: AgentSchemas.all,
            endpoints: { AgentEndpoints(api: $0).all + MCPEndpoint(api: $0).all }
        )
    }
}
