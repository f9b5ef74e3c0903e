import CoordinationTesting
import Testing

@Suite("Tabs")
struct TabTests {
    @Test("a tab's flow starts when the tab is selected for the first time, and never again")
    func lazy() throws {
        let session = try TestSession.scripted(.tabs)
        #expect(session.description == "T0*[c] T1[] Root(Leaf)")
        try session.selectTab("y")
        #expect(session.description == "T0[c] T1*[b] Root(Leaf, Mid)")
        let coordinators = session.state.coordinators.map(\.key)
        for tab in ["x", "y", "x", "y"] { try session.selectTab(tab) }
        #expect(session.description == "T0[c] T1*[b] Root(Leaf, Mid)")
        #expect(session.state.coordinators.map(\.key) == coordinators)
    }

    @Test("a change in one tab leaves the stacks of other tabs unchanged")
    func untouched() throws {
        let session = try TestSession.scripted(.tabs, .pushA, .pushB)
        try session.selectTab("y")
        try session.act(.pushC)
        #expect(session.layout == "T0[c, a, b] T1*[b, c]")
        try session.selectTab("x")
        try session.back()
        #expect(session.layout == "T0*[c, a] T1[b, c]")
    }

    @Test("a second tap on a tab pops it to its root, and does nothing there")
    func secondTap() throws {
        let session = try TestSession.scripted(.tabs, .pushA, .midOnStack)
        #expect(session.description == "T0*[c, a, b] T1[] Root(Leaf(Mid))")
        #expect(try session.selectTab("x"))
        #expect(session.description == "T0*[c] T1[] Root(Leaf)")
        #expect(try session.selectTab("x") == false)
    }

    @Test("tabs replace the screens of a stack")
    func replace() throws {
        let session = try TestSession.scripted(.midOnStack)
        try session.actAsRoot(.tabs)
        #expect(session.description == "T0*[c] T1[] Root(Leaf)")
    }

    @Test("a coordinator can select a tab, but only where there are tabs")
    func selectedByCoordinator() throws {
        let session = try TestSession.scripted()
        #expect(try session.act(.selectY) == false)
        try session.act(.tabs)
        try session.actAsRoot(.selectY)
        #expect(session.description == "T0[c] T1*[b] Root(Leaf, Mid)")
        #expect(try session.actAsRoot(.selectY) == false)
    }

    @Test("a tab keeps its badge until it is removed")
    func badge() throws {
        let session = try TestSession.scripted(.tabs)
        try session.actAsRoot(.badge)
        #expect(session.state.visibleItems == ["x nil", "y 1"])
        #expect(try session.actAsRoot(.badge) == false)
        try session.actAsRoot(.noBadge)
        #expect(session.state.visibleItems == ["x nil", "y nil"])
    }

    @Test("a tab's flow starts again after it has finished, because the tab is empty")
    func finished() throws {
        let session = try TestSession.scripted(.tabs)
        let first = session.state.focus?.owner
        try session.act(.finish)
        #expect(session.description == "T0*[c] T1[] Root(Leaf)")
        #expect(session.log(Root.self) == ["leaf done"])
        #expect(session.state.focus?.owner != first)
    }

    @Test("a tab may contain tabs, and only visible tabs can be selected")
    func nested() throws {
        let session = try TestSession.scripted(.tabs)
        try session.selectTab("y")
        try session.act(.tabs)
        #expect(session.description == "T0[c] T1*(T0*[c] T1[]) Root(Leaf, Mid(Leaf))")
        guard case .tabs(let outer) = session.state.navigation, case .tabs(let inner) = outer.selected.container else {
            Issue.record("There are no tabs in the tab.")
            return
        }
        try session.send(.tab(outer.items[0].key))
        #expect(session.layout == "T0*[c] T1(T0*[c] T1[])")
        #expect(throws: NavigationError.staleTab(inner.items[1].key)) { try session.send(.tab(inner.items[1].key)) }
        try session.send(.tab(outer.items[1].key))
        try session.send(.tab(inner.items[1].key))
        #expect(session.description == "T0[c] T1*(T0[c] T1*[c]) Root(Leaf, Mid(Leaf, Leaf))")
    }

    @Test("tabs under a modal, and removed ones, can't be selected")
    func stale() throws {
        let session = try TestSession.scripted(.tabs, .presentA)
        guard case .tabs(let tabs) = session.state.navigation else {
            Issue.record("There are no tabs.")
            return
        }
        let key = tabs.items[1].key
        #expect(throws: NavigationError.staleTab(key)) { try session.send(.tab(key)) }
        try session.actAsRoot(.setRootC)
        #expect(session.layout == "T0*[c] T1[]")
        try session.actAsRoot(.midAsRoot)
        #expect(throws: NavigationError.staleTab(key)) { try session.send(.tab(key)) }
        #expect(throws: NavigationError.staleTab(Key(1))) { try session.send(.tab(Key(1))) }
    }

    @Test("a tab without a wired flow stays empty")
    func unwired() throws {
        let session = try TestSession.scripted(.leafAsRoot, .tabs)
        #expect(session.description == "T0*[a] T1[] Root(Leaf)")
        try session.selectTab("y")
        #expect(session.description == "T0[a] T1*[] Root(Leaf)")
        #expect(session.state.focus == nil)
    }

    @Test("a parent can start a flow in a tab, on opening a link")
    func flowInTab() throws {
        let session = try TestSession.scripted(.tabs)
        try session.actAsRoot(.midInX)
        #expect(session.description == "T0*[c, b] T1[] Root(Leaf, Mid)")
    }
}

extension NavigationState {
    fileprivate var visibleItems: [String] {
        guard case .tabs(let tabs) = navigation else { return [] }
        return tabs.items.map { "\($0.name) \($0.badge ?? "nil")" }
    }
}
