public import Coordination

/// The documents of states that belong to no session, such as the states that an exploration has reached.
///
/// They are for drawing a screen without performing the way to it. The paths in them lead nowhere, and every sealed text has
/// bullets in its place.
///
/// ```swift
/// let preview = StatePreview(shop)
/// Explorer(shop).explore { state in print(preview.document(of: state)) }
/// ```
public struct StatePreview: Sendable {
    private let application: Application
    private let client: ClientInfo
    private let renderer: StateRenderer

    /// Makes a preview of an application.
    ///
    /// - Parameters:
    ///   - application: The application of the states.
    ///   - client: The client that asks for the documents.
    ///   - localize: Returns the language and the rules of the texts. With `nil`, the texts are in the source language.
    public init(
        _ application: Application,
        client: ClientInfo = ClientInfo(),
        localizedBy localize: Localizing? = nil
    ) {
        self.application = application
        self.client = client
        renderer = StateRenderer(
            of: [application],
            localizedBy: localize ?? { application, _ in application.plainLocalization }
        )
    }

    /// Returns the document of a state, as `GET /v1/sessions/{id}` responds with it.
    public func document(of state: NavigationState) -> [UInt8] {
        renderer.document(
            of: DocumentSource(
                application: application,
                session: "preview",
                generation: 1,
                revision: 1,
                state: state,
                expiresAt: Timestamp(milliseconds: 0),
                client: client
            )
        ).json
    }
}
