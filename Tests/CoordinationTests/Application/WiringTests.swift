import CoordinationTesting
import Testing

@Suite("The check of an application's wiring")
struct WiringTests {
    @Test("a name with other characters is reported", arguments: ["", "Items", "my items", "items!", "ä", "a/b"])
    func name(name: String) {
        #expect(errors(name, Fine.self) == ["Its name may contain only lowercase letters, digits and hyphens."])
    }

    @Test("a correctly wired application has no mistakes")
    func fine() throws {
        #expect(errors("fine-2", Fine.self) == [])
        let application = try Application("fine-2", title: "Fine", root: Fine.self, factory: 5)
        #expect(application.screens.map { $0.name } == ["one", "two"])
        #expect(application.flowVersions == ["Fine": 1, "EmptyFlow": 1])
    }

    @Test("two flows with the same name are reported")
    func twoFlows() { #expect(errors("app", TwoFlows.self) == ["Two flows have the name 'EmptyFlow'."]) }

    @Test("two kinds of screen with the same name are reported")
    func twoScreens() { #expect(errors("app", TwoScreens.self) == ["Two screen types have the name 'one'."]) }

    @Test("two kinds of effect with the same name are reported")
    func twoEffects() { #expect(errors("app", TwoEffects.self) == ["Two effect types have the name 'ask'."]) }

    @Test("a factory of another type than a flow's is reported")
    func factory() {
        #expect(
            errors("app", WantsText.self)
                == ["The factory Int is not of the type that WantsText declares as its Factory."]
        )
    }

    @Test("everything that is wired twice is reported")
    func doubled() {
        #expect(
            errors("app", Doubled.self) == [
                "Doubled wires the output 'go' more than once.",
                "Doubled wires the finish of EmptyFlow more than once.",
                "Doubled wires the effect 'ask' more than once.",
                "Doubled wires the failure of the effect 'ask' more than once.",
                "Doubled wires the timer 'alarm' more than once.", "Doubled wires the tab 'x' more than once.",
            ]
        )
    }

    @Test("migrations from impossible versions, and two from the same version, are reported")
    func migrations() {
        #expect(
            errors("app", Migrated.self) == [
                "Migrated has version 3, but a migration from version 0.",
                "Migrated has two migrations from version 2.",
                "Migrated has version 3, but a migration from version 3.",
            ]
        )
    }

    @Test("an output that two flows wire with different payloads is reported")
    func otherPayload() {
        #expect(errors("app", OtherPayload.self) == ["WiresGo wires 'go' of 'one' with a different payload."])
    }

    @Test(
        "several flows may wire or declare the same output; the application lists it once, in the order of the wiring"
    )
    func outputs() throws {
        let application = try Application("app", title: "App", root: WiresTwice.self, factory: 5)
        #expect(application.outputs(of: Two.self).map(\.name) == ["shown", "hidden"])
        #expect(application.outputs(of: One.self).map(\.name) == ["go"])
        #expect(application.outputs(of: OtherOne.self).isEmpty)
    }

    @Test("all mistakes are reported at once, one in each line")
    func all() {
        do {
            _ = try Application("App", title: "App", root: WantsText.self, factory: 5)
        } catch {
            #expect(
                error.description == """
                    The application 'App' has wiring errors:
                    - Its name may contain only lowercase letters, digits and hyphens.
                    - The factory Int is not of the type that WantsText declares as its Factory.
                    """
            )
        }
    }

    private func errors<Root: ApplicationCoordinating>(_ name: String, _ root: Root.Type) -> [String]
    where Root.State == NoState {
        do {
            _ = try Application(name, title: "App", root: root, factory: 5)
            return []
        } catch {
            return error.errors
        }
    }
}

private struct One: Screen {
    static let name = "one"
    static let go = Output<One, Nothing>("go")
}

private struct Two: Screen {
    static let name = "two"
    static let hidden = Output<Two, Nothing>("hidden")
    static let shown = Output<Two, Int>("shown")
}

private struct OtherOne: Screen {
    static let name = "one"
}

private struct OtherAsk: Effect {
    static let name = "ask"
    typealias Value = Int
}

private final class OtherEmpty: Coordinator {
    static let name = "EmptyFlow"
    func start() {}
    static let wiring: Wiring<OtherEmpty> = []
}

private final class Fine: ApplicationCoordinator {
    func start() { push(One()) }
    static let wiring: Wiring<Fine> = [
        .on(One.go) { _ in }, .shows(Two.self), .runs(EmptyFlow.self), .performs(Ask.self), .on(Ask.self) { _, _ in },
    ]
}

private final class TwoFlows: ApplicationCoordinator {
    func start() {}
    static let wiring: Wiring<TwoFlows> = [.runs(EmptyFlow.self), .runs(OtherEmpty.self)]
}

private final class TwoScreens: ApplicationCoordinator {
    func start() {}
    static let wiring: Wiring<TwoScreens> = [.shows(One.self), .shows(OtherOne.self)]
}

private final class TwoEffects: ApplicationCoordinator {
    func start() {}
    static let wiring: Wiring<TwoEffects> = [.performs(Ask.self), .ignores(OtherAsk.self)]
}

private final class WantsText: ApplicationCoordinator {
    typealias Factory = String
    func start() {}
    static let wiring: Wiring<WantsText> = []
}

private final class Doubled: ApplicationCoordinator {
    func start() {}
    static let wiring: Wiring<Doubled> = [
        .on(One.go) { _ in }, .on(One.go) { _ in }, .on(finish: EmptyFlow.self) { _ in },
        .on(finish: EmptyFlow.self) { _ in },
        .on(Ask.self) { _, _ in }, .on(Ask.self) { _, _ in }, .on(failure: Ask.self) { _, _ in },
        .on(failure: Ask.self) { _, _ in }, .on(timer: "alarm") { _ in }, .on(timer: "alarm") { _ in },
        .on(tab: "x") { _ in }, .on(tab: "x") { _ in },
    ]
}

private final class OtherPayload: ApplicationCoordinator {
    func start() {}
    static let wiring: Wiring<OtherPayload> = [.on(Output<One, Int>("go")) { _, _ in }, .runs(WiresGo.self)]
}

private final class WiresGo: Coordinator {
    func start() {}
    static let wiring: Wiring<WiresGo> = [.on(One.go) { _ in }, .on(Two.shown) { _, _ in }, .ignores(Two.hidden)]
}

private final class WiresTwice: ApplicationCoordinator {
    func start() {}
    static let wiring: Wiring<WiresTwice> = [
        .declares(Two.shown), .on(Two.hidden) { _ in }, .runs(WiresGo.self), .on(One.go) { _ in },
    ]
}

private final class Migrated: ApplicationCoordinator {
    static let version = 3
    static let migrations = [0, 1, 2, 2, 3].map { Migration(from: $0) { _ in } }
    func start() {}
    static let wiring: Wiring<Migrated> = []
}
