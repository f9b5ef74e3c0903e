import CoordinationTesting
import Testing

@Suite("The router")
struct RouterTests {
    @Test("sets a root")
    func setRoot() throws { #expect(try TestSession.scripted(.setRootC).stack == ["c"]) }

    @Test("pushes")
    func push() throws { #expect(try TestSession.scripted(.setRootC, .pushB).stack == ["c", "b"]) }

    @Test("pops")
    func pop() throws { #expect(try TestSession.scripted(.setRootC, .pushB, .pop).stack == ["c"]) }

    @Test("pops to the root over three screens")
    func popToRoot() throws {
        #expect(try TestSession.scripted(.setRootC, .pushA, .pushB, .popToRoot).stack == ["c"])
    }

    @Test("presents")
    func present() throws { #expect(try TestSession.scripted(.setRootC, .presentA).layout == "[c] +modal[a]") }

    @Test("dismisses")
    func dismiss() throws { #expect(try TestSession.scripted(.setRootC, .presentA, .dismiss).layout == "[c]") }
}
