import Coordination
import Documents
import JSON
import Sessions

/// Draws the screens of sessions in a version of A2UI, in the language of each client.
struct A2UIDrawing: Sendable {
    let version: A2UIVersion
    private let renderer: StateRenderer

    init(_ version: A2UIVersion, _ renderer: StateRenderer) {
        self.version = version
        self.renderer = renderer
    }

    /// Returns the screen in focus of a session with what is around it.
    func screen(of view: SessionView) -> A2UIScreen {
        screen(of: view.record.state, of: view.application, for: view.record.client)
    }

    /// Returns the screen in focus of a state with what is around it.
    func screen(of state: NavigationState, of application: Application, for client: ClientInfo) -> A2UIScreen {
        guard let localization = renderer.localization(of: application, for: client) else {
            return draw(state, of: application, language: nil)
        }
        return localization.draw { draw(state, of: application, language: localization.language) }
    }

    private func draw(_ state: NavigationState, of application: Application, language: String?) -> A2UIScreen {
        guard !state.isEnded, let focus = state.focus else {
            let root: JSONObject = ["id": "root", "component": "Column", "children": []]
            return A2UIScreen(key: nil, components: [root], data: [:], language: language, hasSecret: false)
        }
        var writer = ComponentWriter(version, focus, reporting: application.reportableOutputs(in: state).map(\.output))
        { text in
            renderer.open(text)
        }
        writer.drawScreen(of: state)
        return A2UIScreen(
            key: focus.key,
            components: writer.components,
            data: writer.data,
            language: language,
            hasSecret: writer.hasSecret
        )
    }
}
