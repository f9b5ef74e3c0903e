import CoordinationTesting
import Testing

@Suite("The flows that a coordinator runs")
struct BaseCoordinatorTests {
    @Test("a coordinator runs no flows at first")
    func empty() throws {
        #expect(try TestSession.scripted().tree == "Root")
    }

    @Test("a flow is in the tree once, however many screens it shows")
    func unique() throws {
        #expect(try TestSession.scripted(.midOnStack).tree == "Root(Mid)")
        #expect(try TestSession.scripted(.midOnStack, .pushA, .pushB, .presentA).tree == "Root(Mid)")
    }

    @Test("a coordinator may run two flows of the same type")
    func two() throws {
        let session = try TestSession.scripted()
        try session.act(.midOnStack, .midOnStack)
        #expect(session.description == "[a, b, b] Root(Mid, Mid)")
        try session.back()
        #expect(session.description == "[a, b] Root(Mid)")
    }

    @Test("a flow is removed with all flows that it runs, and removing it again is harmless (P16)")
    func removed() throws {
        let session = try TestSession.scripted(.midOnStack, .leafOnStack)
        #expect(session.tree == "Root(Mid(Leaf))")
        try session.actAsRoot(.childFinish)
        #expect(session.tree == "Root")
        #expect(try session.actAsRoot(.childFinish) == false)
        #expect(session.description == "[a] Root")
    }
}
