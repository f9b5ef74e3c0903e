public import StateAPI

extension APIOption {
    /// The screens of sessions as messages of A2UI (https://a2ui.org), for any renderer of that protocol.
    ///
    /// A client names `application/a2ui+json` in `Accept` and gets the screen in focus in components of the basic catalog. It posts
    /// the actions of its renderer to `/v1/sessions/{id}/a2ui`.
    ///
    /// ```swift
    /// settings.api.options = [.a2ui]
    /// ```
    public static var a2ui: APIOption {
        APIOption(
            name: "a2ui",
            summary: "The screens of sessions for renderers of A2UI.",
            schemas: A2UISchemas.all,
            form: A2UIForm.offer,
            endpoints: { A2UIEndpoint(api: $0).all }
        )
    }
}
