public import Coordination
import JSON
import Sessions

/// The documents of states that belong to no session on a server, such as those that an exploration has reached.
///
/// They are for drawing a screen without performing the way to it. The paths in them lead nowhere, and every sealed text has
/// bullets in its place.
///
/// ```swift
/// let preview = try StatePreview(shop)
/// Explorer(shop).explore { state in print(preview.document(of: state)) }
/// ```
public final class StatePreview {
    private let renderer: StateRenderer
    private let session: ReplayedSession
    private var revision: UInt64 = 0

    /// Makes a preview of an application.
    ///
    /// - Parameters:
    ///   - application: The application of the states.
    ///   - client: The client that asks for the documents; its languages choose that of the texts.
    /// - Throws: An error of the system, if it provides no threads.
    public init(_ application: Application, client: ClientInfo = ClientInfo()) throws {
        renderer = StateRenderer(of: [application])
        session = try ReplayedSession(application, id: SessionID("preview"), client: client)
    }

    /// Returns the document of a state, as `GET /v1/sessions/{id}` responds with it.
    public func document(of state: NavigationState) -> [UInt8] {
        revision += 1
        return renderer.draw(session.view(of: state, revision: revision)).json
    }
}
