import Coordination
import Notebook
import Sessions
import Testing

@testable import Documents
@testable import StateAPI

@Suite("The document of a screen")
struct ScreenDocumentTests {
    @Test("the document is the same when the properties are copied from the encoded state")
    func copiesProps() throws {
        let application = try NotebookApplication.make()
        let state = try application.start(
            at: StepContext(now: Timestamp(milliseconds: 0), session: "s")
        ).state
        let encoded = try application.encode(state, changes: nil)
        for node in state.screens {
            let props = try #require(encoded.props(of: node.key, version: node.version))
            let copied = ScreenDocument(node, for: ClientInfo(), props: props).text
            let encoded = ScreenDocument(node, for: ClientInfo()).text
            #expect(copied.route == encoded.route && copied.body == encoded.body)
        }
        #expect(!state.screens.isEmpty)
    }

    @Test("the document has the given properties, without encoding the screen")
    func givenProps() throws {
        let application = try NotebookApplication.make()
        let state = try application.start(
            at: StepContext(now: Timestamp(milliseconds: 0), session: "s")
        ).state
        let node = try #require(state.focus)
        let text = ScreenDocument(node, for: ClientInfo(), props: Array(#"{"x":1}"#.utf8)[...]).text
        let body = String(decoding: text.body, as: UTF8.self)
        #expect(body.contains(#""props":{"x":1}"#))
    }

    @Test("a screen that does not send its properties has a view only")
    func withoutProps() throws {
        let application = try Application("archive", title: "Archive", root: Archive.self, factory: ())
        let state = try application.start(at: StepContext(now: Timestamp(milliseconds: 0), session: "s")).state
        let encoded = try application.encode(state, changes: nil)
        let node = try #require(state.focus)
        for props in [nil, encoded.props(of: node.key, version: node.version)] {
            let body = String(decoding: ScreenDocument(node, for: ClientInfo(), props: props).text.body, as: UTF8.self)
            #expect(!body.contains("props") && !body.contains("internal note"))
            #expect(body.contains(#""view":[{"kind":"text","text":"3 pages"}]"#))
        }
    }
}

private struct Pages: Screen {
    static let name = "pages"
    static let sendsProps = false

    var note = "internal note"
    var count = 3

    var view: ScreenView { Text("\(count) pages") }
}

private final class Archive: ApplicationCoordinator {
    func start() { push(Pages()) }

    static let wiring: Wiring<Archive> = [.shows(Pages.self)]
}
