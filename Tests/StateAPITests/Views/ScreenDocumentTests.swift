import Applications
import Coordination
import Sessions
import Testing

@testable import StateAPI

@Suite("The document of a screen")
struct ScreenDocumentTests {
    @Test("the document is the same when the properties are copied from the encoded state")
    func copiesProps() throws {
        let application = try ItemsApplication.make()
        let state = try application.start(
            at: StepContext(now: Timestamp(milliseconds: 0), session: "s")
        ).state
        let encoded = try application.encode(state, after: nil)
        for node in state.screens {
            let props = try #require(encoded.props(of: node.key, version: node.version))
            let copied = ScreenDocument(node, for: ClientInfo(), props: props).text
            #expect(copied == ScreenDocument(node, for: ClientInfo()).text)
        }
        #expect(!state.screens.isEmpty)
    }

    @Test("the document has the given properties, without encoding the screen")
    func givenProps() throws {
        let application = try ItemsApplication.make()
        let state = try application.start(
            at: StepContext(now: Timestamp(milliseconds: 0), session: "s")
        ).state
        let node = try #require(state.focus)
        let text = ScreenDocument(node, for: ClientInfo(), props: Array(#"{"x":1}"#.utf8)[...]).text
        let body = String(decoding: text.body, as: UTF8.self)
        #expect(body.contains(#""props":{"x":1}"#))
    }
}
