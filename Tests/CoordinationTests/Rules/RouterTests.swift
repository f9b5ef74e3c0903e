import CoordinationTesting
import Testing

@Suite("The router")
struct RouterTests {
    @Test("setRoot replaces the stack")
    func setRoot() throws { #expect(try TestSession.scripted(.setRootC).stack == ["c"]) }

    @Test("push adds a screen")
    func push() throws { #expect(try TestSession.scripted(.setRootC, .pushB).stack == ["c", "b"]) }

    @Test("pop removes the top screen")
    func pop() throws { #expect(try TestSession.scripted(.setRootC, .pushB, .pop).stack == ["c"]) }

    @Test("popToRoot removes all screens but the first")
    func popToRoot() throws {
        #expect(try TestSession.scripted(.setRootC, .pushA, .pushB, .popToRoot).stack == ["c"])
    }

    @Test("present adds a modal")
    func present() throws { #expect(try TestSession.scripted(.setRootC, .presentA).layout == "[c] +modal[a]") }

    @Test("dismiss removes the modal")
    func dismiss() throws { #expect(try TestSession.scripted(.setRootC, .presentA, .dismiss).layout == "[c]") }
}
