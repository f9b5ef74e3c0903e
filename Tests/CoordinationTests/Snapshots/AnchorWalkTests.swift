import CoordinationTesting
import JSON
import Testing

@testable import Coordination

@Suite("Restarts at anchors in random states")
struct AnchorWalkTests {
    @Test("every restart gives a valid state, and further steps keep it valid", arguments: 1...8 as ClosedRange<UInt64>)
    func everywhere(seed: UInt64) throws {
        let application = try ScriptedAnchors.$isEnabled.withValue(true) { try Application.scripted() }
        var generator = SeededGenerator(seed: seed)
        var restarts = 0
        for _ in 0..<40 {
            let session = try TestSession(application)
            for _ in 0..<Int.random(in: 1...25, using: &generator) { try act(session, &generator) }
            guard !session.state.isEnded else { continue }
            let document = try JSONValue(parsing: application.encode(session.state))
            let mismatching = document.mismatching(using: &generator)
            let picked = try TestSession(application, restoring: mismatching.json)
            #expect(picked.changes.contains { if case .restarted = $0.kind { true } else { false } })
            #expect(picked.state.screens.contains { $0.messages.contains(.appUpdated) })
            restarts += 1
            for _ in 0..<3 { try act(picked, &generator) }
        }
        #expect(restarts > 20)
    }

    @Test("screens and flows that don't restart keep their keys and their content")
    func untouched() throws {
        let application = try ScriptedAnchors.$isEnabled.withValue(true) { try Application.scripted() }
        let session = try TestSession(application)
        for command in [.tabs, .pushB, .midInModal, .pushA, .leafInModal] as [Command] { try session.act(command) }
        let before = session.state
        #expect(session.description == "T0*[c, b] T1[] +modal[b, a] +modal[c] Root(Leaf(Mid(Leaf)))")
        let document = try JSONValue(parsing: application.encode(before))
        // The screen of the last leaf, in the topmost modal.
        let mismatching = document.earlier.replacing(["screens", "4", "screen", "count"], by: "none")
        let picked = try TestSession(application, restoring: mismatching.json)
        #expect(picked.description == session.description)
        #expect(picked.state.screens.dropLast() == before.screens.dropLast())
        #expect(picked.state.modals.map(\.key) == before.modals.map(\.key))
        #expect(picked.state.coordinators.map(\.key) == before.coordinators.map(\.key))
        #expect(picked.messages == ["app.updated"])
    }

    private func act(_ session: TestSession, _ generator: inout SeededGenerator) throws {
        let commands = Command.allCases.filter { !$0.isBug && $0 != .finish }
        guard let command = commands.randomElement(using: &generator) else { return }
        do {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: try session.selectTab(Bool.random(using: &generator) ? "x" : "y")
            case 1: try session.actAsRoot(command)
            default: try session.act(command)
            }
        } catch is NavigationError {
        } catch is TestSessionError {
        }
    }
}

extension JSONValue {
    /// The snapshot as if an earlier release had written it, in which nothing else was different.
    fileprivate var earlier: JSONValue {
        let flows = self["flows"]?.objectValue?.keys ?? []
        return flows.reduce(self) { $0.replacing(["flows", $1], by: 2) }
    }

    /// Returns the snapshot with a flow of a version without a migration, or with invalid content of one to three screens.
    fileprivate func mismatching(using generator: inout SeededGenerator) -> JSONValue {
        let flows = self["flows"]?.objectValue?.keys ?? []
        let count = self["screens"]?.arrayValue?.count ?? 0
        let isVersion = count == 0 || Int.random(in: 0..<3, using: &generator) == 0
        if isVersion, let flow = flows.randomElement(using: &generator) {
            return replacing(["flows", flow], by: 1)
        }
        var copy = earlier
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0..<count, using: &generator)
            copy = copy.replacing(["screens", "\(place)", "screen", "count"], by: "none")
        }
        return copy
    }
}
