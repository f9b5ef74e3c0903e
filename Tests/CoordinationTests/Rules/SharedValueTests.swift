import CoordinationTesting
import Testing

@Suite("Values that a flow shares")
struct SharedValueTests {
    private func session() throws -> TestSession {
        try TestSession(Application("shared", title: "Shared", root: Owner.self, state: .init(), factory: ()))
    }

    @Test("every flow below reads the present value")
    func below() throws {
        let session = try session()
        #expect(session.screen(Shown.self) == Shown(tally: 1, note: nil))
        try session.report(Shown.count)
        #expect(session.screen(Shown.self) == Shown(tally: 1, note: nil))
        try session.report(Shown.show)
        #expect(session.screen(Shown.self) == Shown(tally: 2, note: nil))
    }

    @Test("a nearer flow's value of the same type hides the farther one, only for flows below the nearer one")
    func nearest() throws {
        let session = try session()
        try session.report(Shown.runNear)
        #expect(session.description == "[shown, shown] Owner(Reader(NearOwner(Reader)))")
        #expect(session.screen(Shown.self) == Shown(tally: 70, note: "near"))
        try session.back()
        try session.report(Shown.show)
        #expect(session.screen(Shown.self) == Shown(tally: 1, note: nil))
    }

    @Test("the flow that shares a value does not read it")
    func notThere() throws {
        let session = try session()
        #expect(session.flowState(Owner.self)?.seen == nil)
    }

    @Test("the result of a flow bubbles past flows that don't handle it")
    func bubblingFinish() throws {
        let session = try session()
        try session.report(Shown.runNear)
        try session.report(Shown.end)
        #expect(session.description == "[shown] Owner(Reader)")
        #expect(session.flowState(Owner.self)?.ended == ["reader"])
    }
}

/// A number that a flow shares.
private struct Count: Equatable, Codable { var value: Int }
/// A text that another flow shares.
private struct Note: Equatable, Codable { var text: String }

private struct Shown: Screen {
    static let name = "shown"
    static let count = Output<Shown, Nothing>("count")
    static let show = Output<Shown, Nothing>("show")
    static let runNear = Output<Shown, Nothing>("runNear")
    static let end = Output<Shown, Nothing>("end")

    var tally: Int?
    var note: String?
}

private final class Owner: ApplicationCoordinator {
    struct State: CoordinatorState {
        var count = 1
        var seen: Int?
        var ended: [String] = []
    }

    func start() {
        state.seen = shared(Count.self)?.value
        run(Reader.self)
    }

    static let wiring: Wiring<Owner> = [
        .shares { Count(value: $0.count) },
        .on(Shown.count) { $0.state.count += 1 },
        .on(finish: Reader.self) { $0.state.ended.append("reader") },
    ]
}

private final class NearOwner: Coordinator {
    struct State: CoordinatorState { var count = 70 }

    func start() { run(Reader.self) }

    static let wiring: Wiring<NearOwner> = [
        .shares { Count(value: $0.count) },
        .shares { _ in Note(text: "near") },
        .runs(Reader.self),
    ]
}

private final class Reader: Coordinator {
    func start() { show() }

    static let wiring: Wiring<Reader> = [
        .on(Shown.show) { $0.show() },
        .on(Shown.runNear) { $0.run(NearOwner.self, with: .init()) },
        .on(Shown.end) { $0.finish() },
        .runs(NearOwner.self),
    ]

    private func show() {
        push(Shown(tally: shared(Count.self)?.value, note: shared(Note.self)?.text))
    }
}
