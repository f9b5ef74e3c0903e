import CoordinationTesting
import Foundation
import JSON
import Testing

@testable import Coordination

@Suite("What a step records that it has changed")
struct StateChangesTests {
    private func changes(of session: TestSession) throws -> StateChanges { try #require(session.lastStep.changes) }

    @Test("the first step of a session has no list, because its whole state is new")
    func first() throws {
        let session = try TestSession.scripted()
        #expect(session.lastStep.changes == nil && session.lastStep.isChange)
    }

    @Test("a push adds a screen and changes a stack and the counts of its flow")
    func push() throws {
        let session = try TestSession.scripted(.pushB)
        let changes = try changes(of: session)
        #expect(changes.screens.added == [try #require(session.state.focus?.key)])
        #expect(changes.screens.changed.isEmpty && changes.screens.removed.isEmpty)
        #expect(changes.coordinators.changed == [.init(key: session.state.root, hasNewContent: false)])
        #expect(changes.members == [.containers, .keys] && changes.pending.isEmpty)
    }

    @Test("a pop removes a screen")
    func pop() throws {
        let session = try TestSession.scripted(.pushB)
        let top = try #require(session.state.focus?.key)
        try session.act(.pop)
        #expect(try changes(of: session).screens.removed == [top])
        #expect(try changes(of: session).members == .containers)
    }

    @Test("a flow that writes its state and inputs of a screen changes their contents, and a message only the screen")
    func contents() throws {
        let session = try TestSession.scripted()
        let focus = try #require(session.state.focus?.key)
        try session.act(.log)
        #expect(try changes(of: session).coordinators.changed == [.init(key: session.state.root, hasNewContent: true)])
        #expect(try changes(of: session).screens.isEmpty)
        try session.act(.update)
        #expect(try changes(of: session).screens.changed == [.init(key: focus, hasNewContent: true)])
        try session.act(.message)
        #expect(try changes(of: session).screens.changed == [.init(key: focus, hasNewContent: false)])
        #expect(try changes(of: session).coordinators.isEmpty)
    }

    @Test("effects and timers are added, and removed when they end")
    func pending() throws {
        let session = try TestSession.scripted(.timer)
        let timer = try #require(session.state.pending.first?.key)
        #expect(try changes(of: session).pending.added == [timer])
        #expect(session.lastStep.effects.map(\.key) == [timer])
        try session.act(.cancel)
        #expect(try changes(of: session).pending.removed == [timer])
        #expect(session.lastStep.effects.isEmpty)
    }

    @Test("what a step undoes does not count, apart from keys that it has used up")
    func undone() throws {
        let session = try TestSession.scripted()
        try session.act(.pushA, .pop)
        #expect(try changes(of: session).members == .keys)
        #expect(try changes(of: session).screens.isEmpty && changes(of: session).coordinators.isEmpty)
        try session.act(.timer, .cancel)
        #expect(try changes(of: session).members == .keys && changes(of: session).pending.isEmpty)
    }

    @Test("what steps record is what their states differ by, over random events")
    func agreement() throws {
        let application = try Application.scripted()
        let count = ProcessInfo.processInfo.environment["USHER_CHANGE_STEPS"].flatMap { Int($0) } ?? 20_000
        var generator = SeededGenerator(seed: 1)
        var (state, applied) = (try application.start(at: .test).state, 0)
        while applied < count {
            if state.isEnded || state.screens.count > 60 { state = try application.start(at: .test).state }
            guard let step = try? application.apply(event(in: state, &generator), to: state, at: .test) else {
                continue
            }
            let difference = StateChanges(comparing: state, to: step.state)
            let changes = try #require(step.changes)
            guard changes.agrees(with: difference) else {
                Issue.record("\(changes) is not \(difference), step \(applied)")
                return
            }
            #expect(step.effects.map(\.key) == difference.pending.added)
            state = step.state
            applied += 1
        }
    }

    private func event(in state: NavigationState, _ generator: inout SeededGenerator) -> Event {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return .back(to: state.stack.randomElement(using: &generator))
        case 1: return .dismiss(all: Bool.random(using: &generator))
        case 2:
            let tabs = state.containers.flatMap(\.allTabs).flatMap(\.items).map(\.key)
            return .tab(tabs.randomElement(using: &generator) ?? Key(0))
        case 3, 4:
            guard let pending = state.pending.randomElement(using: &generator) else { return .back(to: nil) }
            if pending.due != nil { return .timer(pending.key) }
            return Bool.random(using: &generator)
                ? .discardPending(pending.key) : .effect(pending.key, .failure(.failed))
        default:
            let commands = (0..<Int.random(in: 1...3, using: &generator)).compactMap { _ in
                Command.allCases.filter { !$0.isBug }.randomElement(using: &generator)
            }
            let payload = JSONValue.array(commands.map { .string($0.rawValue) })
            return .output("act", screen: state.focus?.key ?? Key(0), payload: payload)
        }
    }

    @Test("a comparison tells each kind of change that is missing from a list")
    func control() throws {
        let before = try TestSession.scripted(.pushB, .timer).state
        let after = try TestSession.scripted(.pushB, .timer, .cancel, .log, .tabs).state
        let difference = StateChanges(comparing: before, to: after)
        #expect(difference.agrees(with: difference))
        for kind in [StateChanges.Kind.screen, .coordinator, .effect] {
            var incomplete = difference
            incomplete.entries.removeAll { $0.kind == kind }
            #expect(incomplete != difference)
            #expect(!incomplete.agrees(with: difference))
        }
        var incomplete = difference
        incomplete.members.remove(.containers)
        #expect(!incomplete.agrees(with: difference))
        var contents = StateChanges()
        contents.recordChange(of: Key(1), .screen, hasNewContent: true)
        var versions = StateChanges()
        versions.recordChange(of: Key(1), .screen, hasNewContent: false)
        #expect(contents.agrees(with: versions) && !versions.agrees(with: contents))
    }
}
