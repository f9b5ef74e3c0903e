package import Coordination
package import Documents
import JSON

/// The messages of states that belong to no session, such as the states that an exploration has reached.
///
/// They are the counterpart of ``Documents/StatePreview`` for renderers of A2UI.
package struct A2UIPreview: Sendable {
    private let application: Application
    private let renderer: StateRenderer

    /// The names of the versions that the server speaks.
    package static var versions: [String] { A2UIVersion.allCases.map(\.rawValue) }

    /// Makes a preview of an application, in the language that a client without one gets.
    package init(_ application: Application, localizedBy localize: @escaping Localizing) {
        self.application = application
        renderer = StateRenderer(of: [application], localizedBy: localize)
    }

    /// Returns the messages of a state in a version, which is the stable one if it is unknown.
    package func messages(of state: NavigationState, version: String) -> [UInt8] {
        let drawing = A2UIDrawing(A2UIVersion(named: version) ?? .stable, renderer)
        let screen = drawing.screen(of: state, of: application, for: ClientInfo())
        var messages = A2UIMessages("preview", drawing.version)
        messages.createSurface()
        messages.update(screen.components)
        messages.update(from: nil, to: screen)
        return JSONValue.array(messages.all).json
    }
}
