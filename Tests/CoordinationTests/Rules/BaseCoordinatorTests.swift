import CoordinationTesting
import Testing

@Suite("The flows that a coordinator runs")
struct BaseCoordinatorTests {
    @Test("are none at first")
    func empty() throws {
        #expect(try TestSession.scripted().tree == "Root")
    }

    @Test("are each in the tree once, however much they put up")
    func unique() throws {
        #expect(try TestSession.scripted(.midOnStack).tree == "Root(Mid)")
        #expect(try TestSession.scripted(.midOnStack, .pushA, .pushB, .presentA).tree == "Root(Mid)")
    }

    @Test("are two when two are run, even of one type")
    func two() throws {
        let session = try TestSession.scripted()
        try session.act(.midOnStack, .midOnStack)
        #expect(session.description == "[a, b, b] Root(Mid, Mid)")
        try session.back()
        #expect(session.description == "[a, b] Root(Mid)")
    }

    @Test("go with all those that they run, and going again is harmless (P16)")
    func removed() throws {
        let session = try TestSession.scripted(.midOnStack, .leafOnStack)
        #expect(session.tree == "Root(Mid(Leaf))")
        try session.actAsRoot(.childFinish)
        #expect(session.tree == "Root")
        #expect(try session.actAsRoot(.childFinish) == false)
        #expect(session.description == "[a] Root")
    }
}
