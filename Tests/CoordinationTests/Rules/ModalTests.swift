import CoordinationTesting
import Testing

@Suite("Modals")
struct ModalTests {
    @Test("modals are stacked, and dismissed one at a time")
    func oneAtATime() throws {
        let session = try TestSession.scripted(.midInModal, .leafInModal, .presentA)
        #expect(session.description == "[a] +modal[b] +modal[c] +modal[a] Root(Mid(Leaf))")
        try session.dismiss()
        #expect(session.description == "[a] +modal[b] +modal[c] Root(Mid(Leaf))")
        try session.dismiss()
        #expect(session.description == "[a] +modal[b] Root(Mid)")
        try session.dismiss()
        #expect(session.description == "[a] Root")
    }

    @Test("the user can dismiss all modals at once")
    func all() throws {
        let session = try TestSession.scripted(.midInModal, .leafInModal, .presentA)
        try session.dismiss(all: true)
        #expect(session.description == "[a] Root")
    }

    @Test("the user can dismiss neither a fixed modal nor the modals under it")
    func fixed() throws {
        let session = try TestSession.scripted(.presentA, .midInFixedModal)
        #expect(session.state.canDismiss == false)
        #expect(try session.dismiss() == false)
        #expect(try session.dismiss(all: true) == false)
        #expect(session.description == "[a] +modal[a] +modal[b] Root(Mid)")
        try session.act(.presentA)
        try session.dismiss(all: true)
        #expect(session.description == "[a] +modal[a] +modal[b] Root(Mid)")
        try session.act(.dismiss)
        #expect(session.description == "[a] +modal[a] Root")
    }

    @Test("a coordinator dismisses the modals over its own before its own")
    func dismissOrder() throws {
        let session = try TestSession.scripted(.midInModal, .presentA, .presentFixed)
        #expect(session.layout == "[a] +modal[b] +modal[a] +modal[b]")
        try session.act(.dismiss)
        #expect(session.description == "[a] +modal[b] Root(Mid)")
        try session.act(.dismiss)
        #expect(session.description == "[a] Root")
    }

    @Test("a presented screen belongs to the coordinator that presents it")
    func plain() throws {
        let session = try TestSession.scripted(.presentA)
        #expect(session.state.modals.map(\.presentation) == [.sheet])
        #expect(session.state.modals.map(\.transition) == [.coverVertical])
        try session.act(.dismiss)
        #expect(session.description == "[a] Root")
    }

    @Test("a modal without screens is removed")
    func emptied() throws {
        let session = try TestSession.scripted(.midInModal, .leafOnStack)
        try session.actAsRoot(.childFinish)
        #expect(session.description == "[a] Root")
    }

    @Test("a modal may contain tabs")
    func tabs() throws {
        let session = try TestSession.scripted(.midInModal, .tabs)
        #expect(session.description == "[a] +modalT0*[c] T1[] Root(Mid(Leaf))")
        try session.selectTab("y")
        try session.dismiss()
        #expect(session.description == "[a] Root")
    }
}
