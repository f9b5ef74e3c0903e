import HTTPCore
import JSON
import Sessions
import StateAPI

/// The state of a session as messages of A2UI.
///
/// A session has one surface, with the id of the session as its name. A renderer must not get it twice, so only the response to a
/// `GET` and the beginning of a stream create it.
struct A2UIForm: StateForm {
    /// The media type of messages, with its older name.
    static let mediaTypes = ["application/a2ui+json", "application/json+a2ui"]

    static let offer = StateFormOffer(mediaTypes: mediaTypes, schema: "A2UIMessages") { api, request, parameters in
        let named = parameters.first { $0.name == "version" }?.value
        guard let version = named.map(A2UIVersion.init(named:)) ?? .stable else { return nil }
        return A2UIForm(A2UIDrawing(version, api.renderer), createsSurface: request.method != .post)
    }

    private let drawing: A2UIDrawing
    private let createsSurface: Bool
    /// The screen that the client has drawn, or `nil` if that is unknown.
    private let known: A2UIScreen?

    init(_ drawing: A2UIDrawing, createsSurface: Bool = false, known: A2UIScreen? = nil) {
        self.drawing = drawing
        self.createsSurface = createsSurface
        self.known = known
    }

    var mediaType: String { "application/a2ui+json;version=\(drawing.version.rawValue)" }

    func body(of view: SessionView) -> StateFormBody {
        let screen = drawing.screen(of: view)
        var messages = A2UIMessages(view.record.id.description, drawing.version)
        if createsSurface { messages.createSurface() }
        messages.update(screen.components)
        messages.update(from: known, to: screen)
        return StateFormBody(
            JSONValue.array(messages.all).json,
            language: screen.language,
            hasSecret: screen.hasSecret
        )
    }

    func streamContent() -> any SessionStreamContent { A2UIStreamContent(drawing) }
}
