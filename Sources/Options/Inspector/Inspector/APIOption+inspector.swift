public import StateAPI

extension APIOption {
    /// The inspector: the sessions in memory with their histories, for operators, and on a server for development for the pages on
    /// its machine.
    ///
    /// ```swift
    /// settings.api.options = [.inspector]
    /// ```
    public static var inspector: APIOption {
        let streams = InspectorStreams()
        return APIOption(
            name: "inspector",
            summary: "All sessions in memory, for pages of this server and programs on its machine.",
            page: "/inspector/",
            schemas: InspectorSchemas.all,
            endpoints: { api in
                guard api.settings.hasDevelopmentRoutes else { return [] }
                return InspectorEndpoints(api: api, access: .thisMachine, streams: streams).all
            },
            operatorEndpoints: { api, access in
                OperatorHistoryEndpoints(api: api, access: access, session: "/v1/sessions/:id").all
                    + InspectorEndpoints(api: api, access: access, streams: streams).all
            },
            stop: { streams.finish() }
        )
    }
}
