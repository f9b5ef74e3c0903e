import CoordinationTesting
import Testing

@testable import Coordination

@Suite("Notifications of users")
struct UserNotificationTests {
    private static let application = Result {
        try Application("bakery", title: "Bakery", root: BakeryCoordinator.self, factory: ())
    }

    @Test("a notification waits among the effects, and the screens wait for nothing")
    func pending() throws {
        let session = try TestSession(Self.application.get(), link: nil)
        try session.report(Oven.bake)
        let notification = try session.pending(UserNotification.self)
        #expect(notification.title == "Your bread is ready" && notification.text == "\(3) loaves")
        #expect(notification.link == "/loaves" && notification.subject == "bread")
        try session.report(Oven.bake)
        #expect(session.pendingEffectNames == ["userNotification", "userNotification"])
    }

    @Test("a flow need not handle whether it was sent, and the explorer needs no sample of it")
    func outcomes() throws {
        let session = try TestSession(Self.application.get(), link: nil)
        try session.report(Oven.bake)
        try session.complete(UserNotification.self, Nothing())
        #expect(session.pendingEffectNames.isEmpty)
        let report = try Explorer(Self.application.get()).explore()
        #expect(report.findings.isEmpty, "\(report)")
    }

    @Test("a flow that does not declare that it notifies is a mistake with the line to write")
    func undeclared() throws {
        let application = try Application("rumor", title: "Rumor", root: RumorCoordinator.self, factory: ())
        let session = try TestSession(application, link: nil)
        let error = #expect(throws: (any Error).self) { try session.report(Oven.bake) }
        #expect("\(error.map { "\($0)" } ?? "")".contains(".notifies()"))
    }
}

private struct Oven: Screen {
    static let name = "oven"
    static let bake = Output<Oven, Nothing>("bake")
    var title: LocalizedText { "Oven" }
}

private final class BakeryCoordinator: ApplicationCoordinator {
    typealias State = NoState

    func start() { setRoot(Oven()) }

    static let wiring: Wiring<BakeryCoordinator> = [
        .notifies(),
        .on(Oven.bake) { flow, _ in
            flow.notify("Your bread is ready", "\(3) loaves", link: "/loaves", replacing: "bread")
        },
    ]
}

private final class RumorCoordinator: ApplicationCoordinator {
    typealias State = NoState

    func start() { setRoot(Oven()) }

    static let wiring: Wiring<RumorCoordinator> = [.on(Oven.bake) { flow, _ in flow.notify("It is said") }]
}
